// Filters, keys, the dark scheme and printing. The page says all it has to say without this.
"use strict";
(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));

  const items = all(".item").map((element) => ({
    element,
    conclusion: element.dataset.conclusion,
    group: element.dataset.group,
    findings: all(".finding", element),
    words: element.textContent.toLowerCase(),
    rows: all("nav li").filter((row) => row.dataset.for === element.id),
  }));
  const choices = all("button[data-facet]");
  const search = byId("ui-search");
  const status = byId("ui-status");
  const keys = byId("ui-keys");
  const dark = byId("ui-dark");

  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));

  // Of each kind, what is chosen; where nothing is chosen, all of it counts.
  const chosen = (facet) =>
    new Set(choices.filter((each) => each.dataset.facet === facet && isPressed(each)).map((each) => each.dataset.value));

  function filter() {
    const [conclusions, groups, severities] = ["conclusion", "group", "severity"].map(chosen);
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const allows = (set, value) => set.size === 0 || set.has(value);
    let shown = 0;
    for (const item of items) {
      for (const finding of item.findings) finding.hidden = !allows(severities, finding.dataset.severity);
      const visible =
        allows(conclusions, item.conclusion) &&
        allows(groups, item.group) &&
        (severities.size === 0 || item.findings.some((finding) => !finding.hidden)) &&
        wanted.every((word) => item.words.includes(word));
      item.element.hidden = !visible;
      for (const row of item.rows) row.hidden = !visible;
      shown += visible ? 1 : 0;
    }
    for (const section of all(".group, .part")) section.hidden = !all(".item", section).some((each) => !each.hidden);
    const filtered = conclusions.size + groups.size + severities.size + wanted.length > 0;
    status.toggleAttribute("data-filtered", filtered);
    if (!filtered) status.textContent = "";
    else status.textContent = shown ? status.dataset.text.replace("{shown}", shown) : status.dataset.none;
  }

  for (const button of choices) {
    button.addEventListener("click", () => {
      press(button, !isPressed(button));
      filter();
    });
  }
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    search.value = "";
    filter();
    search.blur();
  });
  byId("ui-reset").addEventListener("click", () => {
    for (const button of choices) press(button, false);
    search.value = "";
    filter();
  });

  // Keys of one letter can be switched off: they get in the way of speech input.
  document.addEventListener("keydown", (event) => {
    if (event.target === search || !keys.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      search.closest("details").open = true;
      search.focus();
    } else if (event.key === "j" || event.key === "k") {
      move(event.key === "j" ? 1 : -1);
    }
  });

  function move(step) {
    const visible = items.map((item) => item.element).filter((element) => !element.hidden);
    const within = visible.findIndex((element) => element.contains(document.activeElement));
    // Nothing has the focus: from what stands at the top of the window.
    const below = visible.findIndex((element) => element.getBoundingClientRect().top > 24);
    const at = within >= 0 ? within + step : below < 0 ? visible.length - 1 : step > 0 ? below : below - 1;
    const next = visible[at];
    if (!next) return;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start" });
  }

  const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.scheme || (prefersDark.matches ? "dark" : "light")) === "dark";
  press(dark, isDark());
  prefersDark.addEventListener("change", () => press(dark, isDark()));
  dark.addEventListener("click", () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    press(dark, isDark());
  });
  byId("ui-print").addEventListener("click", () => window.print());

  // What is folded away stands open in the file, and on paper.
  const narrow = window.matchMedia("(max-width: 62rem)").matches;
  for (const details of all("details")) details.open = details.closest("aside") !== null && !narrow;
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = all("details:not([open])");
    for (const details of closed) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });

  byId("ui-tools").hidden = false;
  byId("ui-filters").hidden = false;
})();
