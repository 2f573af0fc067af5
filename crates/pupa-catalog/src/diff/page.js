"use strict";
// Filters the report: an item is shown if it matches all filters, a section if it has such an item.
(() => {
  const byId = (id) => document.getElementById(id);
  const form = byId("filters");
  const [search, kind, type, node, count] = ["search", "kind", "type", "node", "count"].map(byId);
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const items = all(".item").map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
    kind: element.dataset.kind,
    type: element.dataset.type,
  }));
  const groups = all(".group").map((element) => ({
    element,
    nodes: new Set(element.querySelector(".names p").textContent.split(", ")),
  }));
  const sections = all(".node");

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const name = node.value.trim();
    let shown = 0;
    for (const item of items) {
      const isShown =
        words.every((word) => item.text.includes(word)) &&
        (!kind.value || item.kind === kind.value) &&
        (!type.value || item.type === type.value);
      item.element.hidden = !isShown;
    }
    const isFiltered = words.length > 0 || kind.value !== "" || type.value !== "";
    const hasItem = (element) => all(":scope > .item", element).some((item) => !item.hidden);
    for (const { element, nodes } of groups) {
      element.hidden = (name !== "" && !nodes.has(name)) || !hasItem(element);
    }
    for (const section of sections) {
      const isOther = name !== "" && section.dataset.node !== name;
      section.hidden = isOther || (isFiltered && !hasItem(section));
      if (name !== "" && !isOther) section.open = true;
    }
    for (const item of items) {
      if (!item.element.hidden && !item.element.parentElement.hidden) shown += 1;
    }
    count.textContent = `${shown} of ${items.length} changes`;
  };

  for (const input of [search, kind, type, node]) input.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const isDark = root.style.colorScheme
      ? root.style.colorScheme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.style.colorScheme = isDark ? "light" : "dark";
  });
  form.hidden = false;
  filter();
})();
