"""What fixes say of themselves, and what is said of them."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "fix-write": ("write {text}", "写上 {text}"),
    "fix-instead": ("write {new} instead of {old}", "把 {old} 改为 {new}"),
    "fix-drop": ("leave {text} out", "去掉 {text}"),
    "fix-insert": ("put {text} before it", "在前面加上 {text}"),
    "fix-into": ("begin with {text}", "开头加上 {text}"),
    "edit-safe": ("edit by --fix", "--fix 会改"),
    "edit-unsafe": ("edit by --fix --unsafe-fixes", "--fix --unsafe-fixes 会改"),
    "edit-display": ("proposed edit, not made by --fix", "参考改法（--fix 不会改）"),
    "fixable": ("[*] {safe} fixable with --fix.", "[*] 用 --fix 可以修复 {safe} 处。"),
    "fixable-more": (
        "[*] {safe} fixable with --fix, {unsafe} more with --unsafe-fixes.",
        "[*] 用 --fix 可以修复 {safe} 处，加上 --unsafe-fixes 还可以再修复 {unsafe} 处。",
    ),
    "fixable-unsafe": (
        "[*] {unsafe} fixable with --fix --unsafe-fixes.",
        "[*] 用 --fix --unsafe-fixes 可以修复 {unsafe} 处。",
    ),
    "fixed": ("Fixed {count} findings in {files}.", "已修复 {count} 处，涉及 {files}。"),
    "fixed-one": ("Fixed 1 finding.", "已修复 1 处。"),
    "would-fix": ("Would fix {count} findings in {files}.", "可以修复 {count} 处，涉及 {files}。"),
    "would-fix-one": ("Would fix 1 finding.", "可以修复 1 处。"),
    "fixed-none": ("Nothing to fix.", "没有可以修复的内容。"),
    "fix-discarded": (
        "{path}:{line}: the fix of {code} was not made: {reason}",
        "{path}:{line}：没有采用 {code} 的修改：{reason}",
    ),
    "fix-unparsable": ("the file would not parse any more", "改后文件将无法解析"),
    "fix-waits": ("{code} is reported at the same place; mend that first", "同一处还有 {code}，请先处理"),
    "fix-brings": ("{code} would be found instead", "改后会出现 {code}"),
    "fix-hides": ("{code} would not be found any more", "改后将查不到 {code}"),
    "fix-cures-nothing": ("the finding would stay", "改后问题依然存在"),
    "fix-linked-outside": (
        "left as it is: a link leads out of the project; run mslint where the file lies",
        "未写入：链接指向项目之外；请在文件所在的项目中运行 mslint",
    ),
    "fix-cannot-write": ("cannot be written: {detail}", "无法写入：{detail}"),
    "fix-changed-meanwhile": (
        "changed meanwhile, and left as it is; run mslint again",
        "检查期间已被改动，未写入；请重新运行 mslint",
    ),
    "diff-with-format": (
        "--diff writes a patch to standard output, where {format} would stand in its way; leave one of them out",
        "--diff 会把补丁写到标准输出，不能同时输出 {format}，请去掉其中一个",
    ),
    "unsafe-fixes-alone": (
        "--unsafe-fixes says which fixes --fix and --diff may make; give one of them",
        "--unsafe-fixes 用来放宽 --fix 和 --diff 的修改范围，请同时给出其中之一",
    ),
    "fix-with-json": (
        "with '-', --fix writes the fixed text to standard output, where {format} would stand in its way",
        "读取标准输入时，--fix 把修改后的文本写到标准输出，不能同时输出 {format}",
    ),
    "help-fix": ("make the safe fixes: the same behaviour on the target version", "自动修复：只做不改变行为的修改"),
    "help-unsafe-fixes": (
        "with --fix or --diff, also fixes that change what the code does to what was probably meant",
        "与 --fix 或 --diff 同用：也做会改变行为、使其符合本意的修改",
    ),
    "help-diff": (
        "show what --fix would change and change nothing (notebooks cell by cell, not as a patch); exit with 1 if it would change something",
        "只显示 --fix 会做的修改，不改动文件（notebook 按单元显示，不是补丁）；有修改时退出码为 1",
    ),
    "rule-fixes": ("Fixes", "自动修复"),
    "rule-fixes-some": ("{safeties}; not for every finding", "{safeties}；并非每处都有"),
    "fixes-safe": ("safe (--fix)", "安全（--fix）"),
    "fixes-unsafe": ("unsafe (--fix --unsafe-fixes)", "不安全（--fix --unsafe-fixes）"),
    "fixes-display": ("shown only", "仅提示"),
    "rule-fixed": ("What the fix changes", "自动修改"),
}
