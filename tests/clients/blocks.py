"""Reads JSON lists of Block Kit blocks, one a line, and lets the official Python SDK say what is wrong with them."""

import json
import sys

from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

known, unknown, wrong = 0, set(), []
for number, line in enumerate(sys.stdin, 1):
    document = json.loads(line)
    if isinstance(document, dict):
        try:
            View(**document).validate_json()
            known += 1
        except Exception as error:
            wrong.append(f"{number}: {error}")
        continue
    for block in document:
        try:
            parsed = Block.parse(block)
            if parsed is None or type(parsed) is Block:
                unknown.add(block.get("type"))
                continue
            parsed.validate_json()
            known += 1
        except Exception as error:
            wrong.append(f"{number}: {error}")
print(json.dumps({"known": known, "unknown": sorted(map(str, unknown)), "wrong": wrong}))
