"""What `mslint explain FILE:LINE` says."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "help-explain": (
        "Show the page of a rule, or what mslint knows at a place of a file, and which rules looked there.",
        "查看一条规则的详细说明，或 mslint 对文件中某一处的了解，以及哪些规则检查过该处。",
    ),
    "explain-nothing": (
        "mslint knows of nothing on this line: no call of MindSpore, no value and no finding.",
        "mslint 对这一行没有任何了解：没有 MindSpore 调用、已知的值或检查结果。",
    ),
    "explain-default": ("by default", "默认值"),
    "explain-unknown": ("not known", "未知"),
    "explain-by": ("given by {places}", "由 {places} 传入"),
    "explain-found": ("reports", "有报告"),
    "explain-silent": ("silent", "无报告"),
    "explain-plain": ("silent without looking at an argument: {codes}", "未查看参数、无报告：{codes}"),
    "explain-off": ("not asked", "未检查"),
    "explain-silenced": ("silenced by a comment", "已被注释屏蔽"),
    "explain-not-here": ("does not hold for the target version", "不适用于目标版本"),
    "explain-not-selected": ("not selected by the settings", "未在设置中启用"),
    "explain-met-version": ("stands under a check of MindSpore's version", "处于 MindSpore 版本判断之下"),
    "explain-met-type": ("stands under a check of a type", "处于类型判断之下"),
    "explain-met-caught": ("an error there is caught", "此处的异常会被捕获"),
    "explain-met-expected": ("an error is expected there", "此处预期会出现异常"),
    "explain-met-likely": ("what is called is only likely", "被调用的对象只是推测"),
    "explain-not-known": ("not known: {names}", "未知：{names}"),
    "explain-asked": ("looked at {names}", "查看了 {names}"),
    "explain-and": ("; ", "；"),
    "explain-scripts": ("scripts that come here", "会运行到此处的脚本"),
    "explain-alone": (
        "No script comes here: the function was looked at by itself.",
        "没有脚本会运行到此处，函数是单独检查的。",
    ),
    "explain-no-script": ("No script was seen to come here.", "没有发现会运行到此处的脚本。"),
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
