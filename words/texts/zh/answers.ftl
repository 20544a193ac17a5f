### 完整答案周围的文字：终端和文档里用。

closest-passage = 这可能不是答案。找到的最接近的段落：
helps-in-terminal = 在终端中：`gorkd library add 路径` 添加文档，`gorkd doctor` 检查密钥和连接，`gorkd job retry` 重试。
helps-in-terminal-local = 在终端中：`gorkd library add 路径` 添加文档，`--privacy hybrid` 允许搜索网络，`gorkd doctor` 检查密钥和连接，`gorkd job retry` 重试。
answer-keep-in-mind = 请注意
answer-worth-checking = 值得核实
answer-went-wrong = 出现的问题
answer-not-read = 无法读取
answer-not-cited = 已读但未引用（{ $count }）
answer-none-preferred = 没有采用其中任何一个。{ $why }
answer-a-source = 某个来源
answer-first-part = 仅开头部分
answer-none-because = 没有答案。{ $why }
answer-waits-for-reply = 正在等你回答。
answer-in-progress = 研究仍在进行。
answer-pages-read = 已读 { $count } 份文档
answer-asked = 搜索范围：{ $places }
answer-tokens = { $model }：{ $count } 个 Token
answer-no-model = 未使用语言模型
answer-out-of-budget = 预算已用完
answer-out-of-time = 时间已用完
answer-stopped = 已提前停止
answer-more = 另有 { $count } 个
answer-closest = 最接近的段落，并非答案
answer-library = 资料库
answer-local-file = 本地文件

## 分享链接打开的页面

shared-motto = 每句话都有经过核查的引文为据。
shared-basis = 每句话的依据
shared-by-model = 由 { $model } 撰写，经 gorkd 对照来源核查。
shared-by-rules = 由 gorkd 摘录来源原文而成，未使用语言模型。
shared-gone = 此链接已失效
shared-gone-why = 链接已过期、已被撤销或不完整。请向发送者索取新链接。
shared-later = 暂时无法显示此答案
shared-later-why = gorkd 出了问题。请过几分钟再试。

## What a terminal shows while a run goes on

fact-planned = 已计划：要回答 { $parts } 个问题，先搜索 { $queries } 次
fact-searched = 已搜索 { $place }：{ $count } 条结果
fact-searched-for = { $searched }，查询：{ $query }
fact-known = { $fact }（此前已有）
fact-read = 已读：{ $title }（{ $place }，{ $count } 词）
fact-not-read = 未读：{ $place } · { $why }
fact-checked = 第 { $round } 轮已核查
fact-warning = 警告：{ $text }
fact-writing = 正在撰写并核查答案
