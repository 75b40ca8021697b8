import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildFixture, type BuiltSite } from '../../testing/build-fixture.ts';

const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'S', version: '1' },
  paths: { '/users': { get: { tags: ['Users'], summary: 'List users', responses: { 200: { description: 'ok' } } } } },
});

async function build(tab: object, pages: Readonly<Record<string, string>> = {}): Promise<BuiltSite> {
  return buildFixture({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      navigation: { tabs: [{ tab: 'API', ...tab }] },
    }),
    'api.json': spec,
    'intro.mdx': 'Intro.',
    ...pages,
  });
}

describe('the specification of a node', () => {
  const generated = 'api-reference/users/list-users.html';
  const intro = { group: 'About', pages: ['intro'] };

  it('gives its pages behind groups that only introduce it', async () => {
    const site = await build({ openapi: 'api.json', groups: [intro] });
    assert.deepEqual(site.codes(), []);
    const html = site.files.get('intro.html') ?? '';
    assert.ok(html.indexOf('List users') > html.indexOf('About'), 'the sidebar lists the operation behind the group');
    assert.ok(site.files.has(generated));
  });

  for (const [name, page] of [
    ['operations', 'GET /users'],
    ['pages of operations', 'list'],
  ])
    it(`gives none beside groups that list ${name} themselves`, async () => {
      const groups = [intro, { group: 'Users', pages: [page] }];
      const site = await build({ openapi: 'api.json', groups }, { 'list.mdx': '---\nopenapi: GET /users\n---\n' });
      assert.equal(
        (site.files.get('intro.html') ?? '').match(/class="side-nav"[^]*?<\/nav>/)?.[0].match(/List users/g)?.length,
        1,
      );
    });

  it('gives none to a node that lists pages of its own', async () => {
    const site = await build({ openapi: 'api.json', pages: ['intro'] });
    assert.ok(!site.files.has(generated));
  });

  it('on another host is not read: operations of it are left out with a warning', async () => {
    const site = await build({ openapi: 'https://api.example.com/openapi.json', pages: ['intro', 'GET /users'] });
    assert.deepEqual(
      site.report.issues.map(({ code, severity }) => [code, severity]),
      [
        ['missing-page', 'warning'],
        ['openapi-remote-spec', 'warning'],
      ],
    );
  });
});
