import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../api/test-service.ts';
import { findBarriers } from './find-barriers.ts';
import {
  hasFocus,
  openAtLiveSite,
  startDashboard,
  waitForFocus,
  type OpenPage,
  type TestDashboard,
} from './open-dashboard.ts';

let dashboard: TestDashboard;
let opened: OpenPage;

before(async () => {
  dashboard = await startDashboard({ deploymentConcurrency: '1' });
  opened = await openAtLiveSite(dashboard);
});
after(() => dashboard.stop());

const filePath = (path: string): string =>
  `/v1/projects/${dashboard.service.projectId}/drafts/main/files/${encodeURIComponent(path)}`;
const readText = async (path: string): Promise<string> =>
  (await dashboard.service.request('GET', filePath(path))).json.content;
const write = async (path: string, content: string): Promise<void> => {
  await dashboard.service.request('PUT', filePath(path), { body: { content, version: null } });
};
const textOf = (page: Page, path: string) => page.getByRole('textbox', { name: `Text of ${path}` });
const isSaved = async (path: string, expected: string): Promise<void> => {
  await until(
    () => readText(path),
    (text) => text === expected,
  );
};

async function openVisual(page: Page, path: string): Promise<void> {
  await page.goto(`${dashboard.url}/projects/${dashboard.service.projectId}/editor/main/${path}?view=visual`);
  await page.locator('.vm').waitFor();
}

/** Returns the distance from the window's left edge to the text of the first matching element, in pixels. */
const leftOf = async (page: Page, selector: string): Promise<number> => {
  const read =
    '(element) => element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft)';
  return Number(await page.locator(selector).first().evaluate(read));
};

const head = '---\ntitle: "A page"\n---\n\n';

test('pages with CRLF, a byte order mark or broken MDX open in visual mode unchanged, and typing changes only the edited line', async () => {
  const { page, faults } = opened;
  const formats = {
    'crlf.mdx': `${head}# Title\n\nText\n\n| a | b |\n|---|:-:|\n| 1 |\n\n<Note>\n\tTab\n</Note>\n\nEnd`.replaceAll(
      '\n',
      '\r\n',
    ),
    'mark.mdx': `\uFEFF${head}<Card title='x'   >\ntext\n</Card>\n\n* one\n+ two\n\nEnd`,
    'broken.mdx': `${head}<Note>\n\n{not closed\n\n<script>alert(1)</script>\n\n<img src=x onerror="alert(1)">\n\nEnd`,
  };
  for (const [path, content] of Object.entries(formats)) {
    await write(path, content);
    await openVisual(page, path);
    await textOf(page, path).press('Control+End');
    assert.equal(await readText(path), content);
    await page.keyboard.type('ing');
    await isSaved(path, `${content}ing`);
  }
  assert.deepEqual(faults, []);
});

test('a table’s cells and rows are edited, and only the table’s lines change', async () => {
  const { page, faults } = opened;
  const path = 'table.mdx';
  const content = `${head}Before\n\n| Name | Value |\n|:-----|-------|\n| a    | b     |\n\nAfter\n`;
  await write(path, content);
  await openVisual(page, path);
  const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
  await cell('Row 1, column 2').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' | c');
  const edited = content.replace('| b     |', String.raw`| b \| c     |`);
  await isSaved(path, edited);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('new');
  await isSaved(path, edited.replace('c     |\n', 'c     |\n| new |  |\n'));
  await page.keyboard.press('Tab');
  assert.equal(await hasFocus(cell('Row 2, column 2')), true);
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Remove this row' }).click();
  await isSaved(path, edited);
  await page.keyboard.press('Escape');
  assert.deepEqual(faults, []);
});

test('characters that begin tags and expressions are typed as text, and a cell is shown formatted until it is edited', async () => {
  const { page, faults } = opened;
  const path = 'plain.mdx';
  const content = `${head}Text \n\n\`code\`\n\n| Name | Value |\n|------|-------|\n| **a** \`b\` | c |\n\nEnd `;
  await write(path, content);
  await openVisual(page, path);
  await textOf(page, path).press('Control+End');
  await page.keyboard.type('if a < b, {id}');
  const typed = content.replace('End ', String.raw`End if a \< b, \{id}`);
  await isSaved(path, typed);
  const cell = page.getByRole('textbox', { name: 'Row 1, column 1', exact: true });
  assert.equal(await cell.innerText(), 'a b');
  await cell.click();
  assert.equal(await cell.innerText(), '**a** `b`');
  await page.keyboard.press('End');
  await page.keyboard.type(' {x} `{y}`');
  await isSaved(path, typed.replace('`b`', '`b` \\{x} `{y}`'));
  await page.keyboard.press('Escape');
  assert.equal(await cell.innerText(), 'a b {x} {y}');
  assert.deepEqual(faults, []);
});

test('the / menu and the properties form can be used by keyboard alone', async () => {
  const { page, faults } = opened;
  const path = 'menu.mdx';
  await write(path, `${head}Text\n`);
  await openVisual(page, path);
  await textOf(page, path).press('Control+End');
  await page.keyboard.type('\n/no');
  await page.getByRole('option', { name: /^Note/ }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.waitForTimeout(100); // The list ignores keys for its first 75 ms, so that nothing is accepted by mistake.
  await page.keyboard.press('Enter');
  await page.keyboard.type('Inside');
  await page.keyboard.press('Alt+Enter');
  const dialog = page.getByRole('dialog', { name: 'Properties of Note' });
  await dialog.getByLabel('title').fill('Say "hello"');
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await isSaved(path, `${head}Text\n\n<Note title='Say "hello"'>\n  Inside\n</Note>`);
  await page.keyboard.type(' more');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+b');
  await isSaved(path, `${head}Text\n\n<Note title='Say "hello"'>\n  Inside **more**\n</Note>`);
  const pressed = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { pressed: true });
  assert.equal(await pressed.getAttribute('aria-label'), 'Bold');
  await page.keyboard.press('Tab');
  assert.equal(await hasFocus(textOf(page, path)), false);
  assert.deepEqual(faults, []);
});

test('an image in the project can be found by name and inserted by keyboard', async () => {
  const { page, faults } = opened;
  await write('library.mdx', `${head}Text\n`);
  await openVisual(page, 'library.mdx');
  const text = textOf(page, 'library.mdx');
  await text.getByText('Text', { exact: true }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/ima');
  await page.getByRole('option', { name: /^Image/ }).waitFor();
  await page.waitForTimeout(100); // The list ignores keys for its first 75 ms.
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Insert an image or video' });
  await waitForFocus(dialog.getByLabel('Find a file in the project'));
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.type('console light');
  await dialog.getByText('1 file', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'images/console-light.svg' }).press('Enter');
  await waitForFocus(dialog.getByLabel('Alternative text'));
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.type('The console');
  await page.keyboard.press('Enter');
  await isSaved('library.mdx', `${head}Text\n\n![The console](/images/console-light.svg)`);
  await text.getByRole('img', { name: 'The console' }).waitFor();
  assert.deepEqual(faults, []);
});

test('pasted HTML becomes clean MDX', async () => {
  const { page, faults } = opened;
  const path = 'paste.mdx';
  await write(path, head);
  await openVisual(page, path);
  await textOf(page, path).press('Control+End');
  // A string, because these files have no browser types.
  await page.evaluate(`(() => {
    const box = [...document.querySelectorAll('div')].map((each) => each.shadowRoot?.querySelector('.cm-content')).find(Boolean);
    const data = new DataTransfer();
    data.setData('text/html', '<h2>Set up</h2><p>If a &lt; {b}, <b>stop</b>.<img src="https://t.example/p.gif" onerror="alert(1)" width="1"></p><script>alert(1)</script><ul><li><a href="javascript:alert(1)">One</a><li>Two</ul>');
    data.setData('text/plain', 'plain');
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
  await isSaved(path, `${head}## Set up\n\nIf a \\< \\{b\\}, **stop**.\n\n- One\n- Two`);
  // The browser reports the blocked inline handler, although the document in which the editor parses the HTML never
  // runs scripts.
  assert.deepEqual(
    faults.splice(0).filter((fault) => !fault.includes('Executing inline event handler violates')),
    [],
  );
});

test('the mode is in the address and remembered, Page settings opens the frontmatter form, and both color schemes are accessible', async () => {
  const { page, faults } = opened;
  await openVisual(page, 'components/gallery.mdx');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await findBarriers(page), []);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  assert.deepEqual(await findBarriers(page), []);
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
  assert.equal(await leftOf(page, '.vm-page-title'), await leftOf(page, '.vm-h2'));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  const url = `${dashboard.url}/projects/${dashboard.service.projectId}/editor/main/quickstart.mdx`;
  await page.goto(`${url}?view=source`);
  await page.getByRole('button', { name: 'Visual', exact: true }).click();
  await page.waitForURL(/view=visual/);
  await page.goto(url);
  await page.locator('.vm').waitFor();
  await page.getByRole('button', { name: 'Page settings' }).click();
  await page.getByRole('region', { name: 'Frontmatter' }).waitFor();
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  assert.deepEqual(faults, []);
});

test('a page that is too large for visual mode is shown as text', async () => {
  const { page } = opened;
  await write('large.mdx', `${head}${'A line of text.\n\n'.repeat(120_000)}`);
  await page.goto(`${dashboard.url}/projects/${dashboard.service.projectId}/editor/main/large.mdx?view=visual`);
  await page.getByText('This page is too large for visual mode').waitFor();
  await textOf(page, 'large.mdx').waitFor();
});
