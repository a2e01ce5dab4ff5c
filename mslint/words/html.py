"""What only the reports of the checklist say: HTML, Markdown and text."""

from __future__ import annotations

from typing import Dict, Tuple

# key: (English, Chinese); placeholders are str.format fields and must be the same in both.
WORDS: Dict[str, Tuple[str, str]] = {
    "sheet-title": ("Accuracy checklist", "精度检查清单"),
    # how an item ends
    "sheet-problem": ("Problem found", "发现问题"),
    "sheet-needs-you": ("Needs you", "需要您判断"),
    "sheet-ok": ("No problem", "无问题"),
    "sheet-not-applicable": ("Not applicable", "不涉及"),
    # the sentence above everything
    "sheet-head-problems": ("Problems were found in {count} of {total} items.", "{total} 项中有 {count} 项发现问题。"),
    "sheet-head-problem": ("A problem was found in 1 of {total} items.", "{total} 项中有 1 项发现问题。"),
    "sheet-head-problem-alone": ("A problem was found in the only item.", "仅有的 1 项发现了问题。"),
    "sheet-head-no-problem": ("No problem was found in {total} items.", "{total} 项都没有发现问题。"),
    "sheet-head-no-problem-alone": ("No problem was found in 1 item.", "仅有的 1 项没有发现问题。"),
    "sheet-head-needs": ("{count} items need you.", "{count} 项需要您判断。"),
    "sheet-head-needs-one": ("1 item needs you.", "1 项需要您判断。"),
    "sheet-head-empty": ("The checklist has no items.", "清单中没有检查项。"),
    # what the summary tells
    "sheet-target": ("Target version", "目标版本"),
    "sheet-target-is": ("MindSpore {version} ({source})", "MindSpore {version}（来源：{source}）"),
    "sheet-from-command-line": ("command line", "命令行"),
    "sheet-from-configuration": ("configuration", "配置文件"),
    "sheet-from-requirements": ("requirements", "依赖声明"),
    "sheet-from-default": ("newest known", "已知的最新版本"),
    "sheet-scripts": ("Scripts followed", "检查的脚本"),
    "sheet-scripts-none": ("none", "无"),
    "sheet-files": ("Files checked", "检查的文件"),
    "sheet-findings": ("Findings", "发现的问题"),
    "sheet-findings-none": ("none", "无"),
    "sheet-run": ("Run on", "运行环境"),
    "sheet-run-nothing": ("nothing was run, the code was only read", "只读了代码，没有运行"),
    "sheet-unread": ("Not checked", "未能检查"),
    "sheet-note": ("Note", "说明"),
    # items
    "sheet-part-items": ("Items of the checklist", "清单中的检查项"),
    "sheet-part-further": ("Further items", "其他检查项"),
    "sheet-conclusion": ("Conclusion", "结论"),
    "sheet-items": ("Items", "项数"),
    "sheet-item": ("Item", "检查项"),
    "sheet-seen-code": ("in the code", "代码"),
    "sheet-seen-data": ("in the data", "数据"),
    "sheet-seen-device": ("on the device", "设备"),
    "sheet-at": ("{text} ({places})", "{text}（见 {places}）"),
    "sheet-code-of": ("Code of {place}", "{place} 处的代码"),
    "sheet-more-places": ("{count} more places", "另有 {count} 处"),
    "sheet-more-rows": ("{count} more rows stand in the JSON report.", "另有 {count} 行，见 JSON 报告。"),
    "sheet-more-files": ("{count} more", "另有 {count} 个"),
    # exhibits
    "sheet-chart": (
        "Bar chart: {title}. {count} values from {smallest} to {largest}.",
        "条形图：{title}。共 {count} 个数值，从 {smallest} 到 {largest}。",
    ),
    "sheet-chart-empty": ("Bar chart: {title}. No values.", "条形图：{title}。没有数值。"),
    "sheet-chart-others": ("sum of the other {count}", "其余 {count} 项之和"),
    "sheet-numbers": ("The numbers as a table ({count})", "以表格列出数值（{count}）"),
    "sheet-label": ("Label", "标签"),
    "sheet-value": ("Value", "数值"),
    "sheet-table": ("Table: {title}", "表格：{title}"),
    "sheet-sample": ("Sample: {label}", "样本：{label}"),
    "sheet-pictures-out": ("Pictures are in the HTML report.", "图片见 HTML 报告。"),
    # what one can do with the page
    "sheet-skip": ("Skip to the items", "跳到检查项"),
    "sheet-overview": ("Overview", "总览"),
    "sheet-filters": ("Filters", "筛选"),
    "sheet-by-conclusion": ("Conclusion", "结论"),
    "sheet-by-group": ("Group", "分组"),
    "sheet-by-severity": ("Severity", "级别"),
    "sheet-search": ("Search", "搜索"),
    "sheet-reset": ("Show all", "显示全部"),
    "sheet-shown": ("{shown} of {total} items shown", "显示 {total} 项中的 {shown} 项"),
    "sheet-none-shown": ("No item matches these filters.", "没有符合筛选条件的检查项。"),
    "sheet-dark": ("Dark", "深色"),
    "sheet-print": ("Print", "打印"),
    "sheet-keys": ("Keys: / searches, j and k move", "快捷键：/ 搜索，j、k 逐项移动"),
    "sheet-written": ("Written by mslint {version}.", "由 mslint {version} 生成。"),
    # text
    "sheet-text-problems": ("Problems", "发现的问题"),
    "sheet-text-needs": ("What needs you", "需要您判断的项目"),
    "sheet-text-count": ("{name}: {count}", "{name} {count} 项"),
    "sheet-text-total": ("{total} items. {counts}.", "共 {total} 项：{counts}。"),
    "sheet-text-total-one": ("1 item. {counts}.", "共 1 项：{counts}。"),
}
