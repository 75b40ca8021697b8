import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveFixture } from '../../testing/browser-fixture.ts';
import { launchBrowser } from '../../testing/launch-browser.ts';

test('a long code block can be expanded in a page and in an island, even after the island’s state changes', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\\n');
  const site = await serveFixture({
    'a.mdx': `import { Live } from '/snippets/live.jsx';\n\n<Live />\n\n\`\`\`js expandable\n${lines.replaceAll('\\n', '\n')}\n\`\`\``,
    'snippets/live.jsx': `export const Live = () => { const [n, set] = React.useState(0); return <div className="live"><button id="more" onClick={() => set(n + 1)}>{n}</button><CodeBlock language="js" expandable code={"${lines}"} /></div>; };`,
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${site.origin}/a.html`);
    await page.waitForSelector('dw-island > div > .live');
    const folds = page.locator('.code-fold');
    assert.equal(await folds.count(), 2);
    for (const index of [0, 1]) {
      await folds.nth(index).click();
      assert.equal(await folds.nth(index).getAttribute('aria-expanded'), 'true');
    }
    await page.click('#more');
    assert.equal(await page.textContent('#more'), '1');
    assert.equal(await page.locator('.code-unfolded').count(), 2);
  } finally {
    await browser.close();
    site.close();
  }
});
