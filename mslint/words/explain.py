"""What `mslint explain FILE:LINE` says."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "help-explain": (
        "Show the page of a rule, or what mslint knows at a place of a file, and which rules about its calls looked there.",
        "查看一条规则的说明；给出“文件:行号”时，显示 mslint 在该处得出的信息，以及检查过该处调用的规则。",
    ),
    "explain-nothing": (
        "mslint knows of nothing on this line: no call of MindSpore, no value and no finding.",
        "这一行没有可说明的内容：没有 MindSpore 调用、已知的值，也没有检查结果。",
    ),
    "explain-default": ("by default", "默认值"),
    "explain-unknown": ("not known", "未知"),
    "explain-by": ("given by {places}", "由 {places} 传入"),
    "explain-found": ("reports", "已报告"),
    "explain-yields": (
        "has something to say, but gives way to another finding or is hidden",
        "有内容可报告，但让位于另一条结果或未显示",
    ),
    "explain-silent": ("silent", "未报告"),
    "explain-plain": ("silent, and asked for no argument by name: {codes}", "未报告，也未按名称检查参数：{codes}"),
    "explain-off": ("not asked", "未检查"),
    "explain-silenced": ("silenced by a comment", "已被注释屏蔽"),
    "explain-not-here": ("does not hold for the target version", "不适用于目标版本"),
    "explain-not-selected": ("not selected by the settings", "未在设置中启用"),
    "explain-met-version": ("stands under a check of MindSpore's version", "位于判断 MindSpore 版本的分支内"),
    "explain-met-type": ("stands under a check of a type", "位于判断类型的分支内"),
    "explain-met-caught": ("an error there is caught", "此处的异常会被捕获"),
    "explain-met-expected": ("an error is expected there", "此处预期会出现异常"),
    "explain-met-likely": ("what is called is only likely", "调用的是哪个接口只是推测"),
    "explain-not-known": ("not known: {names}", "未知：{names}"),
    "explain-asked": ("looked at {names}", "检查了参数 {names}"),
    "explain-and": ("; ", "；"),
    "explain-scripts": ("scripts that come here", "会运行到此处的脚本"),
    "explain-alone": (
        "No script comes here: the function was looked at by itself.",
        "没有脚本会运行到此处，函数是单独检查的。",
    ),
    "explain-no-script": (
        "No script was seen to come here; what construct computes is not followed.",
        "没有发现会运行到此处的脚本；construct 中的计算不在跟踪范围内。",
    ),
    "explain-no-line": (
        "{path} is a file: name a line of it too, as in {path}:12",
        "{path} 是文件，请同时指定行号，例如 {path}:12",
    ),
    "explain-notebook": (
        "{path} is a notebook: places in notebooks cannot be explained yet",
        "{path} 是 notebook，暂不支持查看其中的位置",
    ),
    "explain-no-file": ("there is no file {path}", "没有文件 {path}"),
    "explain-unreadable": ("{path} cannot be read as Python: {detail}", "{path} 无法作为 Python 读取：{detail}"),
    "explain-past-end": (
        "{path} has {lines} lines, and none with number {line}",
        "{path} 共有 {lines} 行，没有第 {line} 行",
    ),
}
