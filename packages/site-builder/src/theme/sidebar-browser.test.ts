/**
 * Tests large menus in a browser: opening the groups of a sidebar by mouse and keyboard, with and without the file of
 * their entries, and copying the bar's menus into the drawer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NavGroup, NavigationView } from '../site/index.ts';
import { createTheme } from './create-theme.ts';
import { browseTheme, type ThemeBrowser } from './testing/browser-fixture.ts';
import { fixtureConfig, fixturePage, fixtureSite, fixtureView } from './testing/theme-fixture.ts';

const files = new Map<string, string | Uint8Array>();
let site: ThemeBrowser;
let parts = '';

const groupOf = (label: string, count: number, inner: readonly NavGroup[] = []): NavGroup => ({
  kind: 'group',
  label,
  expanded: false,
  entries: [
    ...Array.from({ length: count }, (_, index) => ({
      kind: 'page' as const,
      path: `${label.toLowerCase()}/${index}`,
      label: `${label} ${index}`,
      deprecated: false,
    })),
    ...inner,
  ],
});

before(async () => {
  const sidebar = [groupOf('Guides', 200), groupOf('Reference', 100, [groupOf('Errors', 100)])];
  const view = fixtureView({ sidebar, sidebarKey: 'large' });
  const theme = createTheme(fixtureSite(fixtureConfig()));
  for (const path of ['guides/1', 'reference/0']) files.set(`${path}.html`, theme.page(fixturePage({ path }), view));
  for (const { path, bytes } of [...theme.files(), ...theme.sidebarFiles()]) files.set(path, bytes);
  parts = theme.sidebarFiles()[0]?.path ?? '';
  const withMenus = fixtureView({ divisions: longDivisions(), sidebarKey: 'menus' });
  for (const hasRestrictedContent of [true, false]) {
    const menus = createTheme(fixtureSite(fixtureConfig(), { hasRestrictedContent }));
    const path = hasRestrictedContent ? 'whole.html' : 'copied.html';
    files.set(path, menus.page(fixturePage(), withMenus));
  }
  site = await browseTheme(files);
});

function longDivisions(): NavigationView['divisions'] {
  const options = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      label: `${name} <${index}>`,
      target: index === 3 ? 'https://example.com/' : `${name}/${index}`,
      current: index === 1,
      hidden: index === 2,
      ...(index === 0 && { icon: { name: 'rocket', library: 'fontawesome' as const } }),
      ...(index === 4 && { tag: 'New' }),
    }));
  return [
    { kind: 'version', options: options('v', 40) },
    { kind: 'tab', options: options('tab', 20) },
  ];
}

test('the drawer of a page with long menus is filled when it opens, and then matches the drawers of other pages', async () => {
  const drawers: string[] = [];
  for (const path of ['/whole.html', '/copied.html']) {
    const page = await site.open(path, { width: 390 });
    const size = await page.evaluate<number>("document.querySelectorAll('#sidebar a').length");
    assert.equal(size > 60, path === '/whole.html', `${size} links before the drawer opens`);
    await page.locator('.nav-open:visible').click();
    const copies = await page.evaluate<string[]>(
      "[...document.querySelectorAll('#sidebar .drawer-only')].map((copy) => copy.outerHTML)",
    );
    drawers.push(copies.join('\n'));
    await page.close();
  }
  assert.equal(drawers[1], drawers[0]);
  assert.match(drawers[0] ?? '', /tab &lt;19&gt;/);
});

after(() => site?.close());

test('a click opens a group in place, and Space opens a nested group', async () => {
  const page = await site.open('/guides/1.html');
  const nav = page.getByRole('navigation', { name: 'Documentation' });
  const reference = nav.getByRole('button', { name: 'Reference' });
  assert.equal(await reference.getAttribute('aria-expanded'), 'false');
  assert.equal(await nav.getByRole('link').count(), 200);
  await reference.click();
  await nav.getByRole('link', { name: 'Reference 99' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Reference 0');
  await nav.getByRole('button', { name: 'Errors' }).focus();
  await page.keyboard.press('Space');
  await nav.getByRole('link', { name: 'Errors 99' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY');
  assert.equal(new URL(page.url()).pathname, '/guides/1.html');
  await page.close();
});

test('Ctrl+click opens the group’s first page in a new tab, as for any link', async () => {
  const page = await site.open('/guides/1.html');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Reference', exact: true }).click({ modifiers: ['Control'] });
  assert.match((await opened).url(), /\/reference\/0\.html$/);
  await page.close();
});

test('if the entries can’t be read, a click opens the group’s first page', async () => {
  for (const answer of [undefined, '{}', 'null', 'not JSON']) {
    const page = await site.open('/guides/1.html');
    await page.route(`**/${parts}`, (route) =>
      answer === undefined ? route.abort() : route.fulfill({ body: answer, contentType: 'application/json' }),
    );
    await page.getByRole('button', { name: 'Reference', exact: true }).click();
    await page.waitForURL('**/reference/0.html');
    await page.close();
  }
});

test('without scripts, groups are links', async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.origin}/guides/1.html`);
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await page.waitForURL('**/reference/0.html');
  assert.equal(await page.getByRole('link', { name: 'Reference 99' }).count(), 1);
  await context.close();
});
