// Clicks through a report of differences: node report_page.js BROWSER PAGE
"use strict";
const assert = require("assert");
const { execFileSync } = require("child_process");
const { chromium } = require("playwright-core");

const [browserName, page] = process.argv.slice(2);

(async () => {
  const executablePath = execFileSync("which", [browserName]).toString().trim();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const tab = await browser.newPage();
  const errors = [];
  const requests = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  tab.on("request", (request) => requests.push(request.url()));
  await tab.goto(`file://${page}`);
  const shown = (selector) =>
    tab.$$eval(selector, (all) => all.filter((one) => one.offsetParent !== null).length);
  const count = () => tab.textContent("#count");

  assert.strictEqual(await tab.isVisible("#filters"), true);
  assert.strictEqual(await count(), "3 of 3 changes");
  assert.match(await tab.textContent(".same summary"), /^1990 nodes without differences$/);

  await tab.fill("#search", "jq");
  assert.strictEqual(await count(), "1 of 3 changes");
  await tab.fill("#search", "");
  await tab.selectOption("#kind", "added");
  assert.strictEqual(await count(), "1 of 3 changes");
  assert.strictEqual(await shown(".group"), 0);
  await tab.selectOption("#kind", "");
  await tab.selectOption("#type", "Package");
  assert.strictEqual(await shown(".group"), 1);
  await tab.selectOption("#type", "");

  await tab.fill("#node", "node0000");
  assert.strictEqual(await shown(".node"), 1);
  assert.strictEqual(await count(), "3 of 3 changes");
  await tab.fill("#node", "node0005");
  assert.strictEqual(await count(), "1 of 3 changes");
  await tab.fill("#node", "");

  const color = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await color();
  await tab.click("#theme");
  assert.notStrictEqual(await color(), before);

  assert.deepStrictEqual(errors, []);
  assert.deepStrictEqual(requests, [`file://${page}`]);
  await browser.close();
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
