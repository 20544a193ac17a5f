"""Makes the two tiny models beside this file. They count words that they know, so their numbers can be worked out by
hand: the reranker gives twice the known words that a question and a passage share, less one; the embedder gives each
token a one at its word's place. Needs the Python packages onnx, numpy and tokenizers, of any recent version."""

import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, normalizers, pre_tokenizers, processors
from tokenizers.models import WordLevel

HERE = os.path.dirname(os.path.abspath(__file__))
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = """bridge harbour eastmoor opened repaired closed cables ferry minutes mayor ilse brandt lanes metres long
history water boils degrees celsius glacier ice melts river mill fox library folder file files remove untracked git
command branch query index table column row database server port default value setting password user email key lock
wait event memory disk network address name version release install update delete create read write search rank score
question answer passage model train station engine copper signal orchard meadow tunnel beacon 1931 1978 100 412 5432
brücke hafen geöffnet wasser kocht grad""".split()


def tokenizer(folder):
    vocabulary = {word: at for at, word in enumerate(MARKS + WORDS)}
    made = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    cls, sep = ("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[cls, sep]
    )
    # As some published ones do. Whoever pads all the same gives the network nothing but more work.
    made.enable_padding(length=512)
    made.enable_truncation(max_length=512)
    made.save(os.path.join(folder, "tokenizer.json"))
    return vocabulary


def inputs():
    names = ["input_ids", "attention_mask", "token_type_ids"]
    return [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in names]


def save(folder, nodes, output, constants):
    tensors = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, os.path.basename(folder), inputs(), [output], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, os.path.join(folder, "model.onnx"))


def one_hot(size):
    return {
        "depth": np.array(size, dtype=np.int64),
        "zero_one": np.array([0.0, 1.0], dtype=np.float32),
    }, helper.make_node("OneHot", ["input_ids", "depth", "zero_one"], ["hot"], axis=-1)


def reranker():
    folder = os.path.join(HERE, "reranker")
    os.makedirs(folder, exist_ok=True)
    size = len(tokenizer(folder))
    constants, hot = one_hot(size)
    known = np.ones((1, size), dtype=np.float32)
    known[0, : len(MARKS)] = 0.0
    constants |= {
        "known": known,
        "one": np.array([[1.0]], dtype=np.float32),
        "two": np.array([[2.0]], dtype=np.float32),
        "over_tokens": np.array([1], dtype=np.int64),
        "last": np.array([2], dtype=np.int64),
    }
    nodes = [
        hot,
        helper.make_node("Cast", ["token_type_ids"], ["second"], to=TensorProto.FLOAT),
        helper.make_node("Cast", ["attention_mask"], ["there"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["second", "there"], ["is_passage"]),
        helper.make_node("Sub", ["there", "is_passage"], ["is_question"]),
    ]
    for side in ["question", "passage"]:
        nodes += [
            helper.make_node("Unsqueeze", [f"is_{side}", "last"], [f"{side}_column"]),
            helper.make_node("Mul", ["hot", f"{side}_column"], [f"{side}_tokens"]),
            helper.make_node("ReduceMax", [f"{side}_tokens"], [f"{side}_words"], axes=[1], keepdims=0),
        ]
    nodes += [
        helper.make_node("Mul", ["question_words", "passage_words"], ["both"]),
        helper.make_node("Mul", ["both", "known"], ["shared"]),
        helper.make_node("ReduceSum", ["shared", "over_tokens"], ["count"], keepdims=1),
        helper.make_node("Mul", ["count", "two"], ["twice"]),
        helper.make_node("Sub", ["twice", "one"], ["logits"]),
    ]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])
    save(folder, nodes, output, constants)


def embedder():
    folder = os.path.join(HERE, "embedder")
    os.makedirs(folder, exist_ok=True)
    size = len(tokenizer(folder))
    constants, hot = one_hot(size)
    nodes = [hot, helper.make_node("Identity", ["hot"], ["last_hidden_state"])]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", size])
    save(folder, nodes, output, constants)


reranker()
embedder()
