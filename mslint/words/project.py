"""What is said of files, configuration and selection."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "path-does-not-exist": ("{path} does not exist", "路径不存在：{path}"),
    "no-current-folder": (
        "the current folder does not exist any more; change to one that does",
        "当前目录已不存在，请切换到一个存在的目录",
    ),
    "path-unreadable": ("{path} cannot be read: {reason}", "无法读取 {path}：{reason}"),
    "path-no-file": (
        "{path} is neither a file nor a folder; '-' reads standard input",
        "{path} 既不是文件也不是目录；“-” 表示读取标准输入",
    ),
    "worker-lost": (
        "the process that read the file ended with status {status}; mslint can check all but this file",
        "读取该文件的进程以状态 {status} 终止；除此文件外，mslint 均可检查",
    ),
    "source-too-large": (
        "the file is larger than {limit} MB, too large to be code that somebody wrote; exclude it or split it",
        "文件超过 {limit} MB，不像是人写的代码；请将其排除或拆分",
    ),
    "source-too-many-items": (
        "the file holds more than {limit} commas: that is data, and no code that somebody wrote; exclude it, or keep "
        "the data in a file of its own",
        "文件中的逗号超过 {limit} 个：这是数据，而不是人写的代码；请将其排除，或把数据放到单独的文件里",
    ),
    "notebook-too-large": (
        "the notebook is larger than {limit} MB; clear its outputs",
        "notebook 超过 {limit} MB，请清除其中的输出",
    ),
    "notebook-too-many-cells": (
        "the notebook has more than {limit} code cells; exclude it or split it",
        "notebook 的代码单元超过 {limit} 个，请将其排除或拆分",
    ),
    "notebook-not-utf8": (
        "the notebook is not valid UTF-8, as the format demands; save it anew with Jupyter",
        "notebook 不是合法的 UTF-8，不符合格式要求；请用 Jupyter 重新保存",
    ),
    "notebook-damaged": (
        "the notebook is no valid JSON ({reason}); restore it from a checkpoint",
        "notebook 不是合法的 JSON（{reason}）；请从检查点恢复",
    ),
    "notebook-format": (
        "the notebook is in format {found}, and only format {wanted} is read; convert it with 'jupyter nbconvert --to notebook'",
        "notebook 的格式版本是 {found}，目前只支持版本 {wanted}；请用“jupyter nbconvert --to notebook”转换",
    ),
    "notebook-no-object": (
        "the file is JSON, but no notebook: at its top stands no object",
        "文件虽是 JSON，但不是 notebook：最外层不是对象",
    ),
    "notebook-no-cells": (
        "the file is JSON, but no notebook: it has no 'cells'",
        "文件虽是 JSON，但不是 notebook：其中没有“cells”",
    ),
    "notebook-cells-no-list": (
        "the notebook is damaged: its 'cells' are no list",
        "notebook 已损坏：“cells”不是列表",
    ),
    "notebook-cell-no-object": (
        "the notebook is damaged: one of its cells is no object",
        "notebook 已损坏：有一个单元格不是对象",
    ),
    "notebook-no-source": (
        "the notebook is damaged: the 'source' of a code cell must be a string or a list of strings",
        "notebook 已损坏：代码单元格的“source”必须是字符串或字符串列表",
    ),
    "folder-unreadable": ("the folder cannot be read: {reason}", "无法读取该目录：{reason}"),
    "source-utf16": (
        "the file is saved as UTF-16, which Python cannot run; save it as UTF-8",
        "文件保存成了 UTF-16 编码，Python 无法运行，请另存为 UTF-8",
    ),
    "source-nul": (
        "the file holds a NUL byte here, so it is not Python text",
        "此处有一个 NUL 字节，该文件不是 Python 文本",
    ),
    "source-not-utf8": (
        "byte {byte} is not valid UTF-8; save as UTF-8, or name the encoding in line 1 (# -*- coding: ... -*-)",
        "字节 {byte} 不是合法的 UTF-8；请将文件另存为 UTF-8，或在首行注明编码（# -*- coding: ... -*-）",
    ),
    "source-not-utf8-gbk": (
        "byte {byte} is not valid UTF-8, it looks like GBK; save as UTF-8, or put # -*- coding: gbk -*- into line 1",
        "字节 {byte} 不是合法的 UTF-8，文件看起来是 GBK 编码；请另存为 UTF-8，或在首行加上 # -*- coding: gbk -*-",
    ),
    "source-not-in-encoding": (
        "byte {byte} is not valid in {encoding}, the encoding that the file itself declares",
        "文件声明的编码是 {encoding}，但字节 {byte} 在该编码下不合法",
    ),
    "source-unknown-encoding": (
        "the file declares the encoding {encoding!r}, which Python cannot read source code in",
        "文件声明的编码 {encoding!r} 不存在，或不能用于 Python 源代码",
    ),
    "source-bom-contradicts-cookie": (
        "the file begins with a UTF-8 byte order mark but declares the encoding {encoding!r}; remove one of the two",
        "文件以 UTF-8 BOM 开头，却又声明编码为 {encoding!r}，两者只能保留一个",
    ),
    "source-codec-failed": (
        "the file cannot be decoded as {encoding}: {reason}",
        "无法按 {encoding} 解码该文件：{reason}",
    ),
    "settings-default": ("default", "默认值"),
    "settings-none": ("no configuration file", "没有配置文件"),
    "config-not-found": ("the configuration file {path} does not exist", "配置文件 {path} 不存在"),
    "file-not-plain": (
        "{path} is not a regular file",
        "{path} 不是普通文件",
    ),
    "file-too-large": (
        "{path} is too large to be what it is meant for",
        "{path} 过大，不可能是所需的文件",
    ),
    "file-linked-outside": (
        "{path} is a link that leads out of the project, and is not read",
        "{path} 是指向项目之外的链接，不予读取",
    ),
    "file-linked-outside-unwritten": (
        "{path}: a link leads out of the project there, so nothing is written",
        "{path}：该处的链接指向项目之外，没有写入",
    ),
    "file-linked-outside-found": (
        "this link leads to no Python file of the project and is not followed; name it to have it checked",
        "该链接指向的不是项目中的 Python 文件，没有检查；如需检查，请直接给出它的路径",
    ),
    "config-unreadable": (
        "the configuration file {path} cannot be read: {reason}",
        "无法读取配置文件 {path}：{reason}",
    ),
    "config-not-utf8": (
        "{path}: the file is not valid UTF-8, which TOML asks for",
        "{path}：文件不是合法的 UTF-8，而 TOML 要求 UTF-8 编码",
    ),
    "config-no-table": (
        "{path} has no [tool.mslint] table; add one, or give another file with --config",
        "{path} 中没有 [tool.mslint]，请补上，或用 --config 指定其他文件",
    ),
    "config-own-table": (
        "{where}: in mslint.toml, keys stand at the top of the file, without [tool.mslint]",
        "{where}：mslint.toml 中的配置项应直接写在文件开头，不要放在 [tool.mslint] 下",
    ),
    "pin-unknown": (
        "{where} asks for MindSpore {found}, which this mslint does not know; it checks for {used}",
        "{where} 要求 MindSpore {found}，当前 mslint 不认识该版本，按 {used} 检查",
    ),
    "config-toml": ("{where}: not valid TOML: {reason}", "{where}：不是合法的 TOML：{reason}"),
    "config-toml-deep": (
        "{where}: the lists and tables of this file are nested too deeply",
        "{where}：该文件中的列表和表嵌套过深",
    ),
    "config-toml-integer": ("{where}: this integer has too many digits", "{where}：该整数的位数过多"),
    "config-toml-parts": (
        "{where}: a dotted key may have no more than {limit} parts",
        "{where}：以点分隔的键不能超过 {limit} 段",
    ),
    "config-unknown-key": (
        "{where}: unknown key {name!r}; valid keys are {valid}",
        "{where}：没有 {name!r} 这个配置项，可用的有 {valid}",
    ),
    "config-unknown-key-nearest": (
        "{where}: unknown key {name!r}; did you mean {nearest!r}?",
        "{where}：没有 {name!r} 这个配置项，是否想写 {nearest!r}？",
    ),
    "config-not-text": (
        "{where} must be a quoted string, found {found}",
        "{where} 应为带引号的字符串，实际是 {found}",
    ),
    "config-not-texts": (
        '{where} must be a list of strings such as ["..."], found {found}',
        '{where} 应为字符串列表，形如 ["..."]，实际是 {found}',
    ),
    "config-not-table": ("{where} must be a table, found {found}", "{where} 应为表（table），实际是 {found}"),
    "config-empty": ("{where}: empty text stands for nothing here", "{where} 不能是空字符串"),
    "config-not-one-of": (
        "{where}: {found!r} is not one of {valid}",
        "{where}：{found!r} 无效，可选值为 {valid}",
    ),
    "config-version-number": (
        '{where} must be in quotes, as in "2.10": without them TOML reads 2.10 as the number 2.1',
        '{where} 必须加引号，如 "2.10"：不加引号时，TOML 会把 2.10 读成数字 2.1',
    ),
    "config-version-text": (
        '{where}: {found!r} is not a MindSpore version such as "2.7" or "2.10"',
        '{where}：{found!r} 不是 MindSpore 版本号，应写成 "2.7"、"2.10" 这样的形式',
    ),
    "config-version-unknown": (
        "{where}: this mslint knows MindSpore {oldest} to {newest}, not {found}",
        "{where}：当前 mslint 支持 MindSpore {oldest} 至 {newest}，不支持 {found}",
    ),
    "config-unknown-code": (
        "{where}: there is no rule {code!r}; 'mslint rules' lists them",
        "{where}：没有规则 {code!r}，可用 mslint rules 查看全部规则",
    ),
    "config-unknown-code-nearest": (
        "{where}: there is no rule {code!r}; did you mean {nearest!r}?",
        "{where}：没有规则 {code!r}，是否想写 {nearest!r}？",
    ),
    "config-severity-of-many": (
        "{where}: the severity is set for one rule at a time, not for all that begin with {code!r}",
        "{where}：级别只能逐条规则设置，不能用编号前缀 {code!r}",
    ),
}
