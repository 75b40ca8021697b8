import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ApiError } from '../../../platform/http/index.ts';
import { OTHER, principalOf } from '../../../testing/module-database.ts';
import { findTarget, openBranch, readBaseFile } from './open-branch.ts';
import { ada, assertStatus, docsJson, openDrafts, page, type TestDrafts } from './testing/open-drafts.ts';

describe('a branch’s draft', () => {
  let drafts: TestDrafts;
  before(async () => {
    drafts = await openDrafts({ 'docs.json': docsJson, 'index.mdx': page('First.'), 'guide.mdx': page('Guide.') });
  });
  after(() => drafts.close());
  beforeEach(async () => {
    await drafts.service.database.pool.query('delete from drafts');
    await drafts.push({ 'docs.json': docsJson, 'index.mdx': page('First.'), 'guide.mdx': page('Guide.') });
  });
  const show = async () => assertStatus(await drafts.draft('GET'), 200).json;
  const contentOf = async (path: string) => assertStatus(await drafts.read(path), 200).json.content;

  test('is empty until something is saved', async () => {
    const draft = await show();
    assert.deepEqual(
      [draft.version, draft.changes, draft.createdAt, draft.blockers, draft.actions],
      [0, [], null, ['no_changes'], ['publish', 'create_pull_request', 'create_branch']],
    );
    assert.equal(draft.baseCommit, await drafts.headOf());
    assert.deepEqual((await drafts.service.request('GET', '/v1/projects/proj/drafts')).json.drafts, []);
  });

  test('contains a saved file, with its version', async () => {
    const saved = assertStatus(await drafts.save('index.mdx', page('Second.')), 200).json;
    assert.deepEqual([saved.change, saved.draftVersion], ['modified', 1]);
    const { json } = await drafts.read('index.mdx');
    assert.deepEqual([json.content, json.version, json.base.content], [page('Second.'), saved.version, page('First.')]);
    const { changes } = await show();
    assert.deepEqual(
      changes.map((change: { path: string; change: string }) => [change.path, change.change]),
      [['index.mdx', 'modified']],
    );
  });

  test('contains files of the branch even if the copy of the repository was deleted in the meantime', async () => {
    const target = await findTarget(drafts.deps, principalOf(), { projectId: 'proj', branch: 'main' });
    const opened = await openBranch(drafts.deps, target);
    await drafts.removeMirrors();
    assert.equal(String(await readBaseFile(opened, 'guide.mdx')), page('Guide.'));
    assert.equal(await readBaseFile(opened, 'none.mdx'), null);
  });

  test('refuses a stale version, names the remedy and keeps what was saved', async () => {
    const { version } = (await drafts.read('index.mdx')).json;
    assertStatus(await drafts.save('index.mdx', page('Mine.')), 200);
    const late = await drafts.draft('PUT', '/files/index.mdx', { body: { content: page('Theirs.'), version } });
    assert.deepEqual([late.status, late.json.code], [409, 'draft_file_changed']);
    assert.match(late.json.error, /Read it again/);
    assert.equal(await contentOf('index.mdx'), page('Mine.'));
  });

  test('accepts the same content again, for example after a lost response', async () => {
    const { version } = (await drafts.read('index.mdx')).json;
    const body = { content: page('Mine.'), version };
    const first = assertStatus(await drafts.draft('PUT', '/files/index.mdx', { body }), 200).json;
    const again = assertStatus(await drafts.draft('PUT', '/files/index.mdx', { body }), 200).json;
    assert.deepEqual(again, first);
  });

  test('saves one text if two editors save a page at the same time, and the other editor gets an error', async () => {
    const { version } = (await drafts.read('index.mdx')).json;
    const answers = await Promise.all(
      ['One.', 'Two.'].map((text) =>
        drafts.draft('PUT', '/files/index.mdx', { body: { content: page(text), version } }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    const won = answers.findIndex(({ status }) => status === 200);
    assert.equal(await contentOf('index.mdx'), page(['One.', 'Two.'][won] ?? ''));
  });

  test('no longer contains a file that equals the branch, and is removed with its last file', async () => {
    assertStatus(await drafts.save('index.mdx', page('Second.')), 200);
    const saved = assertStatus(await drafts.save('index.mdx', page('First.')), 200).json;
    assert.equal(saved.change, null);
    assert.deepEqual((await show()).createdAt, null);
  });

  for (const [name, text] of [
    ['CRLF', '---\r\ntitle: A\r\n---\r\n\r\nText\r\n'],
    ['a byte-order mark', '\ufeff---\ntitle: A\n---\n\nText\n'],
    ['tabs and no final newline', '---\ntitle: A\n---\n\n\t- a\n\t\t- b'],
  ] as const)
    test(`preserves ${name}, from git to git`, async () => {
      await drafts.push({ 'index.mdx': text });
      assert.equal(await contentOf('index.mdx'), text);
      const edited = text.replace('A', 'B');
      assertStatus(await drafts.save('index.mdx', edited), 200);
      assertStatus(await drafts.draft('POST', '/publish', { body: { action: 'publish' } }), 200);
      assert.equal((await drafts.fileOf('index.mdx')).toString('utf8'), edited);
    });

  test('encodes bytes that aren’t UTF-8 as Base64, and saving them changes nothing', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0xfe, 0x0a]);
    await drafts.push({ 'index.mdx': bytes });
    const { json } = await drafts.read('index.mdx');
    assert.deepEqual([json.encoding, json.content], ['base64', bytes.toString('base64')]);
    const { content, encoding, version } = json;
    const saved = assertStatus(
      await drafts.draft('PUT', '/files/index.mdx', { body: { content, encoding, version } }),
      200,
    ).json;
    assert.equal(saved.change, null);
  });

  test('accepts a page of 2 MB, and refuses one of 10 MB with an error that states the limit', async () => {
    assertStatus(await drafts.save('index.mdx', page('x'.repeat(2_000_000))), 200);
    const large = await drafts.save('index.mdx', page('x'.repeat(10_000_000)));
    assert.deepEqual([large.status, large.json.code], [400, 'draft_file_refused']);
    assert.match(large.json.error, /at most 4,194,304/);
    assert.equal((await contentOf('index.mdx')).length, page('x'.repeat(2_000_000)).length);
  });

  for (const [path, why] of [
    ['.github/workflows/x.yml', /dot/],
    ['package.json', /package or lock file/],
    ['scripts/run.sh', /program/],
    ['src/index.js', /not documentation/],
    ['data/other.json', /not documentation/],
    ['../outside.mdx', /not allowed/],
    ['a/.git/config.mdx', /git/],
  ] as const)
    test(`refuses ${path}`, async () => {
      const answer = await drafts.draft('PUT', `/files/${encodeURIComponent(path)}`, {
        body: { content: 'x', version: null },
      });
      assert.deepEqual([answer.status, answer.json.code], [400, 'draft_file_refused'], answer.text);
      assert.match(answer.json.error, why);
    });

  for (const path of ['package.json', 'scripts/run.sh', 'src/index.js', 'CODEOWNERS', '.github/workflows/x.yml'])
    test(`refuses to delete ${path}`, async () => {
      const text = 'content';
      await drafts.push({ [path]: text });
      const version = createHash('sha256').update(text).digest('hex').slice(0, 32);
      const answer = await drafts.draft('DELETE', `/files/${encodeURIComponent(path)}?version=${version}`);
      assert.deepEqual([answer.status, answer.json.code], [400, 'draft_file_refused'], answer.text);
      assert.deepEqual((await show()).changes, []);
      await drafts.push({ [path]: null });
    });

  test('refuses a new file whose name differs from an existing name only in case', async () => {
    const create = (path: string) =>
      drafts.draft('PUT', `/files/${path}`, { body: { content: page('x'), version: null } });
    const answer = await create('Index.mdx');
    assert.equal(answer.json.code, 'draft_file_refused', answer.text);
    assertStatus(await create('new.mdx'), 200);
    const second = await create('New.mdx');
    assert.equal(second.json.code, 'draft_file_refused', second.text);
    const { version } = (await drafts.read('guide.mdx')).json;
    assertStatus(await drafts.draft('DELETE', `/files/guide.mdx?version=${version}`), 200);
    assertStatus(await create('Guide.mdx'), 200);
  });

  test('moves a page with its links, its place in the navigation and a redirect', async () => {
    await drafts.push({ 'index.mdx': page('See [the guide](/guide).') });
    const moved = assertStatus(
      await drafts.draft('POST', '/move', { body: { from: 'guide.mdx', to: 'guides/start' } }),
      200,
    ).json;
    assert.equal(moved.path, 'guides/start.mdx');
    assert.match(await contentOf('index.mdx'), /\(\/guides\/start\)/);
    const config = JSON.parse(await contentOf('docs.json'));
    assert.deepEqual(config.navigation.pages, ['index', 'guides/start']);
    assert.deepEqual(config.redirects, [{ source: '/guide', destination: '/guides/start' }]);
    const { changes } = await show();
    assert.deepEqual(
      changes.map((one: { path: string; change: string; movedFrom: string }) => [one.path, one.change, one.movedFrom]),
      [
        ['docs.json', 'modified', null],
        ['guides/start.mdx', 'moved', 'guide.mdx'],
        ['index.mdx', 'modified', null],
      ],
    );
    assertStatus(await drafts.draft('POST', '/restore', { body: { file: 'guides/start.mdx' } }), 200);
    assert.equal(await contentOf('guide.mdx'), page('Guide.'));
    assert.equal((await drafts.read('guides/start.mdx')).status, 404);
  });

  test('removes a deleted page from the navigation, and refuses to delete a page that another page links to', async () => {
    const { version } = (await drafts.read('guide.mdx')).json;
    assertStatus(await drafts.draft('DELETE', `/files/guide.mdx?version=${version}`), 200);
    assert.deepEqual(JSON.parse(await contentOf('docs.json')).navigation.pages, ['index']);
    const deleted = assertStatus(await drafts.read('guide.mdx'), 200).json;
    assert.deepEqual([deleted.content, deleted.change, deleted.base.content], [null, 'deleted', page('Guide.')]);
    await drafts.draft('DELETE');
    await drafts.push({ 'index.mdx': page('See [the guide](/guide).') });
    const refused = await drafts.draft('DELETE', `/files/guide.mdx?version=${version}`);
    assert.deepEqual([refused.status, refused.json.code], [400, 'draft_file_refused'], refused.text);
  });

  test('stores an uploaded image under a normalized name, and doesn’t replace another image', async () => {
    const upload = async (name: string, bytes: string) =>
      (
        await drafts.draft('POST', '/media', {
          body: { name, content: Buffer.from(bytes).toString('base64') },
        })
      ).json;
    const first = await upload('Login Page (1).PNG', '\x89PNG\0one');
    assert.deepEqual([first.path, first.link], ['images/login-page-1.png', '/images/login-page-1.png']);
    assert.equal((await upload('login page 1.png', '\x89PNG\0one')).path, first.path);
    assert.equal((await upload('login page 1.png', '\x89PNG\0two')).path, 'images/login-page-1-2.png');
    assert.equal((await upload('run.sh', 'x')).code, 'draft_file_refused');
    await drafts.push({ '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n' });
    assert.match((await upload('other.png', 'x')).error, /Git LFS/);
    await drafts.push({ '.gitattributes': null });
  });

  test('shows its changed lines as a diff', async () => {
    await drafts.save('index.mdx', page('Second.'));
    const { json } = await drafts.draft('GET', '/diff');
    assert.deepEqual(json.files, [
      { path: 'index.mdx', change: 'modified', movedFrom: null, added: 1, removed: 1, isBinary: false },
    ]);
    assert.match(json.patch, /^-First\.$/m);
    assert.match(json.patch, /^\+Second\.$/m);
  });

  test('reports findings that the draft introduces, with their lines', async () => {
    await drafts.save('index.mdx', page('See [nothing](/missing).'));
    const { json } = assertStatus(await drafts.draft('POST', '/check'), 200);
    assert.deepEqual(
      json.introduced.map(({ path, line, code }: { path: string; line: number; code: string }) => [path, line, code]),
      [['index.mdx', 5, 'broken-link']],
    );
    assert.deepEqual(json.blockers, []);
  });

  test('is recorded in the audit log once per session and author', async () => {
    const count = async () =>
      Number(
        (await drafts.service.database.pool.query(`select count(*) from audit_events where action = 'draft.saved'`))
          .rows[0].count,
      );
    const start = await count();
    await drafts.save('index.mdx', page('Two.'));
    await drafts.save('index.mdx', page('Three.'));
    assert.equal(await count(), start + 1);
    await drafts.save('index.mdx', page('Four.'), { as: ada });
    assert.equal(await count(), start + 2);
    await drafts.service.database.pool.query(`update draft_authors set saved_at = now() - interval '31 minutes'`);
    await drafts.save('index.mdx', page('Five.'), { as: ada });
    assert.equal(await count(), start + 3);
    const { authors } = await show();
    assert.deepEqual(
      authors.map(({ name }: { name: string }) => name),
      ['ada@example.com', 'test key'],
    );
  });

  test('saves nothing for an organization over its storage quota, but discards its changes', async () => {
    await drafts.save('index.mdx', page('Saved.'));
    const { storage } = drafts.deps;
    const original = { ...storage };
    const locks: number[] = [];
    storage.requireRoom = async () => {
      const { rows } = await drafts.service.database.pool.query(
        `select count(*)::int as n from pg_locks where relation = 'drafts'::regclass and mode = 'RowShareLock'
           and database = (select oid from pg_database where datname = current_database())`,
      );
      locks.push(rows[0].n);
      throw new ApiError('storage_quota_exceeded', 'The storage is full.');
    };
    try {
      const content = Buffer.from('x').toString('base64');
      const answers = [
        await drafts.save('index.mdx', page('Refused.')),
        await drafts.draft('POST', '/move', { body: { from: 'guide.mdx', to: 'start' } }),
        await drafts.draft('POST', '/media', { body: { name: 'a.png', content } }),
      ];
      for (const { json, text } of answers) assert.equal(json.code, 'storage_quota_exceeded', text);
      assert.deepEqual(locks, [0, 0, 0], 'a transaction that waits for a second connection can wait forever');
      assert.equal(await contentOf('index.mdx'), page('Saved.'));
      assertStatus(await drafts.draft('POST', '/restore', { body: { file: 'index.mdx' } }), 200);
      assert.deepEqual((await show()).changes, []);
    } finally {
      Object.assign(storage, original);
    }
  });

  test('belongs to its organization: others get the response for a missing project', async () => {
    await drafts.save('index.mdx', page('Secret.'));
    for (const as of [{ organizationId: OTHER }, { projectIds: ['another'] }]) {
      assert.equal((await drafts.draft('GET', '', { as })).status, 404);
      assert.equal((await drafts.read('index.mdx', { as })).status, 404);
      const body = { content: 'x', version: null };
      assert.equal((await drafts.draft('PUT', '/files/index.mdx', { as, body })).status, 404);
      assert.equal((await drafts.draft('DELETE', '', { as })).status, 404);
      assert.equal((await drafts.draft('POST', '/publish', { as, body: { action: 'publish' } })).status, 404);
    }
    assert.equal(await contentOf('index.mdx'), page('Secret.'));
  });

  test('can’t be saved with only the scope to read, or published with only the scope to write', async () => {
    const viewer = { scopes: ['content:read'] as const };
    const { version } = (await drafts.read('index.mdx', { as: viewer })).json;
    const body = { content: page('x'), version };
    assert.equal((await drafts.draft('PUT', '/files/index.mdx', { as: viewer, body })).status, 403);
    const writer = { scopes: ['content:write'] as const };
    assertStatus(await drafts.draft('PUT', '/files/index.mdx', { as: writer, body }), 200);
    assert.deepEqual((await drafts.draft('GET', '', { as: writer })).json.actions, []);
    assert.equal((await drafts.draft('POST', '/publish', { as: writer, body: { action: 'publish' } })).status, 403);
  });

  test('is missing for an unknown branch, and refused for an invalid name', async () => {
    assert.equal((await drafts.draft('GET', '', { branch: 'nowhere' })).status, 404);
    assert.equal((await drafts.draft('GET', '', { branch: 'a..b' })).json.code, 'invalid_request');
  });
});
