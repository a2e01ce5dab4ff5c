"""What the accuracy checklist says, in the terminal and in every report."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "checklist-infos": (
        "Worth a look, though it may be intended: {count} of the findings below.",
        "下面有 {count} 处发现可能是有意为之，但值得确认。",
    ),
    "checklist-refuted": (
        "{count} of the findings below were refuted on a device and do not count.",
        "下面有 {count} 处发现在设备上被否定，不计入结论。",
    ),
    "checklist-silenced": (
        "{count} findings that speak to this item are silenced by comments in the code.",
        "与本项有关的 {count} 处发现被代码中的注释屏蔽。",
    ),
    "checklist-off": (
        "The configuration keeps rules from running that speak to this item: {codes}.",
        "配置停用了与本项有关的规则：{codes}。",
    ),
    "checklist-torn": (
        "Not everything that {scripts} import could be read, so that what was not seen may still be there.",
        "{scripts} 导入的内容未能全部读取，没有看到不等于不存在。",
    ),
    "checklist-unread": (
        "{paths} could not be read, so that what speaks to this item may be there.",
        "无法读取 {paths}，其中可能有与本项有关的内容。",
    ),
    "checklist-smoke-elsewhere": (
        "{network} was run, which is not among the files that were checked: what it showed speaks of another network.",
        "所运行的 {network} 不在所检查的文件中：其结果说明的是另一个网络。",
    ),
    "checklist-nothing": (
        "Nothing that speaks to this item was found in what was read; check it by hand.",
        "所检查的代码中没有与本项有关的内容；请人工检查。",
    ),
    # evidence from mslint smoke
    "checklist-smoke-parameters": (
        "{network} was built on {device}: {count} parameters with {size} values, of which {trainable} are trained.",
        "在 {device} 上构建了 {network}：{count} 个参数，共 {size} 个数值，其中 {trainable} 个参与训练。",
    ),
    "checklist-smoke-ok": (
        "{network} on {device}: {check}: no problem.",
        "在 {device} 上运行 {network}：{check}：无问题。",
    ),
    "checklist-smoke-skipped": (
        "{network} on {device}: {check} could not be looked at.",
        "在 {device} 上运行 {network}：{check}无法检查。",
    ),
    "checklist-smoke-problem": (
        "{network} on {device}: {check}: problem found: {names}.",
        "在 {device} 上运行 {network}：{check}：发现问题：{names}。",
    ),
    "checklist-smoke-problem-bare": (
        "{network} on {device}: {check}: problem found.",
        "在 {device} 上运行 {network}：{check}：发现问题。",
    ),
    # options and mistakes
    "help-checklist": (
        "fill in MindSpore's accuracy checklist from the code, and from data where asked",
        "根据代码（以及按要求查看的数据）填写 MindSpore 精度检查清单",
    ),
    "help-output": (
        "write the report there; .html, .md, .json or .txt says in which form",
        "把报告写入该文件；扩展名 .html、.md、.json 或 .txt 决定格式",
    ),
    "help-checklist-format": (
        "text, json, markdown or html (default: text)",
        "text、json、markdown 或 html（默认 text）",
    ),
    "help-data": (
        "import this function that builds a dataset, and look at its data, MODULE:NAME",
        "导入并调用构建数据集的函数，查看其数据，模块:名称",
    ),
    "help-arg": ("an argument for that function: NAME=VALUE (repeatable)", "该函数的参数：名称=值（可重复）"),
    "help-label": ("the column that holds the labels, or none", "标签所在的列；没有标签写 none"),
    "help-data-for": (
        "what the data are for: train or eval (default: train)",
        "数据的用途：train 或 eval（默认 train）",
    ),
    "help-samples": ("look at no more samples than this (default: 100000)", "最多查看多少个样本（默认 100000）"),
    "help-data-seconds": (
        "look no longer than this at the data, per pass (default: 300)",
        "每遍查看数据的最长时间，秒（默认 300）",
    ),
    "help-shards": (
        "build the data for so many devices and compare (default: 2)",
        "按多少个设备构建数据并比较（默认 2）",
    ),
    "help-files-against": (
        "compare the data files with a list that --write-files made",
        "把数据文件与 --write-files 生成的列表对比",
    ),
    "help-write-files": (
        "write the list of data files with their checksums there",
        "把数据文件及校验和的列表写入该文件",
    ),
    "help-confirm-too": (
        "ask a device which findings hold, as mslint confirm does",
        "像 mslint confirm 那样在设备上验证发现的问题",
    ),
    "help-evidence": (
        "take in what mslint confirm or mslint smoke wrote as JSON (repeatable)",
        "纳入 mslint confirm 或 mslint smoke 输出的 JSON（可重复）",
    ),
    "help-bundle": (
        "write an archive to attach when asking for help: report, versions, scripts",
        "写出求助时可附上的压缩包：报告、版本信息、脚本",
    ),
    "checklist-bad-output": (
        "-o {path}: the name must end in .html, .md, .json or .txt",
        "-o {path}：文件名必须以 .html、.md、.json 或 .txt 结尾",
    ),
    "checklist-two-forms": (
        "-o {path} and --output-format {form} ask for two forms; leave one out",
        "-o {path} 与 --output-format {form} 要求的格式不同，请去掉其中一个",
    ),
    "checklist-bad-bundle": ("--bundle {path}: the name must end in .zip", "--bundle {path}：文件名必须以 .zip 结尾"),
    "cannot-write": ("{path} cannot be written: {reason}", "无法写入 {path}：{reason}"),
    "evidence-unreadable": ("--evidence {path}: cannot be read: {reason}", "--evidence {path}：无法读取：{reason}"),
    "evidence-unknown": (
        "--evidence {path}: this is no JSON that mslint confirm or mslint smoke wrote",
        "--evidence {path}：不是 mslint confirm 或 mslint smoke 输出的 JSON",
    ),
    "data-option-alone": (
        "{option} says something of data: name the function that builds them with --data MODULE:NAME",
        "{option} 用于说明数据：请用 --data 模块:名称 指定构建数据的函数",
    ),
    "report-written": ("The report is in {path}.", "报告已写入 {path}。"),
    "bundle-contains": ("{path} will contain:", "{path} 将包含："),
    "bundle-report": ("the report, as HTML, Markdown and JSON", "报告（HTML、Markdown 和 JSON 格式）"),
    "bundle-versions": ("versions of {names}", "{names} 的版本"),
    "bundle-scripts": (
        "{count} checked files as they are, notebooks without their outputs: {paths}",
        "所检查的 {count} 个文件的原文（notebook 不含输出）：{paths}",
    ),
    "bundle-nothing-else": (
        "Nothing else: no data, no weights, no environment variables, nothing that links lead to. Check that the files hold no "
        "password, and that you do not mind the report naming the folder of your data.",
        "不包含其它内容：没有数据、权重、环境变量，也没有链接指向的文件。请检查文件中没有写着密码，也请确认不介意报告中出现数据所在的目录。",
    ),
    "bundle-written": ("The archive is {path}.", "压缩包已写入 {path}。"),
}
