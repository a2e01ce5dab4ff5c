"""What is said of what a project knows already, of changed lines, of comments that are added, and of other formats."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "total-known": ("{count} known to the baseline.", "{count} 处已记入基线。"),
    "total-stale": (
        "{count} entries of the baseline are no longer found (--write-baseline drops them).",
        "基线中有 {count} 条已不再出现（用 --write-baseline 可以清除）。",
    ),
    "total-stale-one": (
        "1 entry of the baseline is no longer found (--write-baseline drops it).",
        "基线中有 1 条已不再出现（用 --write-baseline 可以清除）。",
    ),
    "total-bounded": (
        "The programs of {count} files could not be followed as a whole: what is not reported there may still be wrong "
        "(--output-format json names the files under analysis).",
        "有 {count} 个文件所属的程序未能完整跟踪，其中没有报告的地方也可能有错（--output-format json 在 analysis 中列出这些文件）。",
    ),
    "total-bounded-one": (
        "The programs of 1 file could not be followed as a whole: what is not reported there may still be wrong "
        "(--output-format json names the file under analysis).",
        "有 1 个文件所属的程序未能完整跟踪，其中没有报告的地方也可能有错（--output-format json 在 analysis 中列出该文件）。",
    ),
    "total-elsewhere": ("{count} on lines that were not changed.", "另有 {count} 处在未改动的行上，未显示。"),
    "baseline-written": ("Wrote {count} findings to {path}.", "已将 {count} 处写入 {path}。"),
    "baseline-written-one": ("Wrote 1 finding to {path}.", "已将 1 处写入 {path}。"),
    "baseline-unreadable": ("the baseline {path} cannot be read: {reason}", "无法读取基线文件 {path}：{reason}"),
    "baseline-named-unreadable": (
        "{where}: the baseline {path} cannot be read: {reason}",
        "{where}：无法读取基线文件 {path}：{reason}",
    ),
    "baseline-to-stdout": (
        "--write-baseline needs a file: a baseline that is written to standard output could not be added to",
        "--write-baseline 需要一个文件名：基线不能写到标准输出",
    ),
    "baseline-damaged": (
        "{path} is no baseline, or a damaged one; delete it and write it anew with --write-baseline",
        "{path} 不是基线文件，或已损坏；请删除后用 --write-baseline 重新生成",
    ),
    "baseline-in-the-way": (
        "{path} is there already and is no baseline that can be read; if it may go, delete it first",
        "{path} 已存在，且不是可以读取的基线文件；如果不再需要，请先删除",
    ),
    "baseline-outside": (
        "{where}: baseline: {path} does not lie in the project; --baseline may name any file",
        "{where}：baseline：{path} 不在项目之内；--baseline 则可以指定任何文件",
    ),
    "baseline-newer": (
        "the baseline {path} was written by a newer mslint",
        "基线文件 {path} 由更新版本的 mslint 生成",
    ),
    "since-no-git": ("--since needs git, which is not there", "--since 需要 git，但没有找到 git"),
    "since-no-repository": (
        "--since: {folder} lies in no git work tree",
        "--since：{folder} 不在 git 工作区中",
    ),
    "since-unknown-revision": (
        "--since: git knows no revision {revision!r} here (a shallow clone may lack it)",
        "--since：git 在这里找不到版本 {revision!r}（浅克隆可能不含该版本）",
    ),
    "since-slow": (
        "--since: git took longer than {seconds} seconds and was stopped",
        "--since：git 运行超过 {seconds} 秒，已被终止",
    ),
    "since-failed": (
        "--since: git could not say what was changed since {revision!r}",
        "--since：git 无法给出自 {revision!r} 以来的改动",
    ),
    "unknown-api-nearest": (
        "nothing is known of '{name}'; did you mean {nearest}?",
        "没有“{name}”的信息，是否想写 {nearest}？",
    ),
    "options-together": ("{one} and {other} cannot be combined", "{one} 与 {other} 不能同时使用"),
    "option-with-stdin": (
        "{option} writes into files and cannot be combined with '-'",
        "{option} 会改写文件，不能与 “-” 同时使用",
    ),
    "noqa-added": ("Silenced {count} findings in {files}.", "已用注释屏蔽 {count} 处，涉及 {files}。"),
    "noqa-added-one": ("Silenced 1 finding.", "已用注释屏蔽 1 处。"),
    "noqa-added-none": ("Nothing to silence.", "没有需要屏蔽的内容。"),
    "noqa-left": (
        "{path}:{line}: no comment can silence {code} here",
        "{path}:{line}：此处的 {code} 无法用注释屏蔽",
    ),
    "help-baseline": (
        "hide the findings that this file knows: only new ones are shown and count",
        "不显示该基线文件中已有的问题，只报告新出现的",
    ),
    "help-write-baseline": (
        "write the findings at or above the level into this file, for --baseline",
        "把达到显示级别的问题写入该文件，供 --baseline 使用",
    ),
    "help-since": (
        "show only findings that touch a line changed since the branch left this git revision",
        "只显示涉及改动行的问题：改动从当前分支离开该 git 版本时算起",
    ),
    "help-completion": (
        "Print a script that completes commands, options, their values and rules: bash, zsh, fish or powershell.",
        "输出命令行补全脚本（命令、选项及其取值、规则）：bash、zsh、fish 或 powershell。",
    ),
    "help-no-pager": ("write a long page as it is, without $PAGER", "较长的内容直接输出，不经过 $PAGER"),
    "unknown-shell": (
        "there is no completion for {shell!r}; there is one for {known}",
        "没有适用于 {shell!r} 的补全；支持 {known}",
    ),
    "help-add-noqa": (
        "silence each finding that is shown with a '# noqa: CODE' at the end of its line",
        "在所显示的每处行尾加上 “# noqa: 编号” 予以屏蔽",
    ),
}
