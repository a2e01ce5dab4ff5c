"""What is said of code that cannot be parsed, and of rule units."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "parse-too-deep": (
        "the code is nested or chained too deeply to be parsed",
        "代码的嵌套或连续运算过深，无法解析",
    ),
    "parse-newer-too-large": (
        "syntax error: {reason}; only files below {limit} kB are read in the grammar of a newer Python: if this is one, run mslint with that Python",
        "语法错误：{reason}；只有小于 {limit} kB 的文件才会按更新的 Python 语法读取：如果该文件用了新语法，请用相应版本的 Python 运行 mslint",
    ),
    "parse-syntax": ("syntax error: {reason}", "语法错误：{reason}"),
    "rule-language-missing": (
        "{where}: a rule needs its texts, at least in English; [text.{language}] is missing",
        "{where}：规则必须有文本，至少要有英文，这里缺少 [text.{language}]",
    ),
    "rule-sources-differ": (
        "{where}: {count} [[source]] tables here, {wanted} in rule.toml: one for each, in the same order",
        "{where}：此处有 {count} 个 [[source]]，rule.toml 中有 {wanted} 个；应一一对应，顺序相同",
    ),
    "rule-cases-unpaired": (
        "{where}: {good} cells, and {bad} in bad.py: each bad example needs its good one, in the same order",
        "{where}：共 {good} 个单元，bad.py 中有 {bad} 个；每个反例都要有对应的正例，顺序相同",
    ),
    "rule-case-version": (
        "{where}: behind # %% stands a MindSpore version such as 2.7, or nothing; found '{title}'",
        "{where}：# %% 之后只能写 MindSpore 版本（如 2.7）或留空，实际是“{title}”",
    ),
    "rule-case-untitled": (
        "{where}: behind # %% must stand what the case is",
        "{where}：# %% 之后应写明这是什么情形",
    ),
    "rule-not-converted": (
        "{where}: the unit would not say the same afterwards, and is left as it is; convert it by hand",
        "{where}：改写后内容会有出入，因此未作改动；请手工改写",
    ),
    "rule-case-unfit": (
        "{where}: a line of a case must not begin with # %%, and its title holds no |; found '{text}'",
        "{where}：用例中的行不能以 # %% 开头，标题中不能有 |，实际是“{text}”",
    ),
    "rule-case-unmarked": (
        "{where}: a file of cases begins with # %%",
        "{where}：用例文件应以 # %% 开头",
    ),
    "rule-unknown-key": (
        "{where}: unknown key '{key}'; allowed are {allowed}",
        "{where}：未知的键“{key}”，可用的有 {allowed}",
    ),
    "rule-not-a-table": ("{where}: '{key}' must be a table", "{where}：“{key}”必须是表"),
    "rule-not-a-number": ("{where}: '{key}' must be a number", "{where}：“{key}”必须是数字"),
    "rule-not-a-flag": ("{where}: '{key}' must be true or false", "{where}：“{key}”只能是 true 或 false"),
    "rule-text-missing": ("{where}: '{key}' must be given, as a string", "{where}：必须以字符串形式给出“{key}”"),
    "rule-not-strings": ("{where}: '{key}' must be a list of strings", "{where}：“{key}”必须是字符串列表"),
    "rule-bad-value": ("{where}: '{value}' is no valid value of '{key}'", "{where}：“{value}”不是“{key}”的合法取值"),
    "rule-not-one-of": (
        "{where}: '{key}' is '{value}' but must be one of {allowed}",
        "{where}：“{key}”的值是“{value}”，只能取 {allowed}",
    ),
    "rule-duplicate": ("{where}: '{key}' is already taken by {other}", "{where}：“{key}”已被 {other} 占用"),
    "rule-fix-empty": (
        "{where}: a fix needs one of write, name, drop and around",
        "{where}：fix 需要 write、name、drop、around 中的至少一项",
    ),
    "rule-fix-around": (
        "{where}: around.{name} takes two texts, what stands before the value and what stands behind it",
        "{where}：around.{name} 需要两段文本：加在值前面的和加在值后面的",
    ),
    "rule-bad-range": (
        "{where}: '{value}' is no range of MindSpore versions; write one such as '>=2.0', '>=2.0,<2.8' or '<2.1'",
        "{where}：“{value}”不是 MindSpore 的版本范围，应写成 “>=2.0”、“>=2.0,<2.8” 或 “<2.1” 这样的形式",
    ),
    "rule-bad-template": (
        "{where}: '{key}' is no text with placeholders: {reason}",
        "{where}：“{key}”中的占位符写法有误：{reason}",
    ),
    "rule-bad-placeholder": (
        "{where}: the placeholder {{{name}}} in '{key}' must be a plain name, as in {{api}}; a brace itself is written twice",
        "{where}：“{key}”中的占位符 {{{name}}} 应为普通名称，如 {{api}}；花括号本身要写两遍",
    ),
    "rule-variant-missing": (
        "{where}: the variant '{name}' needs its text in both languages; [text.{language}.variants.{name}] is missing",
        "{where}：变体“{name}”必须同时提供中英文文本，这里缺少 [text.{language}.variants.{name}]",
    ),
    "rule-asks-nothing": (
        "{where}: the unit has neither [[api]] rows nor anything under [on], so it would never be asked",
        "{where}：规则单元既没有 [[api]]，[on] 中也没有内容，永远不会被执行",
    ),
    "rule-checker-missing": (
        "{where}: [on] needs a checker.py, which is missing in {folder}",
        "{where}：写了 [on] 就需要 checker.py，但 {folder} 中没有",
    ),
    "rule-unreadable": ("{where}: the file cannot be read: {reason}", "{where}：无法读取该文件：{reason}"),
    "rule-path-missing": (
        "{where}: the folder {path} does not exist",
        "{where}：目录 {path} 不存在",
    ),
    "rule-path-empty": (
        "{where}: {path} holds no rule: each is a folder of its own with a rule.toml",
        "{where}：{path} 中没有规则；每条规则应是一个含有 rule.toml 的子目录",
    ),
    "flaw-not-iterable": (
        "the checker must yield hits, it returned {found}",
        "检查器应当用 yield 给出 Hit，实际返回了 {found}",
    ),
    "node-of-another-tree": (
        "this {kind} comes neither from facts.module nor from a node of a call or class of this file; a node that was"
        " changed is another one",
        "这个 {kind} 既不在 facts.module 中，也不在本文件某个调用或类的 node 中；节点改动后就是另一个节点",
    ),
    "flaw-no-hit": ("the checker must yield hits, it yielded {found}", "检查器应当给出 Hit，实际给出了 {found}"),
    "flaw-wrong-part": (
        "'{part}' of the hit must be {wanted} but is {found}",
        "Hit 的 {part} 应为 {wanted}，实际是 {found}",
    ),
    "flaw-no-variant": (
        "there is no variant '{variant}' among the texts; there are {known}",
        "文本中没有名为“{variant}”的变体，只有 {known}",
    ),
    "flaw-unfilled": (
        "the text asks for {{{name}}}, the hit only gives {given}",
        "文本要填入 {{{name}}}，而 Hit 只给出了 {given}",
    ),
    "flaw-unformattable": ("the text cannot be filled in: {reason}", "无法填写文本中的占位符：{reason}"),
    "rule-checker-broken": ("{where}: the checker cannot be loaded: {reason}", "{where}：无法加载检查器：{reason}"),
    "rule-checker-lacks": (
        "{where}: the unit asks for a function {entry}, which is missing",
        "{where}：规则单元需要函数 {entry}，但没有定义",
    ),
    "rule-checker-signature": (
        "{where}: {entry} must take ({wanted}) but takes ({found})",
        "{where}：{entry} 的参数应为 ({wanted})，实际为 ({found})",
    ),
}
