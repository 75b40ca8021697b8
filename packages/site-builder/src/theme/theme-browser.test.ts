import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import type { Browser, Page } from 'playwright-core';

import { sampleRows } from '../../../../scripts/sample-rows.ts';
import { createFixturePage, element } from '../page/components/component-fixture.ts';
import { calloutNames } from '../page/components/callouts.ts';
import { themeNames } from '../site/config/site-config.ts';
import type { ThemeName } from '../site/config/site-config.ts';
import { browseTheme, type Look, type ThemeBrowser } from './testing/browser-fixture.ts';
import { createTheme } from './create-theme.ts';
import { fixtureConfig, fixturePage, fixtureSite, fixtureView } from './testing/theme-fixture.ts';

/** The sites of this test, by first path segment: `/mint/start/install.html`. */
const files = new Map<string, string | Uint8Array>();
const testedThemes = sampleRows(themeNames, { name: 'themes', most: 1, always: (theme) => theme === 'mint' });
const pageModes = ['default', 'wide', 'custom', 'center', 'frame'] as const;
/** Modes change the same frame in each theme. */
const modesOf = (theme: ThemeName) =>
  sampleRows(pageModes, { name: `modes of ${theme}`, most: 5, mostInFull: theme === 'mint' ? 5 : 1 });
let site: ThemeBrowser;
let browser: Browser;
let origin = '';

before(async () => {
  for (const name of themeNames) addSite(name);
  site = await browseTheme(files);
  ({ browser, origin } = site);
});

after(() => site?.close());

const open = (path: string, look?: Look): Promise<Page> => site.open(path, look);

function addSite(name: ThemeName): void {
  const config = fixtureConfig(name);
  const theme = createTheme(
    fixtureSite(config, {
      basePath: `/${name}`,
      href: (target) => (/^[a-z]+:/.test(target) ? target : `/${name}/${target}.html`),
    }),
  );
  for (const file of theme.files()) files.set(`${name}/${file.path}`, file.bytes);
  const { content, headings } = gallery();
  files.set(`${name}/start/install.html`, theme.page(fixturePage({ content, headings }), fixtureView()));
  files.set(
    `${name}/rtl.html`,
    theme.page(fixturePage({ content, headings }), fixtureView({ language: 'ar', direction: 'rtl' })),
  );
  for (const mode of pageModes)
    files.set(
      `${name}/modes/${mode}.html`,
      theme.page(fixturePage({ content: brief(), headings, mode }), fixtureView()),
    );
  files.set(`${name}/start/install.md`, '# Install');
  files.set(`${name}/404.html`, theme.notFound(fixtureView()));
  files.set(`${name}/_docwright/search/search.js`, 'export function openSearch(options){window.opened=options}');
}

/** Renders enough content to fill a page of each mode; only the frame differs. */
function brief(): string {
  return createFixturePage().render(
    element('Note', {}, '<p>Text with <code>code</code> and a <a href="#x">link</a>.</p>'),
    element('Heading', { level: 2 }, 'Cards'),
    element('Card', { title: 'One', icon: 'rocket', href: '/a' }, '<p>Body</p>'),
    element('CodeBlock', { language: 'ts', filename: 'a.ts' }, 'const a = 1;'),
  );
}

function gallery(): { content: string; headings: readonly { id: string; text: string; depth: number }[] } {
  const page = createFixturePage();
  const tab = (title: string, text: string): ReturnType<typeof element> => element('Tab', { title }, `<p>${text}</p>`);
  const filler = `<p>${'Words that make the page long enough to scroll. '.repeat(60)}</p>`;
  const content = page.render(
    ...calloutNames.map((name) =>
      element(name, { title: name }, '<p>Text with <code>code</code> and a <a href="#x">link</a>.</p>'),
    ),
    element('Callout', { color: '#7c3aed', icon: 'leaf' }, '<p>Own color</p>'),
    element('Heading', { level: 2 }, 'Cards'),
    element(
      'CardGroup',
      { cols: 2 },
      element(
        'Card',
        { title: 'One', icon: 'rocket', href: '/a', cta: 'Go' },
        '<p>Body with a <a href="/b">link</a></p>',
      ),
      element('Card', { title: 'Two', horizontal: true, icon: 'bolt' }, '<p>Body</p>'),
    ),
    element('Tile', { title: 'Tile', href: '/t', description: 'Text' }, '<p>x</p>'),
    element('Heading', { level: 2 }, 'Tabs'),
    element(
      'Tabs',
      {},
      tab('npm', 'npm text'),
      tab('yarn', 'yarn text'),
      tab('pnpm', '<span id="inside">pnpm text</span>'),
    ),
    element(
      'CodeGroup',
      {},
      element('CodeBlock', { language: 'bash', filename: 'npm' }, 'npm i'),
      element('CodeBlock', { language: 'bash', filename: 'yarn' }, 'yarn add'),
    ),
    element(
      'CodeBlock',
      { language: 'ts', filename: 'a.ts', lines: true, highlight: '1' },
      `const a = 1;\n${'x'.repeat(300)}`,
    ),
    filler,
    element('Heading', { level: 2 }, 'Disclosure'),
    element(
      'AccordionGroup',
      {},
      element('Accordion', { title: 'Why', icon: 'circle-question' }, '<p>Because</p>'),
      element('Accordion', { title: 'Open', defaultOpen: true }, '<p>Text</p>'),
    ),
    element(
      'Steps',
      {},
      element('Step', { title: 'First' }, '<p>a</p>'),
      element('Step', { title: 'Second', icon: 'gear' }, '<p>b</p>'),
    ),
    element(
      'ParamField',
      { path: 'id', type: 'string', required: true },
      element(
        'Expandable',
        { title: 'more', defaultOpen: true },
        element('ResponseField', { name: 'x', type: 'n', default: 1, deprecated: true }, '<p>y</p>'),
      ),
    ),
    filler,
    element('Heading', { level: 2 }, 'Rest'),
    element(
      'Frame',
      { caption: 'Caption', hint: 'Hint' },
      '<img alt="" width="10" height="10" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    ),
    '<p>',
    element('Tooltip', { tip: 'A tip', headline: 'Head', cta: 'More', href: '/m' }, 'word'),
    ...['gray', 'blue', 'green', 'yellow', 'orange', 'red', 'purple', 'white', 'surface', 'white-destructive'].map(
      (color) => element('Badge', { color }, color),
    ),
    element('Badge', { stroke: true, color: 'green' }, 'stroke'),
    '</p>',
    element(
      'Tree',
      {},
      element('Tree.Folder', { name: 'src', defaultOpen: true }, element('Tree.File', { name: 'a.ts' })),
      element('Tree.File', { name: 'b' }),
    ),
    element('Color', { variant: 'compact' }, element('Color.Item', { name: 'blue', value: '#00f' })),
    element('Prompt', { description: 'Do it', actions: ['copy', 'cursor'] }, '<p>Prompt</p>'),
    element('Update', { label: 'May', description: '1.0', tags: ['New'] }, '<p>Changed</p>'),
    element('Update', { label: 'April', tags: ['Fix'] }, '<p>Mended</p>'),
    element('GitHub', { repo: 'a/b' }),
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    filler,
  );
  return { content, headings: page.headings };
}

files.set('axe.js', readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js')));

/** Serious and critical findings of all rules or of one rule. */
async function findFaults(page: Page, rule?: string): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.addScriptTag({ url: `${origin}/axe.js` });
  const options = { resultTypes: ['violations'], ...(rule === undefined ? {} : { runOnly: [rule] }) };
  return page.evaluate(async (axeOptions) => {
    type Result = {
      violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    const { violations } = await (globalThis as unknown as { axe: { run(options: object): Promise<Result> } }).axe.run(
      axeOptions,
    );
    return violations
      .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
      .flatMap((violation) =>
        violation.nodes
          .slice(0, 3)
          .map((node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`),
      );
  }, options);
}

test('axe finds nothing serious on a page with most components, in light and dark mode', async () => {
  const page = await open('/mint/start/install.html');
  assert.deepEqual(await findFaults(page), []);
  await page.click('.theme-switch');
  assert.deepEqual(await findFaults(page), []);
  await page.close();
});

for (const name of testedThemes) {
  test(`${name}: axe finds nothing serious in page modes`, async () => {
    // Pages are opened in one tab, which has already loaded style sheets and fonts: a new tab takes twice as long.
    const page = await open(`/${name}/modes/${pageModes[0]}.html`);
    for (const mode of modesOf(name)) {
      await page.goto(`${origin}/${name}/modes/${mode}.html`);
      assert.deepEqual(await findFaults(page), [], mode);
    }
    await page.close();
  });

  test(`${name}: text is readable in light and dark mode`, async () => {
    const page = await open(`/${name}/start/install.html`);
    assert.deepEqual(await findFaults(page, 'color-contrast'), []);
    await page.click('.theme-switch');
    assert.deepEqual(await findFaults(page, 'color-contrast'), []);
    await page.close();
  });
}

test('axe finds nothing serious on phones, with an open drawer, in right-to-left pages, and on the 404 page', async () => {
  const phone = await open('/mint/start/install.html', { width: 390 });
  assert.deepEqual(await findFaults(phone), []);
  await phone.click('.place-bar .nav-open');
  assert.deepEqual(await findFaults(phone), []);
  await phone.close();
  for (const path of ['/mint/rtl.html', '/mint/404.html']) {
    const page = await open(path);
    assert.deepEqual(await findFaults(page), []);
    await page.close();
  }
});

test('on right-to-left pages, a code block’s button is at the end of its lines, and a code group’s button at the end of its tabs', async () => {
  const page = await open('/mint/rtl.html');
  const isAtRight = (selector: string): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      const button = document.querySelector(${JSON.stringify(selector)});
      const box = button.parentElement.getBoundingClientRect();
      return button.getBoundingClientRect().left > box.left + box.width / 2;
    })()`);
  assert.equal(await isAtRight('.code-block:not(.code-group *) > .code-copy'), true);
  assert.equal(await isAtRight('.code-group .code-copy'), false);
  await page.close();
});

test('a page fits its window at 320, 700 and 1,100 pixels', async () => {
  for (const name of testedThemes) {
    const page = await open(`/${name}/start/install.html`, { width: 320 });
    for (const width of [320, 700, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      assert.ok(
        (await page.evaluate<number>(`document.documentElement.scrollWidth - innerWidth`)) <= 0,
        `${name} at ${width}`,
      );
    }
    await page.close();
  }
});

test('the layout does not shift while a page loads', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  await page.goto(`${origin}/mint/start/install.html`, { waitUntil: 'networkidle' });
  assert.ok((await page.evaluate<number>(`window.shift`)) < 0.01);
  await page.close();
});

test('tabs can be changed with arrow keys, and sets that share a title change together and store the choice', async () => {
  const page = await open('/mint/start/install.html');
  await page.focus('.tabs [role=tab][aria-selected=true]');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.textContent('.tabs [aria-selected=true]'), 'yarn');
  assert.equal(await page.textContent('.code-group [aria-selected=true]'), 'yarn');
  assert.ok(await page.isVisible('text=yarn text'));
  await page.keyboard.press('End');
  assert.equal(await page.textContent('.tabs [aria-selected=true]'), 'pnpm');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.reload();
  assert.equal(await page.textContent('.tabs [aria-selected=true]'), 'yarn');
  await page.close();
});

test('a link to a place in a hidden tab opens the tab', async () => {
  const page = await open('/mint/start/install.html#inside');
  assert.equal(await page.textContent('.tabs [aria-selected=true]'), 'pnpm');
  await page.close();
});

test('the theme switch changes the page, and the choice persists after a reload', async () => {
  const page = await open('/mint/start/install.html');
  await page.click('.theme-switch');
  assert.ok(await page.evaluate(`document.documentElement.classList.contains('dark')`));
  await page.reload();
  assert.ok(await page.evaluate(`document.documentElement.classList.contains('dark')`));
  await page.close();
});

test('the drawer receives the focus, closes on Escape and returns the focus', async () => {
  const page = await open('/mint/start/install.html', { width: 390 });
  assert.ok(!(await page.isVisible('.side-nav')));
  await page.click('.place-bar .nav-open');
  await page.locator('.side-nav').waitFor();
  await page.locator('.nav-close:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.nav-open:focus').waitFor();
  await page.close();
});

test('the first Tab reaches the skip link, which jumps to the content', async () => {
  const page = await open('/mint/start/install.html');
  await page.keyboard.press('Tab');
  await page.locator('.skip-link:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#content-area:focus').waitFor();
  await page.close();
});

test('the table of contents follows the reader', async () => {
  const page = await open('/mint/start/install.html');
  await page.evaluate(`document.getElementById('disclosure')?.scrollIntoView()`);
  await page.waitForFunction(
    `document.querySelector('#table-of-contents-content [aria-current]')?.textContent === 'Disclosure'`,
  );
  await page.evaluate(`scrollTo(0, document.body.scrollHeight)`);
  await page.waitForFunction(
    `document.querySelector('#table-of-contents-content [aria-current]')?.textContent === 'April'`,
  );
  await page.close();
});

test('the search isn’t loaded with the page, and the / key loads it', async () => {
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${origin}/mint/start/install.html`, { waitUntil: 'networkidle' });
  assert.ok(!asked.some((url) => url.includes('search')));
  assert.ok(asked.length <= 6, asked.join('\n'));
  await page.keyboard.press('/');
  await page.waitForFunction(`'opened' in window`);
  assert.deepEqual(await page.evaluate(`window.opened`), {
    base: '/mint/',
    scope: '',
    language: 'en',
  });
  await page.close();
});

test('a changelog can be filtered by its tags', async () => {
  const page = await open('/mint/start/install.html');
  await page.click('.tag-filter button:text-is("Fix")');
  assert.deepEqual(await page.locator('.update:visible .update-label').allTextContents(), ['April']);
  await page.click('.tag-filter button:text-is("Fix")');
  assert.equal(await page.locator('.update:visible').count(), 2);
  await page.close();
});

test('a dismissed banner remains hidden after a reload', async () => {
  const page = await open('/mint/start/install.html');
  await page.click('.banner-close');
  assert.ok(!(await page.isVisible('#banner')));
  await page.reload();
  assert.ok(!(await page.isVisible('#banner')));
  await page.close();
});

test('the copy buttons copy the code, and the page as Markdown', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${origin}/mint/start/install.html`);
  await page.click('.code-group .tab-panel:not([hidden]) .code-copy');
  await page.waitForSelector('.code-copy.copied');
  assert.equal(await page.evaluate(`navigator.clipboard.readText()`), 'npm i');
  await page.click('.context-lead');
  await page.waitForSelector('.context-lead.copied');
  assert.equal(await page.evaluate(`navigator.clipboard.readText()`), '# Install');
  await context.close();
});

test('without scripts, a page shows its text and all tab panels, but no theme switch', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}/mint/start/install.html`);
  for (const text of ['npm text', 'yarn text', 'pnpm text', 'Words that make'])
    assert.ok(await page.locator(`text=${text}`).first().isVisible(), text);
  assert.ok(!(await page.isVisible('.theme-switch')));
  await context.close();
});
