/** Tests, in a browser, which events a page reports if the site requires consent. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browseTheme, type ThemeBrowser } from './testing/browser-fixture.ts';
import { createTheme } from './create-theme.ts';
import { fixtureConfig, fixturePage, fixtureSite, fixtureView } from './testing/theme-fixture.ts';

const files = new Map<string, string | Uint8Array>();
let site: ThemeBrowser;

before(async () => {
  for (const [name, cookies] of [
    ['free', undefined],
    ['asks', { key: 'consent"', value: 'yes' }],
    ['any', { key: 'consent"' }],
  ] as const) {
    const config = fixtureConfig('mint', {
      integrations: new Map(cookies === undefined ? [] : [['cookies', cookies]]),
    });
    const theme = createTheme(fixtureSite(config, { basePath: `/${name}`, countsReaders: true }));
    for (const file of theme.files()) files.set(`${name}/${file.path}`, file.bytes);
    files.set(`${name}/a.html`, theme.page(fixturePage(), fixtureView()));
  }
  site = await browseTheme(files);
});

after(() => site?.close());

/**
 * Views reported by successive page loads: with each of `notes` in the storage, then with an entry that gives consent.
 */
async function reportsWith(name: string, notes: readonly (string | undefined)[], agreed: string | undefined) {
  const page = await site.open(`/${name}/a.html`);
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/_docwright/events')) reports.push(request.postData() ?? '');
  });
  const reload = async (note: string | undefined): Promise<void> => {
    await page.evaluate((text) => {
      if (text === undefined) localStorage.removeItem('consent"');
      else localStorage.setItem('consent"', text);
    }, note);
    await page.reload({ waitUntil: 'load' });
  };
  for (const note of notes) await reload(note);
  const [last] = await Promise.all([page.waitForRequest(/_docwright\/events$/), reload(agreed)]);
  const before = reports.indexOf(last.postData() ?? '');
  const stored = await page.evaluate<unknown>(
    '[Object.keys(localStorage), Object.keys(sessionStorage), document.cookie]',
  );
  await page.close();
  return { before, stored };
}

test('nothing is reported until the site’s banner has stored consent with the required value', async () => {
  const { before: early, stored } = await reportsWith('asks', [undefined, 'no', '', 'YES'], 'yes');
  assert.equal(early, 0);
  assert.deepEqual(stored, [['consent"'], [], '']);
  assert.equal((await reportsWith('any', [undefined], 'whatever')).before, 0);
});

test('a site that requires no consent reports immediately, and stores nothing', async () => {
  const { stored } = await reportsWith('free', [], undefined);
  assert.deepEqual(stored, [[], [], '']);
});
