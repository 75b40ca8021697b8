/** Tests a large sidebar in a browser: opening its groups by mouse and keyboard, and without the file of their entries. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NavGroup } from '../site/index.ts';
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
  site = await browseTheme(files);
});

after(() => site?.close());

test('a click opens a group in place, a second one a nested group', async () => {
  const page = await site.open('/guides/1.html');
  const nav = page.getByRole('navigation', { name: 'Documentation' });
  const reference = nav.getByRole('button', { name: 'Reference' });
  assert.equal(await reference.getAttribute('aria-expanded'), 'false');
  assert.equal(await nav.getByRole('link').count(), 200);
  await reference.click();
  await nav.getByRole('link', { name: 'Reference 99' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Reference 0');
  await nav.getByRole('button', { name: 'Errors' }).focus();
  await page.keyboard.press('Enter');
  await nav.getByRole('link', { name: 'Errors 99' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY');
  assert.equal(new URL(page.url()).pathname, '/guides/1.html');
  await page.close();
});

test('a click with the control key opens the first page in a tab, as with every link', async () => {
  const page = await site.open('/guides/1.html');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Reference', exact: true }).click({ modifiers: ['Control'] });
  assert.match((await opened).url(), /\/reference\/0\.html$/);
  await page.close();
});

test('if the entries can’t be read, a click goes to the first page of the group', async () => {
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
