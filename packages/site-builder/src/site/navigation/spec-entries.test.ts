import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture, type BuiltSite } from '../../testing/build-fixture.ts';

const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'S', version: '1' },
  paths: {
    '/users': {
      get: { tags: ['Users'], summary: 'List users', responses: { 200: { description: 'ok' } } },
      post: { tags: ['Users'], summary: 'Add a user', responses: { 201: { description: 'ok' } } },
    },
  },
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

function sidebarOf(site: BuiltSite): string {
  return /class="side-nav"[^]*?<\/nav>/.exec(site.files.get('intro.html') ?? '')?.[0] ?? '';
}

describe('the specification of a node', () => {
  const generated = 'api-reference/users/list-users.html';
  const intro = { group: 'About', pages: ['intro'] };

  test('lists its pages after groups that only introduce it', async () => {
    const site = await build({ openapi: 'api.json', groups: [intro] });
    assert.deepEqual(site.codes(), []);
    const html = site.files.get('intro.html') ?? '';
    assert.ok(html.indexOf('List users') > html.indexOf('About'), 'the sidebar lists the operation after the group');
    assert.ok(site.files.has(generated));
  });

  for (const [name, page] of [
    ['operations', 'GET /users'],
    ['pages of operations', 'list'],
  ])
    test(`adds no pages if groups list ${name} themselves`, async () => {
      const groups = [intro, { group: 'Users', pages: [page] }];
      const site = await build({ openapi: 'api.json', groups }, { 'list.mdx': '---\nopenapi: GET /users\n---\n' });
      assert.equal(sidebarOf(site).match(/List users/g)?.length, 1);
    });

  for (const [name, node] of [
    ['a group', { groups: [{ group: 'Users API', openapi: 'api.json', pages: ['intro'] }] }],
    ['a tab', { openapi: 'api.json', pages: ['intro'] }],
  ] as const)
    test(`adds its pages after those that ${name} lists`, async () => {
      const site = await build(node);
      assert.deepEqual(site.codes(), []);
      assert.ok(site.files.has(generated));
      const sidebar = sidebarOf(site);
      assert.ok(sidebar.indexOf('List users') > sidebar.indexOf('Intro'), sidebar);
    });

  test('adds no other operations to a group that lists an operation', async () => {
    const group = { group: 'API', openapi: 'api.json', pages: ['intro', { group: 'Users', pages: ['GET /users'] }] };
    const site = await build({ groups: [group] });
    assert.equal(sidebarOf(site).match(/List users/g)?.length, 1);
    assert.ok(!sidebarOf(site).includes('Add a user'));
  });

  test('adds the operations that no page of a group shows', async () => {
    const group = { group: 'API', openapi: 'api.json', pages: ['list'] };
    const site = await build(
      { groups: [group, intro] },
      { 'list.mdx': '---\ntitle: The list\nopenapi: GET /users\n---\n' },
    );
    assert.deepEqual(sidebarOf(site).match(/The list|List users|Add a user/g), ['The list', 'Add a user']);
  });

  test('on another host isn’t read, and its missing pages are an error', async () => {
    const site = await build({ openapi: 'https://api.example.com/openapi.json', pages: ['intro', 'GET /users'] });
    assert.deepEqual(
      site.report.issues.map(({ code, severity }) => [code, severity]),
      [
        ['missing-page', 'error'],
        ['openapi-remote-spec', 'error'],
      ],
    );
  });
});
