import { maxFileRevisions } from '@docwright/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { withFullDisk } from '../../../testing/full-disk.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { ada, assertStatus, docsJson, openDrafts, page, type TestDrafts } from './testing/open-drafts.ts';

interface Revision {
  readonly id: string;
  readonly kind: string;
  readonly path: string;
  readonly movedFrom: string | null;
  readonly isDeletion: boolean;
  readonly author: string;
  readonly subject: string | null;
}

const long = Array.from({ length: 30 }, (_, line) => `Line ${line} of the guide.`).join('\n');

describe('a file’s revisions', () => {
  let drafts: TestDrafts;
  const commits: string[] = [];
  before(async () => {
    drafts = await openDrafts(
      {
        'docs/docs.json': docsJson,
        'docs/index.mdx': page('First.'),
        'docs/old.mdx': page(long),
        'secret.txt': page(long, 'Outside'),
      },
      'docs',
    );
    commits.push(await drafts.headOf());
    for (const files of [
      { 'docs/index.mdx': page('Second.') },
      { 'docs/old.mdx': null, 'docs/guide.mdx': page(`${long}\nMoved.`) },
      { 'docs/index.mdx': page('Third.'), 'secret.txt': null, 'docs/inside.mdx': page(long, 'Inside') },
    ])
      commits.push(await drafts.push(files));
  });
  after(() => drafts.close());
  beforeEach(async () => void (await drafts.service.database.pool.query('delete from drafts')));

  /** Repeats a failed test if a new hour began during it, because revisions are grouped by hour. */
  const check = (title: string, work: () => Promise<void>): void =>
    void test(title, async () => {
      const hour = () => Math.floor(Date.now() / 3_600_000);
      const start = hour();
      try {
        await work();
      } catch (error) {
        if (hour() === start) throw error;
        await drafts.service.database.pool.query('delete from drafts');
        await work();
      }
    });
  const pathOf = (path: string, rest = '') => `/files/${encodeURIComponent(path)}/revisions${rest}`;
  const list = async (path: string, query = ''): Promise<{ revisions: Revision[]; nextCursor: string | null }> =>
    assertStatus(await drafts.draft('GET', pathOf(path, query)), 200).json;
  const get = (path: string, id: string, query = '') => drafts.draft('GET', pathOf(path, `/${id}${query}`));
  const numberOf = (id: string) => commits.indexOf(id);
  const savedOf = async (path: string) => {
    const { revisions } = await list(path);
    const saved = revisions.filter(({ kind }) => kind === 'saved');
    const texts = await Promise.all(saved.map(async ({ id }) => (await get(path, id)).json.content as string));
    return texts.map((text, index) => `${saved[index]?.author}: ${text}`);
  };
  /** Moves all saves this many minutes into the past. */
  const pass = async (minutes: number): Promise<void> => {
    await drafts.service.database.pool.query(
      `update draft_files set updated_at = updated_at - make_interval(mins => $1)`,
      [minutes],
    );
    await drafts.service.database.pool.query(
      `update draft_revisions set saved_at = saved_at - make_interval(mins => $1), slot = slot - make_interval(mins => $1)`,
      [minutes],
    );
  };

  test('stay the same if a save fails on a full disk; the error names the remedy, and the save succeeds once there is space', async () => {
    const { pool } = drafts.service.database;
    await drafts.save('index.mdx', page('By Ada.'));
    await pool.query(`update draft_files set updated_by = 'Someone else'`);
    const before = (await drafts.read('index.mdx')).json;
    for (const table of ['draft_revisions', 'draft_files', 'drafts']) {
      const refused = await withFullDisk(pool, [table], () => drafts.save('index.mdx', page('On a full disk.')));
      assert.deepEqual([refused.status, refused.json.code], [507, 'storage_full'], table);
      assert.match(refused.json.error, /Try again after an operator has freed space\.$/);
      assert.deepEqual((await drafts.read('index.mdx')).json, before);
    }
    assertStatus(await drafts.save('index.mdx', page('With space.')), 200);
    assert.equal((await drafts.read('index.mdx')).json.content, page('With space.'));
    assert.equal((await list('index.mdx')).revisions.filter(({ kind }) => kind === 'saved').length, 1);
  });

  check('are the branch’s commits that changed it, newest first, in pages', async () => {
    const { revisions, nextCursor } = await list('index.mdx');
    assert.deepEqual(
      revisions.map(({ id, kind, author, subject }) => [numberOf(id), kind, author, subject]),
      [3, 1, 0].map((number) => [number, 'commit', 'test key', 'A push']),
    );
    assert.equal(nextCursor, null);
    const first = await list('index.mdx', '?limit=2');
    assert.deepEqual(first.revisions, revisions.slice(0, 2));
    const second = await list('index.mdx', `?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    assert.deepEqual(second, { revisions: revisions.slice(2), nextCursor: null });
  });

  check('follow renames inside the docs folder, and are read at the file’s path at that time', async () => {
    const { revisions } = await list('guide.mdx');
    assert.deepEqual(
      revisions.map(({ id, path, movedFrom }) => [numberOf(id), path, movedFrom]),
      [
        [2, 'guide.mdx', 'old.mdx'],
        [0, 'old.mdx', null],
      ],
    );
    const answer = assertStatus(await get('guide.mdx', commits[0] ?? '', '?at=old.mdx'), 200).json;
    assert.equal(answer.content, page(long));
    assert.match(answer.patch, /^\+Moved\.$/m);
    assert.equal((await get('guide.mdx', commits[0] ?? '')).status, 404);
  });

  check('end at the commit that moved the file into the docs folder', async () => {
    const { revisions, nextCursor } = await list('inside.mdx');
    assert.deepEqual(
      [revisions.map(({ id, movedFrom }) => [numberOf(id), movedFrom]), nextCursor],
      [[[3, null]], null],
    );
  });

  check('include the draft’s last content in each earlier hour', async () => {
    for (const text of ['One.', 'Two.']) assertStatus(await drafts.save('index.mdx', page(text)), 200);
    assert.deepEqual(await savedOf('index.mdx'), [], 'no revision is created within an hour');
    await pass(60);
    for (const text of ['Three.', 'Four.']) await drafts.save('index.mdx', page(text));
    await pass(60);
    await drafts.save('index.mdx', page('Five.'));
    assert.deepEqual(
      await savedOf('index.mdx'),
      ['Four.', 'Two.'].map((text) => `test key: ${page(text)}`),
    );
    const { revisions, nextCursor } = await list('index.mdx', '?limit=1');
    assert.deepEqual(
      revisions.map(({ kind }) => kind),
      ['saved'],
    );
    assert.match(nextCursor ?? '', /^saved\.\d+\.[0-9a-f]{32}$/);
    const rest = await list('index.mdx', `?limit=1&cursor=${nextCursor}`);
    assert.equal(rest.nextCursor, `${commits[3]}.index.mdx`);
    const last = await list('index.mdx', `?limit=1&cursor=${rest.nextCursor}`);
    assert.deepEqual(
      last.revisions.map(({ id }) => numberOf(id)),
      [3],
    );
  });

  check('include each other author’s last content in the same hour', async () => {
    for (const text of ['A1.', 'A2.']) await drafts.save('index.mdx', page(text), { as: ada });
    await drafts.save('index.mdx', page('B1.'));
    await drafts.save('index.mdx', page('A3.'), { as: ada });
    await drafts.save('index.mdx', page('B2.'));
    assert.deepEqual(await savedOf('index.mdx'), [`ada@example.com: ${page('A3.')}`, `test key: ${page('B1.')}`]);
  });

  check('are restored by saving their content, and the replaced text is kept even within the hour', async () => {
    await drafts.save('index.mdx', page('Mine.'));
    const { json } = await get('index.mdx', commits[1] ?? '');
    assert.deepEqual([json.content, json.encoding, json.isTruncated], [page('Second.'), 'utf-8', false]);
    assert.match(json.patch, /^-Second\.$[^]*^\+Mine\.$/m);
    const { content, current: version } = json;
    const save = (body: object) => drafts.draft('PUT', '/files/index.mdx', { body: { content, version, ...body } });
    assert.equal((await save({ version: '0'.repeat(32), keepReplaced: true })).json.code, 'draft_file_changed');
    assert.deepEqual(await savedOf('index.mdx'), []);
    assertStatus(await save({ keepReplaced: true }), 200);
    assert.equal((await drafts.read('index.mdx')).json.content, page('Second.'));
    assert.deepEqual(await savedOf('index.mdx'), [`test key: ${page('Mine.')}`]);
    const again = (await get('index.mdx', commits[1] ?? '')).json;
    assert.equal(again.patch, '');
  });

  check('keep a draft whose last change was undone, even when the branch moves on', async () => {
    await drafts.save('index.mdx', page('Mine.'));
    const { content, current: version } = (await get('index.mdx', commits[3] ?? '')).json;
    const body = { content, version, keepReplaced: true };
    assertStatus(await drafts.draft('PUT', '/files/index.mdx', { body }), 200);
    const draft = (await drafts.draft('GET')).json;
    assert.deepEqual([draft.changes, draft.blockers], [[], ['no_changes']]);
    assert.equal((await drafts.draft('POST', '/publish', { body: { action: 'publish' } })).json.code, 'draft_empty');
    commits.push(await drafts.push({ 'docs/other.mdx': page('Other.') }));
    assert.deepEqual(await savedOf('index.mdx'), [`test key: ${page('Mine.')}`]);
    await drafts.save('index.mdx', page('Again.'));
    assertStatus(await drafts.draft('POST', '/restore', { body: { file: 'index.mdx' } }), 200);
    assert.deepEqual(
      await savedOf('index.mdx'),
      ['Again.', 'Mine.'].map((text) => `test key: ${page(text)}`),
    );
  });

  check('are kept with the draft if the file is deleted or moved', async () => {
    await drafts.save('index.mdx', page('Other.'));
    await drafts.save('guide.mdx', page('Before deletion.'));
    const { version } = (await drafts.read('guide.mdx')).json;
    assertStatus(await drafts.draft('DELETE', `/files/guide.mdx?version=${version}`), 200);
    assert.deepEqual(await savedOf('guide.mdx'), [`test key: ${page('Before deletion.')}`]);
    const { revisions } = await list('guide.mdx');
    const deleted = (await get('guide.mdx', revisions[1]?.id ?? '')).json;
    assert.deepEqual([deleted.current, deleted.content], [null, page(`${long}\nMoved.`)]);
    await drafts.draft('POST', '/restore', { body: { file: 'guide.mdx' } });
    assertStatus(await drafts.draft('POST', '/move', { body: { from: 'guide.mdx', to: 'start.mdx' } }), 200);
    const moved = await list('start.mdx');
    assert.deepEqual(
      moved.revisions.map(({ kind, path }) => [kind, path]),
      [
        ['saved', 'guide.mdx'],
        ['commit', 'guide.mdx'],
        ['commit', 'old.mdx'],
      ],
    );
  });

  check('include text that was merged with a commit on the branch, with the time at which it was saved', async () => {
    await drafts.save('inside.mdx', page(long, 'Mine'));
    await drafts.save('index.mdx', page('Other.'));
    await pass(60);
    commits.push(await drafts.push({ 'docs/inside.mdx': page(`${long}\nTheirs.`, 'Inside') }));
    assert.equal((await drafts.read('inside.mdx')).json.content, page(`${long}\nTheirs.`, 'Mine'));
    assert.deepEqual(await savedOf('inside.mdx'), [`test key: ${page(long, 'Mine')}`]);
    await drafts.save('index.mdx', page('Another.'));
    assert.deepEqual(await savedOf('index.mdx'), [`test key: ${page('Other.')}`], 'the merge did not change this file');
  });

  check('are limited for each file, and removed with the draft', async () => {
    const { pool } = drafts.service.database;
    await drafts.save('index.mdx', page('One.'));
    await pool.query(
      `insert into draft_revisions (draft_id, path, slot, saved_by, saved_at, version, content, size)
       select id, 'index.mdx', t, 'x', t, left(encode(sha256(n::text::bytea), 'hex'), 32), n::text::bytea, length(n::text)
       from drafts, lateral (select n, now() - make_interval(hours => n) as t from generate_series(1, $1::int) n) as h`,
      [maxFileRevisions + 20],
    );
    const { version } = (await drafts.read('index.mdx')).json;
    const body = { content: page('Two.'), version, keepReplaced: true };
    assertStatus(await drafts.draft('PUT', '/files/index.mdx', { body }), 200);
    const count = async () => (await pool.query('select count(*)::int as n from draft_revisions')).rows[0].n;
    assert.equal(await count(), maxFileRevisions);
    assert.equal((await savedOf('index.mdx'))[0], `test key: ${page('One.')}`, 'the newest one is kept');
    assertStatus(await drafts.draft('DELETE'), 204);
    assert.equal(await count(), 0);
  });

  check('have no diff if they are binary, and are compared even if they are large', async () => {
    const bytes = Buffer.from([0, 0xff, 1]);
    const pushed = await drafts.push({ 'docs/images/a.png': bytes, 'docs/large.mdx': page('x\n'.repeat(1_000_000)) });
    const binary = assertStatus(await get('images/a.png', pushed), 200).json;
    assert.deepEqual([binary.encoding, binary.content, binary.patch], ['base64', bytes.toString('base64'), null]);
    await drafts.save('large.mdx', page('y\n'.repeat(1_000_000)));
    const large = assertStatus(await get('large.mdx', pushed), 200).json;
    assert.deepEqual([large.content.length > 2_000_000, large.isTruncated], [true, true]);
    assert.ok(large.patch.length <= 1_000_000);
    const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n';
    const pointer = await drafts.push({ 'docs/images/b.png': lfs });
    assert.equal((await get('images/b.png', pointer)).json.content, lfs);
    const huge = await drafts.push({ 'docs/huge.mp4': Buffer.alloc(11_000_000) });
    assert.equal((await get('huge.mp4', huge)).json.code, 'draft_file_refused');
  });

  check('exclude the repository’s other objects: other branches, tags, trees and removed commits', async () => {
    const [first = ''] = commits;
    await drafts.git('branch', '--force', 'other', first);
    const elsewhere = await drafts.push({ 'docs/index.mdx': page('Elsewhere.') }, 'other');
    const tree = await drafts.git('rev-parse', `${first}^{tree}`);
    await drafts.git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'tag', '-a', '-m', 'x', '-f', 'v1', first);
    const tag = await drafts.git('rev-parse', 'v1');
    const before = await drafts.headOf();
    const removed = await drafts.push({ 'docs/index.mdx': page('Removed.') });
    assertStatus(await get('index.mdx', removed), 200);
    await drafts.git('update-ref', 'refs/heads/main', before);
    for (const id of [elsewhere, tree, tag, removed, '0'.repeat(40), '0'.repeat(32)]) {
      const answer = await get('index.mdx', id);
      assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], `${id}: ${answer.text}`);
      if (id.length < 40) continue;
      const listed = await drafts.draft('GET', pathOf('index.mdx', `?cursor=${id}.index.mdx`));
      assert.equal(listed.json.code, 'invalid_request', listed.text);
    }
    const onOther = await drafts.draft('GET', pathOf('index.mdx', `/${elsewhere}`), { branch: 'other' });
    assertStatus(onOther, 200);
  });

  check('are listed once if someone saves between two pages, even if an earlier text is saved again', async () => {
    for (const text of ['One.', 'Two.', 'Three.', 'Four.']) {
      await drafts.save('index.mdx', page(text));
      await pass(60);
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '?limit=1' : `?limit=1&cursor=${encodeURIComponent(cursor)}`;
      const { revisions, nextCursor } = await list('index.mdx', query);
      seen.push(...revisions.filter(({ kind }) => kind === 'saved').map(({ id }) => id));
      cursor = revisions.some(({ kind }) => kind === 'commit') ? null : nextCursor;
      if (seen.length === 1) {
        await drafts.save('index.mdx', page('Five.'));
        await drafts.save('index.mdx', page('One.'));
      }
    }
    const texts = await Promise.all(seen.map(async (id) => (await get('index.mdx', id)).json.content as string));
    assert.deepEqual(texts, [page('Three.'), page('Two.'), page('One.')]);
  });

  check('are refused for invalid paths, IDs and cursors', async () => {
    for (const id of ['HEAD', 'main', '--all', commits[0]?.slice(0, 39) ?? '', `${commits[0]}0`, 'x\0'])
      assert.equal((await get('index.mdx', encodeURIComponent(id))).status >= 400, true, id);
    for (const cursor of [
      'x',
      'saved.-1',
      'saved.1',
      `saved.1.${'g'.repeat(32)}`,
      `saved.${'9'.repeat(16)}.${'a'.repeat(32)}`,
      `${commits[0]}.`,
      `${commits[0]}.../secret.txt`,
      '\0',
    ])
      assert.equal(
        (await drafts.draft('GET', pathOf('index.mdx', `?cursor=${encodeURIComponent(cursor)}`))).status,
        400,
        cursor,
      );
    for (const path of ['../secret.txt', 'a/../../secret.txt', 'a\0b.mdx', 'x'.repeat(4_096), '.git/config']) {
      for (const rest of ['', `/${commits[0]}`, `/${commits[0]}?at=index.mdx`]) {
        const answer = await drafts.draft('GET', pathOf(path, rest));
        assert.ok([400, 404, 414].includes(answer.status), `${path}${rest}: ${answer.text}`);
        assert.doesNotMatch(answer.text, /Outside/);
      }
      const at = await get('index.mdx', commits[0] ?? '', `?at=${encodeURIComponent(path)}`);
      assert.ok([400, 404].includes(at.status), `${path}: ${at.text}`);
      assert.doesNotMatch(at.text, /Outside/);
    }
    assert.deepEqual(await list('missing.mdx'), { revisions: [], nextCursor: null });
  });

  check('belong to the organization, and need a scope to read', async () => {
    await drafts.save('index.mdx', page('Secret.'));
    await drafts.save('index.mdx', page('More.'), { as: ada });
    const { revisions } = await list('index.mdx');
    for (const [as, status] of [
      [{ organizationId: OTHER }, 404],
      [{ projectIds: ['another'] }, 404],
      [{ scopes: ['analytics:read'] as const }, 403],
    ] as const)
      for (const rest of ['', `/${revisions[0]?.id}`, `/${commits[0]}`]) {
        const answer = await drafts.draft('GET', pathOf('index.mdx', rest), { as });
        assert.equal(answer.status, status, answer.text);
        assert.doesNotMatch(answer.text, /Secret/);
      }
    assertStatus(await drafts.draft('GET', pathOf('index.mdx'), { as: { scopes: ['content:read'] } }), 200);
    // The content of another draft's revision is not found by its ID.
    await drafts.git('branch', '--force', 'third', 'main');
    const elsewhere = await drafts.draft('GET', pathOf('index.mdx', `/${revisions[0]?.id}`), { branch: 'third' });
    assert.equal(elsewhere.status, 404);
  });
});
