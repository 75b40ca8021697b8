import { maxDraftBytes, maxDraftFiles, maxDrafts } from '@docwright/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import { assertStatus, docsJson, openDrafts, page, type TestDrafts } from './testing/open-drafts.ts';

const noVersion = { version: null };

describe('hostile input to drafts', () => {
  let drafts: TestDrafts;
  before(async () => {
    drafts = await openDrafts({ 'docs.json': docsJson, 'index.mdx': page('First.'), 'guide.mdx': page('Guide.') });
  });
  after(() => drafts.close());
  beforeEach(async () => void (await drafts.service.database.pool.query('delete from drafts')));
  const put = (path: string, body: object, branch = 'main') =>
    drafts.draft('PUT', `/files/${encodeURIComponent(path)}`, { body: { ...noVersion, ...body }, branch });
  const isEmpty = async () => assert.equal((await drafts.draft('GET')).json.createdAt, null, 'nothing was saved');

  test('with NUL in a path or branch gets 404, and is refused in content or a field', async () => {
    assert.equal((await put('a\0b.mdx', { content: 'x' })).status, 404);
    assert.equal((await put('new.mdx', { content: 'x' }, 'ma\0in')).status, 404);
    assert.equal((await drafts.read('a\0b.mdx')).status, 404);
    for (const [method, path, body] of [
      ['PUT', '/files/new.mdx', { content: 'a\0b', ...noVersion }],
      ['PUT', '/files/new.mdx', { content: 'a\ud800b', ...noVersion }],
      ['POST', '/move', { from: 'guide.mdx', to: 'gui\0de' }],
      ['POST', '/move', { from: 'gui\0de.mdx', to: 'start' }],
      ['POST', '/restore', { file: 'in\0dex.mdx' }],
      ['POST', '/resolve', { file: 'in\0dex.mdx', keep: 'draft', ...noVersion }],
      ['POST', '/media', { name: 'a\0.png', content: 'eA==' }],
      ['POST', '/media', { name: 'a.png', folder: 'im\0ages', content: 'eA==' }],
      ['POST', '/publish', { action: 'publish', message: 'a\0b' }],
      ['POST', '/publish', { action: 'create_branch', newBranch: 'a\0b' }],
    ] as const) {
      const { status, text } = await drafts.draft(method, path, { body });
      assert.equal(status, 400, `${path} ${JSON.stringify(body)}: ${text}`);
    }
    await isEmpty();
  });

  test('with NUL in a Base64 file is refused for pages, and kept for images', async () => {
    const body = { content: Buffer.from('a\0b').toString('base64'), encoding: 'base64' };
    const refused = await put('new.mdx', body);
    assert.deepEqual([refused.status, refused.json.code], [400, 'draft_file_refused'], refused.text);
    assertStatus(await put('images/new.png', body), 200);
    assert.equal((await drafts.read('images/new.png')).json.content, body.content);
  });

  for (const draftVersion of [-1, 1.5, 2 ** 31, 2 ** 53, 1e300, '1'])
    test(`with the draft version ${JSON.stringify(draftVersion)} is invalid, and the largest valid version doesn’t match`, async () => {
      await drafts.save('index.mdx', page('Second.'));
      const publish = (version: unknown) =>
        drafts.draft('POST', '/publish', { body: { action: 'publish', draftVersion: version } });
      const head = await drafts.headOf();
      assert.equal((await publish(draftVersion)).json.code, 'invalid_request');
      assert.equal((await publish(2 ** 31 - 1)).json.code, 'draft_changed');
      assert.equal(await drafts.headOf(), head);
    });

  test('can’t add more than 1,000 files to a draft', async () => {
    assertStatus(await put('new.mdx', { content: page('First file.') }), 200);
    await drafts.service.database.pool.query(
      `insert into draft_files (draft_id, path, kind, content, updated_by)
       select id, 'pages/' || n || '.mdx', 'write', 'x', 'test key' from drafts, generate_series(2, $1::int) n`,
      [maxDraftFiles],
    );
    const refused = await put('one-more.mdx', { content: page('x') });
    assert.deepEqual([refused.status, refused.json.code], [409, 'draft_limit_reached'], refused.text);
    assert.equal((await drafts.read('one-more.mdx')).status, 404);
    const { version } = (await drafts.read('new.mdx')).json;
    assertStatus(await put('new.mdx', { content: page('Changed.'), version }), 200);
    assert.equal((await drafts.draft('GET')).json.changes.length, maxDraftFiles);
  });

  test('can’t make a draft larger than 64 MiB', async () => {
    assertStatus(await put('new.mdx', { content: page('x') }), 200);
    await drafts.service.database.pool.query(
      `insert into draft_files (draft_id, path, kind, content, updated_by)
       select id, 'images/large.png', 'write', convert_to(repeat('x', $1::int), 'UTF8'), 'test key' from drafts`,
      [maxDraftBytes - 1_000],
    );
    const refused = await put('other.mdx', { content: page('x'.repeat(1_000)) });
    assert.deepEqual([refused.status, refused.json.code], [409, 'draft_limit_reached'], refused.text);
    assert.match(refused.json.error, /at most 64 MiB/);
    assertStatus(await put('other.mdx', { content: page('x') }), 200);
  });

  test('can’t create more than 100 drafts in a project, even at the same time', async () => {
    const names = Array.from({ length: 4 }, (_, number) => `branch-${number}`);
    for (const name of names) await drafts.git('branch', '--force', name, 'main');
    assertStatus(await put('new.mdx', { content: page('x') }), 200);
    await drafts.service.database.pool.query(
      `insert into drafts (id, organization_id, project_id, branch, base_commit)
       select 'drf_' || n, organization_id, project_id, 'old-' || n, base_commit from drafts, generate_series(3, $1::int) n`,
      [maxDrafts],
    );
    const answers = await Promise.all(names.map((name) => put('new.mdx', { content: page('x') }, name)));
    assert.deepEqual(answers.map(({ status, json }) => [status, json.code ?? 'saved'].join(' ')).toSorted(), [
      '200 saved',
      ...Array.from({ length: 3 }, () => '409 draft_limit_reached'),
    ]);
    const { version } = (await drafts.read('new.mdx')).json;
    assertStatus(await put('new.mdx', { content: page('y'), version }), 200);
  });

  test('from a viewer is refused for uploads and resolving, but the diff can be read', async () => {
    await drafts.save('index.mdx', page('Second.'));
    const as = { scopes: ['content:read'] as const };
    assertStatus(await drafts.draft('GET', '/diff', { as }), 200);
    for (const [path, body] of changes)
      assert.equal((await drafts.draft('POST', path, { as, body })).json.code, 'insufficient_scope', path);
  });

  test('from another organization, or with another project’s key, gets the response for a missing project', async () => {
    await drafts.save('index.mdx', page('Secret.'));
    for (const as of [{ organizationId: OTHER }, { projectIds: ['another'] }]) {
      for (const [path, body] of changes) {
        const { status, json, text } = await drafts.draft('POST', path, { as, body });
        assert.deepEqual([status, json.code], [404, 'not_found'], `${path}: ${text}`);
        assert.doesNotMatch(text, /Secret/);
      }
      for (const path of ['/diff', '/diff?file=index.mdx', '/files', '/proposal', '/files/index.mdx'])
        assert.equal((await drafts.draft('GET', path, { as })).status, 404, path);
    }
  });
});

const changes = [
  ['/media', { name: 'a.png', content: 'eA==' }],
  ['/resolve', { file: 'index.mdx', keep: 'branch', version: null }],
  ['/restore', { file: 'index.mdx' }],
  ['/move', { from: 'guide.mdx', to: 'start' }],
] as const;
