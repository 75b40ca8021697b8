import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture, type BuiltSite } from '../../testing/build-fixture.ts';

const build = (infoUrl: unknown): Promise<BuiltSite> =>
  buildFixture({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#0d9373' },
      navigation: { pages: ['index'] },
      personalization: { infoUrl },
    }),
    'index.mdx': 'Text',
  });

test('pages contain the address of the API that identifies their reader, and may send requests to it', async () => {
  const site = await build('https://app.example.com/docs-user?v=1');
  assert.deepEqual(site.codes(), []);
  const html = site.files.get('index.html') ?? '';
  assert.ok(html.includes(' data-info="https://app.example.com/docs-user?v=1"'));
  assert.ok(html.includes('<meta name="docwright:sources" content="https://app.example.com">'));
});

for (const refused of [
  'http://app.example.com/me',
  '/me',
  'javascript:x',
  'https://a:b@app.example.com/',
  'https://a.test/#x',
])
  test(`personalization.infoUrl rejects ${refused}`, async () => {
    const site = await build(refused);
    assert.deepEqual(site.codes(), ['config-value']);
    assert.doesNotMatch(site.files.get('index.html') ?? '', /data-info|docwright:sources/);
  });
