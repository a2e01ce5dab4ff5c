"""What the command line and the reports say."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "why": ("why", "原因"),
    "how": ("fix", "改法"),
    "also": ("also", "另见"),
    "in-cell": ("cell {cell}, line {line}", "第 {cell} 个单元格第 {line} 行"),
    "page": ("page", "详情"),
    "page-is": ("mslint rule {code}", "mslint rule {code}"),
    "page-is-file": ("mslint rule {code}, or docs/en/{code}.md", "mslint rule {code}，或 docs/zh/{code}.md"),
    "mint-has": ("{name} has PyTorch's default.", "{name} 的默认值与 PyTorch 相同。"),
    "mint-has-on-ascend": (
        "On Ascend, {name} has PyTorch's default.",
        "在 Ascend 上，{name} 的默认值与 PyTorch 相同。",
    ),
    "labelled": ("{label}: {text}", "{label}：{text}"),
    "heading": ("{label}:", "{label}："),
    "error": ("error", "错误"),
    "warning": ("warning", "警告"),
    "info": ("info", "提示"),
    "likely": ("likely", "可能"),
    "lines-left-out": ("... {count} lines ...", "…… 略去 {count} 行 ……"),
    "remarks": (
        "Nothing to do now, but good to know: {code} {slug}: {names} (mslint rule {code}).",
        "目前无需处理，仅供了解：{code} {slug}：{names}（详见 mslint rule {code}）。",
    ),
    "total-none-found": ("No problems found in {files}.", "检查了 {files}，没有发现问题。"),
    "total-found": ("Found {counts} in {files} checked.", "检查了 {files}，发现 {counts}。"),
    "total-nothing-checked": ("No file was checked.", "没有检查任何文件。"),
    "n-unread-file": ("{count} files could not be read.", "另有 {count} 个文件无法读取。"),
    "one-unread-file": ("1 file could not be read.", "另有 1 个文件无法读取。"),
    "n-unread-folder": ("{count} folders could not be read.", "另有 {count} 个目录无法读取。"),
    "one-unread-folder": ("1 folder could not be read.", "另有 1 个目录无法读取。"),
    "n-unread-failure": ("mslint itself failed on {count} files.", "mslint 在检查另外 {count} 个文件时自身出错。"),
    "one-unread-failure": ("mslint itself failed on 1 file.", "mslint 在检查另外 1 个文件时自身出错。"),
    "total-hidden": (
        "{count} below the level asked for stayed hidden (--level info shows them).",
        "另有 {count} 处级别较低，未显示（用 --level info 查看）。",
    ),
    "total-hidden-one": (
        "1 below the level asked for stayed hidden (--level info shows it).",
        "另有 1 处级别较低，未显示（用 --level info 查看）。",
    ),
    "total-suppressed": ("{count} silenced by comments.", "{count} 处已被注释屏蔽。"),
    "n-files": ("{count} files", "{count} 个文件"),
    "one-file": ("1 file", "1 个文件"),
    "n-error": ("{count} errors", "{count} 个错误"),
    "one-error": ("1 error", "1 个错误"),
    "n-warning": ("{count} warnings", "{count} 个警告"),
    "one-warning": ("1 warning", "1 个警告"),
    "n-info": ("{count} infos", "{count} 条提示"),
    "one-info": ("1 info", "1 条提示"),
    "list-comma": (", ", "、"),
    "rules-total": ("{count} rules.", "共 {count} 条规则。"),
    "rule-code": ("Code", "编号"),
    "rule-name": ("Name", "名称"),
    "rule-severity": ("Severity", "级别"),
    "rule-title": ("What it finds", "查什么"),
    "severity-answers": ("checklist", "检查清单"),
    "rule-answers-info": (
        "What this finds at info level is an answer for {items} of the accuracy checklist: `mslint checklist` reports it, "
        "`mslint` does not.",
        "本规则在提示级发现的内容，是对精度检查清单 {items} 的回答，由 `mslint checklist` 报告，`mslint` 不报告。",
    ),
    "rule-answers-checklist": (
        "This is an answer for {items} of the accuracy checklist: `mslint checklist` reports it. `mslint` does not, at no "
        "level and whatever is selected.",
        "这是对精度检查清单 {items} 的回答，由 `mslint checklist` 报告。`mslint` 不报告它，无论什么级别、选择了哪些规则。",
    ),
    "rule-status": ("Status", "状态"),
    "rule-status-behind": (" ({status})", "（{status}）"),
    "status-preview": ("preview", "预览"),
    "status-stable": ("stable", "稳定"),
    "status-deprecated": ("deprecated", "弃用"),
    "status-removed": ("removed", "移除"),
    "rule-since": ("Since", "加入版本"),
    "rule-versions": ("MindSpore", "适用的 MindSpore"),
    "rule-checklist": ("Checklist item", "精度检查项"),
    "rule-why": ("Why", "为什么"),
    "rule-how": ("How to fix", "怎么改"),
    "rule-details": ("Details", "详细说明"),
    "rule-variants": ("What it says", "它会怎么说"),
    "rule-examples": ("Examples", "示例"),
    "rule-examples-note": (
        "A comment names the rule that is reported in its line, and the severity where it is not the usual one.",
        "行尾的注释是该行所报告的规则；若级别与默认不同，也一并注明。",
    ),
    "rule-bad": ("Reported", "会报告"),
    "rule-good": ("Not reported", "不会报告"),
    "rule-silent": ("Silent on purpose", "有意不报"),
    "rule-sources": ("Where this comes from", "依据"),
    "rule-source": ("{title} (checked {date}): {fact}", "{title}（{date} 核对）：{fact}"),
    "rule-measured": ("Measured on real code", "在真实代码上的实测"),
    "rule-measured-line": (
        "{right} right, {wrong} wrong or not worth a change, {cannot_tell} undecided: findings in projects of {corpora} that were not used to "
        "write the rules, judged by two readers on {date} (docs/measuring.md).",
        "{date}，在 {corpora} 中编写规则时没有用过的项目上，由两位评判者逐条判断：正确 {right} 条，误报或无需修改 {wrong} 条，无定论 {cannot_tell} 条"
        "（见 docs/measuring.zh.md）。",
    ),
    "rule-suppress": (
        "Silence one place with `# mslint: ignore[{code}] reason`.",
        "若某处确属有意为之，可在行尾写 `# mslint: ignore[{code}] 理由` 屏蔽。",
    ),
    "docs-index-title": ("Rules", "规则"),
    "docs-index-intro": (
        "Generated from the rule units in `rules/` by `python scripts/docs.py`; every example is run as a test.",
        "本目录由 `python scripts/docs.py` 根据 `rules/` 生成；每个示例都会作为测试运行。",
    ),
    "docs-other-language": ("[中文](../zh/{name})", "[English](../en/{name})"),
    "progress": ("checking {done} of {total} files", "正在检查：{done}/{total} 个文件"),
    "progress-findings": (
        "asking the device about finding {done} of {total}",
        "正在设备上验证：第 {done}/{total} 处",
    ),
    "progress-data": ("looking at sample {done} of at most {total}", "正在查看样本：{done}，最多 {total} 个"),
    "own-failure": (
        "mslint itself failed on this file ({kind} in {where}: {detail}); please report it",
        "mslint 在检查该文件时自身出错（{where} 处 {kind}：{detail}），请反馈给开发者",
    ),
    "interrupted": ("interrupted", "已中断"),
    "unused-definition": (
        "nothing in the project reaches {name}, so this is only an info",
        "项目中没有任何地方会执行到 {name}，因此只作为提示给出",
    ),
    "unread-attribute": (
        "nothing in the project reads {name}, so this is only an info",
        "项目中没有任何地方读取 {name}，因此只作为提示给出",
    ),
    "unreached-block": (
        "the block ends here and what follows is never reached, so this is only an info",
        "代码块在此结束，后面的代码不会执行，因此只作为提示给出",
    ),
    "cannot-read": ("cannot be read: {detail}", "无法读取：{detail}"),
    "stdin-with-paths": (
        "'-' reads standard input and cannot be combined with paths",
        "“-” 表示读取标准输入，不能与其他路径同时使用",
    ),
    "stdin-filename-alone": (
        "--stdin-filename names what '-' reads; give '-' as the path",
        "--stdin-filename 只与 “-” 一起使用，请把路径写成 “-”",
    ),
    "input-closed": ("standard input is closed", "标准输入已关闭"),
    "input-failed": ("standard input cannot be read: {detail}", "无法读取标准输入：{detail}"),
    "input-too-large": (
        "standard input is larger than {limit} MB, too large to be code that somebody wrote",
        "标准输入超过 {limit} MB，不像是人写的代码",
    ),
    "output-closed": ("standard output is closed, so nothing can be shown", "标准输出已关闭，无法显示结果"),
    "output-failed": ("the output cannot be written: {detail}", "无法写出结果：{detail}"),
    "help-smoke": (
        "build a network and see on a device whether it computes, learns and switches modes",
        "构建网络，并在设备上查看其计算、学习和模式切换是否正常",
    ),
    "help-input": (
        "shape and type of an input: 1x3x224x224, 2x128:int32",
        "输入的形状和类型：1x3x224x224、2x128:int32",
    ),
    "help-reference": ("the PyTorch network to compare with, MODULE:NAME", "用来对比的 PyTorch 网络，模块:名称"),
    "help-allow-import": ("the named code may be imported and run", "允许导入并运行所指定的代码"),
    "help-confirm": (
        "check, and show on a device which findings hold",
        "检查，并在设备上验证哪些问题确实存在",
    ),
    "help-device": ("where to run the experiments: {choices}", "在哪里运行实验：{choices}"),
    "help-only-confirmed": ("show only findings that an experiment confirmed", "只显示经实验证实的问题"),
    "no-python-file": (
        "no Python file (*.py) or notebook (*.ipynb) found in {paths}",
        "在 {paths} 中没有找到 Python 文件（*.py）或 notebook（*.ipynb）",
    ),
    "path-near-command": (
        "{path} does not exist; did you mean the command '{command}'?",
        "路径不存在：{path}；是否想用 {command} 命令？",
    ),
    "path-empty": ("a path is empty; write '.' for the current folder", "有一个路径是空的；当前目录请写作 “.”"),
    "unknown-option": ("there is no option {option}", "没有 {option} 这个选项"),
    "unknown-option-nearest": (
        "there is no option {option}; did you mean {nearest}?",
        "没有 {option} 这个选项，是否想写 {nearest}？",
    ),
    "option-needs-value": ("{option} needs a value", "{option} 后面需要一个值"),
    "option-takes-no-value": ("{option} takes no value", "{option} 后面不能带值"),
    "option-not-one-of": (
        "{option}: {value!r} is not one of {choices}",
        "{option}：{value!r} 无效，可选值为 {choices}",
    ),
    "option-not-a-number": (
        "{option}: {value!r} is not a whole number above 0",
        "{option}：{value!r} 不是正整数",
    ),
    "option-without-code": (
        "{option} needs at least one rule code or name",
        "{option} 至少需要一个规则编号或名称",
    ),
    "option-is-file": (
        "{option} is also the name of a file here; put -- before the names of files",
        "{option} 也是这里一个文件的名字；请在文件名之前加上 --",
    ),
    "unexpected-word": ("unexpected argument: {word!r}", "多余的参数：{word!r}"),
    "missing-word": ("{word} is missing; see 'mslint {command} --help'", "缺少 {word}，用法见 mslint {command} --help"),
    "unknown-rule": (
        "there is no rule {name!r}; 'mslint rules' lists them",
        "没有规则 {name!r}，可用 mslint rules 查看全部规则",
    ),
    "rule-of-many": (
        "{name!r} stands for several rules, name one of them: {codes}",
        "{name!r} 对应多条规则，请指定其中一条：{codes}",
    ),
    "unknown-rule-nearest": (
        "there is no rule {name!r}; did you mean {nearest}?",
        "没有规则 {name!r}，是否想写 {nearest}？",
    ),
    "new-rule-bad-slug": (
        "{slug!r} is not a rule name: lower-case words joined by '-', naming what is found",
        "{slug!r} 不能作规则名：请用小写英文单词，以“-”连接，说明查到的是什么",
    ),
    "new-rule-bad-code": (
        "{code!r} is not a rule code: MSL and three digits",
        "{code!r} 不是规则编号：应为 MSL 加三位数字",
    ),
    "new-rule-taken": (
        "{name} is already a rule, in {folder}",
        "{name} 已有对应规则，位于 {folder}",
    ),
    "new-rule-no-code": (
        "no free code is left between {first} and {last}; give one with --code",
        "{first} 到 {last} 之间已无空闲编号，请用 --code 指定",
    ),
    "new-rule-cannot-write": ("cannot write {path}: {detail}", "无法写入 {path}：{detail}"),
    "new-rule-made": (
        "Made {file}. It is an example that works: edit it, and see it with 'mslint rule {code} --allow-rule-paths'.",
        "已生成 {file}。它是一个可以直接运行的示例：请按需修改，并用 mslint rule {code} --allow-rule-paths 查看。",
    ),
    "new-rule-converted": ("{unit}: wrote {files}.", "{unit}：已写入 {files}。"),
    "new-rule-as-today": ("{unit}: has today's form already.", "{unit}：已是现在的格式。"),
    "old-unit": (
        "{unit} has an earlier form, which is still understood; 'mslint new-rule --convert {unit}' rewrites it",
        "{unit} 是旧格式，目前仍可使用；可用 mslint new-rule --convert {unit} 改写",
    ),
    "new-rule-not-seen": (
        'For mslint to find it, put rule-paths = ["{folder}"] into its configuration.',
        '要让 mslint 找到它，请在配置中写上 rule-paths = ["{folder}"]。',
    ),
    "usage": ("usage", "用法"),
    "help-commands": ("commands", "命令"),
    "help-check-options": ("what is reported, and how", "报告内容与格式"),
    "help-common-options": ("on every command", "所有命令通用"),
    "help-own-options": ("of this command", "本命令的选项"),
    "help-check": (
        "Read MindSpore scripts and name the places where they silently compute something else than was meant.",
        "检查 MindSpore 脚本，指出哪些写法会让结果悄悄偏离本意。",
    ),
    "help-rules": ("List all rules.", "列出全部规则。"),
    "help-rule": ("Show the page of one rule: reason, cure, examples.", "查看一条规则的详细说明：原因、改法和示例。"),
    "help-api": (
        "Show what is known of one API of MindSpore, or of the counterpart of one of PyTorch's.",
        "查看 MindSpore 某个接口的信息，或 PyTorch 某个接口在 MindSpore 中的对应接口。",
    ),
    "unknown-api": (
        "nothing is known of '{name}'; names are written like nn.Dropout, mindspore.ops.softmax or torch.nn.Linear",
        "没有“{name}”的信息；请写成 nn.Dropout、mindspore.ops.softmax 或 torch.nn.Linear 这样的名称",
    ),
    "api-versions": ("versions: {text}", "版本：{text}"),
    "api-target": ("target: {text}", "目标版本：{text}"),
    "api-signature": ("signature: {text}", "参数：{text}"),
    "api-torch": ("PyTorch's counterpart: {text}", "PyTorch 中的对应接口：{text}"),
    "api-mint": ("in mindspore.mint: {text}", "mindspore.mint 中：{text}"),
    "api-mint-alike": ("same defaults as PyTorch: {text}", "默认值与 PyTorch 相同：{text}"),
    "api-since": ("from {since} on", "自 {since} 起"),
    "api-early": ("{since} or earlier, and later ones", "{since} 或更早，以及之后的版本"),
    "api-gone": ("{since} to {last}; {until} does not have it any more", "{since} 至 {last}；{until} 起不再提供"),
    "api-not-there": (" (does not have it)", "（没有该名称）"),
    "api-successor": ("successor: {text}", "替代接口：{text}"),
    "api-deprecated": ("deprecated{since}{use}", "已弃用{since}{use}"),
    "api-will-be-deprecated": ("announced to be deprecated{since}{use}", "文档已预告将弃用{since}{use}"),
    "api-deprecated-since": (" since {since}", "（自 {since} 起）"),
    "api-deprecated-use": ("; instead: {use}", "；替代：{use}"),
    "api-deprecated-argument": ("deprecated argument: {name}{use}", "已弃用的参数：{name}{use}"),
    "api-announced": ("announced in the documentation of 2.10:", "2.10 的文档预告的改动："),
    "api-default-changes": ("{name}: the default {old} becomes {new}", "{name}：默认值将由 {old} 改为 {new}"),
    "api-default-changes-somehow": ("{name}: the default {old} changes", "{name}：默认值 {old} 将会改变"),
    "api-renamed": ("{old} will be called {new}", "{old} 将改名为 {new}"),
    "api-dropped": ("{name} will be removed", "{name} 将被移除"),
    "api-will-removed": ("the API will be removed", "该接口将被移除"),
    "api-will-renamed": ("the API will be called {name}", "该接口将改名为 {name}"),
    "api-will-input": ("the inputs of a call will be called otherwise", "调用时输入的名称将改变"),
    "api-will-overload": ("there will be fewer or other signatures", "可用的参数形式将改变"),
    "api-will-semantics": ("it will do or take something else", "行为或可取的值将改变"),
    "api-will-positions": ("arguments will change their positions", "参数的位置将改变"),
    "api-will-order": ("arguments will stand in another order", "参数的顺序将改变"),
    "api-will-keyword-only": ("arguments will be taken by keyword only", "部分参数只能用关键字传入"),
    "api-will-return": ("it will return something else", "返回值将改变"),
    "api-will-defaults": ("further defaults will change", "其他默认值也将改变"),
    "api-will-required": ("arguments will be required", "部分参数将成为必需"),
    "api-torch-module": (
        "{name} is a part of PyTorch: ask for one of its names, {name}.NAME",
        "{name} 是 PyTorch 的一部分，请查询其中的名称：{name}.名称",
    ),
    "api-torch-only": (
        "{name} is PyTorch's; mslint knows nothing of the same kind in MindSpore",
        "{name} 是 PyTorch 的接口；mslint 未发现 MindSpore 中的同类接口",
    ),
    "api-torch-advised": (
        "{name} is PyTorch's; MindSpore has no such name",
        "{name} 是 PyTorch 的接口，MindSpore 没有它",
    ),
    "api-also": ("also: {text}", "另见：{text}"),
    "api-argument": ("PyTorch's {theirs} is {ours}", "PyTorch 的 {theirs} 在这里是 {ours}"),
    "api-argument-none": ("PyTorch's {theirs} has no counterpart", "PyTorch 的 {theirs} 没有对应参数"),
    "api-position": (
        "position {number}: {ours}, in PyTorch {theirs}",
        "第 {number} 个位置：{ours}，PyTorch 中是 {theirs}",
    ),
    "api-position-none": (
        "position {number}: nothing, in PyTorch {theirs}",
        "第 {number} 个位置：没有参数，PyTorch 中是 {theirs}",
    ),
    "api-default": (
        "default of {name}: MindSpore {ours}, PyTorch {theirs}",
        "{name} 的默认值：MindSpore {ours}，PyTorch {theirs}",
    ),
    "api-write": ("for PyTorch's behaviour: {text}", "与 PyTorch 一致的写法：{text}"),
    "api-write-for-now": (
        "for PyTorch's behaviour: {text} (until an announced change)",
        "与 PyTorch 一致的写法：{text}（预告的改动之前有效）",
    ),
    "api-differences": ("where the two differ:", "两者的差异："),
    "help-new-rule": (
        "Make a folder with a new rule that only needs editing.",
        "新建一条规则的目录，改一改即可使用。",
    ),
    "help-test-rules": (
        "Run the examples of the rules in rule-paths and show which do not yield what they say.",
        "运行 rule-paths 中各规则的示例，指出哪些结果与示例所写不符。",
    ),
    "test-rules-none": (
        "the configuration names no rules of your own (rule-paths), so there is nothing to test",
        "配置中没有用 rule-paths 指定自己的规则，没有可以测试的内容",
    ),
    "test-rules-place": ("{unit}: {example}, line {line}: {problem}", "{unit}：{example}，第 {line} 行：{problem}"),
    "test-rules-place-in-file": ("{unit}:{line}: {problem}", "{unit}:{line}：{problem}"),
    "test-rules-bad": ("bad of example {number}", "第 {number} 个示例的 bad"),
    "test-rules-good": ("good of example {number}", "第 {number} 个示例的 good"),
    "test-rules-silent": ("silent case '{case}'", "静默用例“{case}”"),
    "test-rules-unmarked": (
        "{code} {severity} is reported but not marked: {message}",
        "报告了 {code}（{severity}），但没有标注：{message}",
    ),
    "test-rules-unreported": (
        "{code} {severity} is marked but not reported",
        "标注了 {code}（{severity}），但没有报告",
    ),
    "test-rules-no-mark": (
        "no line is marked with a comment '# {code}', so this shows nothing",
        "没有任何一行用注释 “# {code}” 标注，这个示例说明不了什么",
    ),
    "test-rules-closing": (
        "Rules: {rules}; examples and silent cases: {examples}; differences: {count}.",
        "规则 {rules} 条，示例 {examples} 段，与标注不符 {count} 处。",
    ),
    "help-check-epilog": (
        "PATH is a file or a folder ('.' if none is given); '-' reads standard input.\n"
        "Exit status: 0 nothing found, 1 an error or a warning is shown, 2 wrong usage or settings, "
        "a path that does not exist or cannot be read, or a rule that crashed.",
        "PATH 是文件或目录，省略时为当前目录；“-” 表示读取标准输入。\n"
        "退出码：0 没有问题；1 有错误或警告；2 用法或配置有误、路径不存在或无法读取，或某条规则自身出错。",
    ),
    "help-output-format": ("how findings are written: {choices} (default: full)", "输出格式：{choices}（默认 full）"),
    "help-level": (
        "lowest severity shown: {choices} (default: warning)",
        "显示的最低级别：{choices}（默认 warning）",
    ),
    "help-select": (
        "rules to run instead of the default set: codes (MSL101), prefixes (MSL1) or names",
        "只运行这些规则：编号（MSL101）、编号前缀（MSL1）或名称",
    ),
    "help-extend-select": ("rules to run besides the others", "在原有规则之外再运行这些规则"),
    "help-ignore": ("rules not to run", "不运行这些规则"),
    "help-stdin-filename": ("name of the file that '-' stands for", "用 “-” 读取时，内容所对应的文件名"),
    "help-statistics": ("count the findings of each rule", "统计每条规则的发现数"),
    "help-exit-zero": ("exit with 0 even if something is found", "即使有发现，退出码也为 0"),
    "help-quiet": ("findings only, no closing line", "只显示发现，不显示末尾的汇总"),
    "help-force-exclude": (
        "leave excluded files out even where they are named (for pre-commit)",
        "即使在命令行中直接给出，也跳过被 exclude 排除的文件（供 pre-commit 使用）",
    ),
    "help-no-progress": ("no progress bar", "不显示进度条"),
    "help-color": ("colours: {choices} (default: auto)", "是否使用颜色：{choices}（默认 auto）"),
    "help-no-cache": ("neither use nor keep what earlier runs worked out", "不使用也不保存以往运行的结果"),
    "help-cache-dir": (
        "where to keep what runs work out (default: below the user's cache folder)",
        "缓存所在目录（默认：位于用户的缓存目录下）",
    ),
    "help-jobs": (
        "number of processes (default: one for each processor; few files are checked in one)",
        "进程数（默认与处理器数相同；文件很少时只用一个进程）",
    ),
    "help-cache": ("what earlier runs have left, or its end", "查看或清除以往运行留下的缓存"),
    "cache-word": (
        "'mslint cache' takes 'info' or 'clean', not '{word}'",
        "“mslint cache” 后面应为 info 或 clean，而不是“{word}”",
    ),
    "cache-none": ("There is no cache at {path}.", "{path} 处没有缓存。"),
    "cache-nowhere": (
        "No cache is kept: its place is named, and the name is empty.",
        "未使用缓存：缓存位置被设为空。",
    ),
    "cache-no-folder": (
        "No cache is kept: this user has no cache folder.",
        "未使用缓存：当前用户没有缓存目录。",
    ),
    "cache-removed": ("Removed {path}.", "已清除 {path}。"),
    "cache-stays": ("{path} cannot be removed: {reason}", "无法清除 {path}：{reason}"),
    "cache-unreadable": (
        "{path} is there, but is no cache that can be read.",
        "{path} 存在，但无法作为缓存读取。",
    ),
    "cache-unwritable": (
        "this run can keep nothing in {path}: {reason}",
        "本次运行无法在 {path} 中保存缓存：{reason}",
    ),
    "cache-not-ours": (
        "no cache is used in {path}: something lies there, or leads there, that mslint did not put there",
        "未使用 {path} 中的缓存：那里的内容或指向那里的链接不是 mslint 创建的",
    ),
    "cache-without-folder": (
        "no cache is used in {path}: what shows whose it is would lie in the user's cache folder, and that is missing, "
        "cannot be written, or lies in the project",
        "未使用 {path} 中的缓存：用来确认其归属的密钥应放在用户的缓存目录里，而该目录不存在、无法写入，或位于项目之内",
    ),
    "cache-info": (
        "{path}: {size} MB; files seen: {files}, results: {results}.",
        "{path}：{size} MB，已记录 {files} 个文件、{results} 项结果。",
    ),
    "help-target-version": (
        "MindSpore version that the code is for (default: configuration, else the pin in the requirements, else the "
        "newest known)",
        "代码所用的 MindSpore 版本（默认依次取：配置、依赖文件中锁定的版本、已知的最新版本）",
    ),
    "help-lang": ("language: en or zh (default: en)", "语言：en 或 zh（默认 en）"),
    "help-config": ("configuration file to use instead of the nearest", "使用指定的配置文件，不再就近查找"),
    "help-isolated": ("ignore all configuration files", "忽略所有配置文件"),
    "help-allow-rule-paths": (
        "run the rules that the configuration names in rule-paths: code of the project",
        "允许运行配置项 rule-paths 所指的规则，即项目自带的代码",
    ),
    "rule-paths-not-allowed": (
        "{where}: the rules in {paths} are not used, as their code would run; if you trust it: --allow-rule-paths, or "
        "MSLINT_ALLOW_RULE_PATHS=1",
        "{where}：没有使用 {paths} 中的规则，因为那会运行其中的代码；如果信任这些代码，请用 --allow-rule-paths 或设置 "
        "MSLINT_ALLOW_RULE_PATHS=1",
    ),
    "rule-paths-nested": (
        "{where}: the rules in {paths} are not used: rule-paths counts only in the configuration at the top of the "
        "project that mslint is started in, or in one that --config names",
        "{where}：没有使用 {paths} 中的规则：rule-paths 只在启动 mslint 时所在项目的根目录配置或 --config 指定的配置中有效",
    ),
    "rule-paths-outside": (
        "{where}: rule-paths: {path} does not lie below the folder of the configuration",
        "{where}：rule-paths：{path} 不在配置文件所在的目录之下",
    ),
    "help-exclude": ("files and folders to leave out", "要排除的文件或目录"),
    "help-show-settings": ("show each setting and where it comes from, then exit", "显示每项设置及其来源，然后退出"),
    "help-version": ("show the version, then exit", "显示版本号，然后退出"),
    "help-help": ("show this help, then exit", "显示本帮助，然后退出"),
    "help-rules-format": ("table or json (default: table)", "table 或 json（默认 table）"),
    "help-rule-format": ("text or json (default: text)", "text 或 json（默认 text）"),
    "help-code": ("code of the new rule (default: the next free one)", "新规则的编号（默认取下一个空闲编号）"),
    "help-convert": (
        "bring a rule of an earlier form, or a folder of them, into today's: cases and Chinese in files of their own",
        "把旧格式的规则（或整个目录）改为现在的格式：用例和中文各放在单独的文件中",
    ),
    "help-libcst": (
        "make a rule that is a visitor of libcst's, with a checker.py",
        "生成以 libcst 访问器编写的规则，附带 checker.py",
    ),
    "help-path": (
        "folder of rules to put it into (default: the first of rule-paths, else ./rules)",
        "放在哪个规则目录下（默认为 rule-paths 的第一项，否则为 ./rules）",
    ),
}
