import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

const config = (more: object): string =>
  JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, ...more });

describe('where links lead', () => {
  it('a relative link in a description starts at its page', async () => {
    const site = await buildFixture({
      'usage/a.mdx': '---\ndescription: After you have [installed it](./b)\n---\n',
      'usage/b.mdx': 'b',
    });
    assert.match(site.files.get('usage/a.html') ?? '', /page-description">After you have <a href="\/usage\/b\.html"/);
    assert.deepEqual(site.codes(), []);
  });

  it('paragraphs of a description stay apart', async () => {
    const site = await buildFixture({ 'a.mdx': '---\ndescription: "One.\\n\\nTwo."\n---\n' });
    assert.match(site.files.get('a.html') ?? '', /page-description"><p>One\.<\/p>\s*<p>Two\.<\/p>/);
  });

  it('the prefix /docs of the site’s other address is removed if the page is found without it', async () => {
    const site = await buildFixture({ 'a.mdx': '[b](/docs/guides/b#part) [c](/docs/none)', 'guides/b.mdx': '## Part' });
    assert.match(site.content('a'), /href="\/guides\/b\.html#part"/);
    assert.deepEqual(site.codes().sort(), ['broken-link', 'link-prefix']);
    assert.equal(site.issue('link-prefix')?.severity, 'warning');
  });

  it('a prefix in the canonical address is removed from links and images', async () => {
    const site = await buildFixture({
      'docs.json': config({
        navigation: { pages: ['index', 'a'] },
        seo: { metatags: { canonical: 'https://example.com/ai/docs/' } },
      }),
      'index.mdx': '[a](/ai/docs/a) [home](/ai/docs) ![p](/ai/docs/p.svg) [x](/ai/none)',
      'a.mdx': 'a',
      'p.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    assert.match(site.content('index'), /href="\/a\.html".*href="\/index\.html".*src="\/[^"]*p\.[^"]*svg"/s);
    assert.deepEqual(site.codes().sort(), ['broken-link', 'link-prefix', 'link-prefix']);
  });

  it('a link into the pages of a specification on another host isn’t an error: nobody read it', async () => {
    const navigation = {
      groups: [
        { group: 'API', openapi: 'https://api.example.com/openapi.json' },
        { group: 'G', pages: ['a'] },
      ],
    };
    const site = await buildFixture({
      'docs.json': config({ navigation }),
      'a.mdx': '[x](/api-reference/users/list-users) [y](/elsewhere)',
    });
    const found = site.report.issues.filter(({ code }) => code === 'broken-link');
    assert.deepEqual(found.map(({ severity }) => severity).sort(), ['error', 'warning']);
  });

  it('a redirect to a path outside the site is a warning: a neighbor may have it', async () => {
    const site = await buildFixture({
      'docs.json': config({ navigation: { pages: ['a'] }, redirects: [{ source: '/old', destination: '/pricing' }] }),
      'a.mdx': 'a',
    });
    assert.equal(site.issue('redirect-target')?.severity, 'warning');
  });

  it('an id of a heading may be of any letters, and one with spaces gets dashes', async () => {
    const site = await buildFixture({
      'a.mdx': '## Run {#comfy run}\n\n## 设置 {#安装}\n\n[x](#comfy-run) [y](#安装)',
    });
    assert.match(site.content('a'), /<h2 id="comfy-run">/);
    assert.match(site.content('a'), /<h2 id="安装">/);
    assert.deepEqual(site.codes(), []);
  });
});
