import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultBuildSettings, type BuildSettings, type SiteFeatures } from '../settings/build-settings.ts';
import { buildFixture } from '../testing/build-fixture.ts';

describe('search settings', () => {
  const off = { offlineSearch: false, search: false, assistant: false };
  async function build(switches: Partial<SiteFeatures>, pages = 1, settings: Partial<BuildSettings> = {}) {
    const features = { ...defaultBuildSettings.features, ...off, ...switches };
    const files = Array.from({ length: pages }, (_, page) => [`p${page}.mdx`, '## Part'] as const);
    const { files: built } = await buildFixture(Object.fromEntries(files), {
      features,
      basePath: '/docs',
      ...settings,
    });
    const html = built.get('p0.html') ?? '';
    return {
      index: built.has('_docwright/search/index.json'),
      dialog: html.includes('class="search-open"') && html.includes('data-search='),
      endpoint: /data-search-endpoint="([^"]*)"/.exec(html)?.[1],
      nearest: (built.get('404.html') ?? '').includes('class="not-found-near '),
    };
  }

  test('the index exists if anything uses it, and the dialog if readers may search', async () => {
    const none = { index: false, dialog: false, endpoint: undefined, nearest: false };
    assert.deepEqual(await build({}), none);
    assert.deepEqual(await build({ assistant: true }), { ...none, index: true });
    const own = { index: true, dialog: true, endpoint: undefined, nearest: true };
    assert.deepEqual(await build({ offlineSearch: true }), own);
    assert.deepEqual(await build({ offlineSearch: true, search: true }), own, 'a small site queries no server');
  });

  test('a large site, and a site without offline search, query their server', async () => {
    const endpoint = '/docs/_docwright/search';
    assert.equal((await build({ search: true })).endpoint, endpoint);
    assert.equal((await build({ search: true, offlineSearch: true }, 500)).endpoint, endpoint);
    assert.equal((await build({ offlineSearch: true }, 500)).endpoint, undefined);
  });

  test('a protected site queries its server, because results depend on the reader’s access', async () => {
    const settings = { isProtected: true, restricted: { audience: { signedIn: true, groups: [] } } } as const;
    assert.equal((await build({ search: true, offlineSearch: true }, 1, settings)).endpoint, '/docs/_docwright/search');
  });

  test('text and numbers that an expression shows are in the search index', async () => {
    const features = { ...defaultBuildSettings.features, ...off, offlineSearch: true };
    const page = "export const most = 12345;\nexport const unit = 'furlongs';\n\nAt most {most} {unit}.";
    const { files } = await buildFixture({ 'p0.mdx': page }, { features });
    const written = [...files].filter(([path]) => path.startsWith('_docwright/search/')).map(([, text]) => text);
    for (const shown of ['12345', 'furlongs'])
      assert.ok(
        written.some((text) => text.includes(shown)),
        shown,
      );
  });
});
