import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { assertStatus, docsJson, page } from '../drafts/testing/open-drafts.ts';
import { waitForLockWaiter } from '../../../testing/wait-for-lock-waiter.ts';
import { edith, openComments, vera, victor, type TestComments } from './testing/open-comments.ts';

const guide = page('The API is fast.\n\nIt has no limits.', 'Guide');

describe('comments', () => {
  let comments: TestComments;
  before(async () => {
    comments = await openComments({ 'docs.json': docsJson, 'index.mdx': page('First.'), 'guide.mdx': guide });
    await insertProject(comments.drafts.service.database, 'other', { repository: 'local:docs' });
  });
  after(() => comments.close());
  beforeEach(async () => {
    const { pool } = comments.drafts.service.database;
    await pool.query('delete from drafts; delete from comment_files; delete from rate_uses');
    await comments.drafts.push({ 'guide.mdx': guide, 'index.mdx': page('First.') });
    comments.notices.length = 0;
    comments.onNotice = undefined;
  });
  const create = async (body: object, as = vera) => assertStatus(await comments.create(body, { as }), 201).json;
  const save = async (content: string) => assertStatus(await comments.drafts.save('guide.mdx', content), 200);
  const quoted = async (id: string) => {
    const { json } = assertStatus(await comments.thread('GET', id), 200);
    return [json.range === null ? null : json.text, json.range?.line ?? null];
  };

  test('a viewer can comment on a passage of a page that nobody has changed', async () => {
    const thread = await create({ quote: 'API is fast', text: 'Is it?' });
    assert.deepEqual(
      [thread.file, thread.state, thread.quote, thread.range, thread.replacement, thread.comments[0].author.name],
      ['guide.mdx', 'open', 'API is fast', { from: 26, to: 37, line: 5 }, null, 'Vera'],
    );
    const list = await comments.list('?file=guide.mdx');
    assert.deepEqual(list, { threads: [thread], files: [{ file: 'guide.mdx', open: 1 }], nextCursor: null });
    assert.deepEqual((await comments.drafts.service.request('GET', '/v1/projects/proj/drafts')).json.drafts, []);
  });

  test('a range follows its text when the draft is saved or discarded and when other people commit', async () => {
    const { id } = await create({ quote: 'API is fast' });
    await save(guide.replace('The API is fast', 'Zero.\n\nThe API is very fast'));
    assert.deepEqual(await quoted(id), ['API is very fast', 7]);
    assertStatus(await comments.drafts.draft('DELETE'), 204);
    assert.deepEqual(await quoted(id), ['API is fast', 5]);
    await comments.drafts.push({ 'guide.mdx': guide.replace('---\n\n', '---\n\nNew.\n\n') });
    assert.deepEqual(await quoted(id), ['API is fast', 7]);
  });

  test('a thread whose text is gone is outdated, and is found again when the text returns', async () => {
    const { id } = await create({ quote: 'It has no limits.' });
    await save(guide.replace('It has no limits.', ''));
    const { threads, files } = await comments.list('?file=guide.mdx');
    assert.deepEqual([threads[0].range, threads[0].quote, files[0].open], [null, 'It has no limits.', 1]);
    await save(page('Other.\n\nIt has no limits.', 'Guide'));
    assert.deepEqual(await quoted(id), ['It has no limits.', 7]);
  });

  test('threads of a deleted page are outdated until it is restored', async () => {
    const { id } = await create({ quote: 'fast' });
    const { version } = (await comments.drafts.read('guide.mdx')).json;
    assertStatus(await comments.drafts.draft('DELETE', `/files/guide.mdx?version=${version}`), 200);
    assert.deepEqual(await quoted(id), [null, null]);
    assertStatus(await comments.drafts.draft('POST', '/restore', { body: { file: 'guide.mdx' } }), 200);
    assert.deepEqual(await quoted(id), ['fast', 5]);
  });

  test('threads follow a moved page repeatedly, and return if the draft is discarded', async () => {
    const { id } = await create({ quote: 'fast' });
    const fileOf = async () => (await comments.thread('GET', id)).json.file;
    for (const [from, to] of [
      ['guide.mdx', 'manual.mdx'],
      ['manual.mdx', 'book.mdx'],
    ]) {
      assertStatus(await comments.drafts.draft('POST', '/move', { body: { from, to } }), 200);
      assert.equal(await fileOf(), to);
    }
    assert.deepEqual(await quoted(id), ['fast', 5]);
    assertStatus(await comments.drafts.draft('DELETE'), 204);
    assert.equal(await fileOf(), 'guide.mdx');
    assert.deepEqual(await quoted(id), ['fast', 5]);
  });

  test('files are locked in the same order, no matter which of them a request changes first', async () => {
    const { pool } = comments.drafts.service.database;
    await comments.drafts.push({ 'an-overview.mdx': page('See the [guide](/guide).') });
    await create({ quote: 'fast' });
    await create({ file: 'an-overview.mdx', quote: 'See the' });
    const lock = 'select from comment_files where path = $1 for update';
    const client = await pool.connect();
    try {
      // Suggestions by the agent lock the files of their threads in this order, without the draft.
      await client.query('begin');
      await client.query(lock, ['an-overview.mdx']);
      const moved = comments.drafts.draft('POST', '/move', { body: { from: 'guide.mdx', to: 'manual.mdx' } });
      await waitForLockWaiter(comments.drafts.service.database);
      await client.query(lock, ['guide.mdx']);
      await client.query('commit');
      assertStatus(await moved, 200);
    } finally {
      client.release(true);
    }
    await comments.drafts.push({ 'an-overview.mdx': null });
  });

  test('threads follow a moved page that exists only in the draft', async () => {
    assertStatus(await comments.drafts.save('new.mdx', page('Something new.', 'New')), 200);
    const { id } = await create({ file: 'new.mdx', quote: 'new.' });
    for (const [from, to] of [
      ['new.mdx', 'newer.mdx'],
      ['newer.mdx', 'guides/newest.mdx'],
      ['guides/newest.mdx', 'new.mdx'],
    ]) {
      assertStatus(await comments.drafts.draft('POST', '/move', { body: { from, to } }), 200);
      assert.equal((await comments.thread('GET', id)).json.file, to);
      assert.deepEqual(await quoted(id), ['new.', 5]);
    }
  });

  test('threads of changed files move to the branch of a pull request, and return when that branch is deleted', async () => {
    const { id } = await create({ quote: 'limits', text: 'See `x` @ada, fixes #1 [a](b)' });
    await create({ file: 'index.mdx', quote: 'First' });
    await save(guide.replace('fast', 'quick'));
    const proposal = assertStatus(await comments.drafts.draft('GET', '/proposal'), 200).json;
    assert.match(
      proposal.pullRequest.body,
      /\*\*Unresolved comments\*\*\n\n- \[`guide\.mdx:7`\]\(https:\/\/docs\.example\/dashboard\/projects\/proj\/comments\/cmt_\w+\) `Vera: See 'x' @ada, fixes #1 \(a\)\(b\)`$/,
    );
    const body = { action: 'create_pull_request', newBranch: 'quick' };
    assertStatus(await comments.drafts.draft('POST', '/publish', { body }), 200);
    assert.deepEqual((await comments.list('', 'quick')).files, [{ file: 'guide.mdx', open: 1 }]);
    assert.deepEqual((await comments.list()).files, [{ file: 'index.mdx', open: 1 }]);
    await comments.drafts.git('update-ref', '-d', 'refs/heads/quick');
    assert.deepEqual((await comments.list()).files, [
      { file: 'guide.mdx', open: 1 },
      { file: 'index.mdx', open: 1 },
    ]);
    assert.deepEqual(await quoted(id), ['limits', 7]);
  });

  test('participants can reply, but can change and delete only their own comments', async () => {
    const { id, comments: first } = await create({ quote: 'fast' });
    const replied = await comments.thread('POST', id, '/replies', { as: edith, body: { text: 'Yes.' } });
    const [, answer] = assertStatus(replied, 201).json.comments;
    const edit = (as: object, commentId: string) =>
      comments.thread('PATCH', id, `/replies/${commentId}`, { as, body: { text: 'Really?' } });
    assert.equal((await edit(edith, first[0].id)).json.code, 'comment_not_own');
    assert.equal((await edit(vera, 'cm_none')).status, 404);
    const edited = assertStatus(await edit(vera, first[0].id), 200).json.comments[0];
    assert.equal(edited.text, 'Really?');
    assert.notEqual(edited.editedAt, null);
    const remove = (as: object, commentId: string) => comments.thread('DELETE', id, `/replies/${commentId}`, { as });
    assert.equal((await remove(victor, answer.id)).json.code, 'comment_not_own');
    assertStatus(await remove(vera, first[0].id), 204);
    const [blank] = (await comments.thread('GET', id)).json.comments;
    assert.deepEqual([blank.text, blank.isDeleted], ['', true]);
    assert.equal((await edit(vera, first[0].id)).status, 404, 'a deleted text does not return');
    assertStatus(await remove(edith, answer.id), 204);
    assertStatus(await remove(vera, first[0].id), 204);
    assert.equal((await comments.thread('GET', id)).status, 404);
    const { rows } = await comments.drafts.service.database.pool.query('select from comment_files');
    assert.equal(rows.length, 0, 'the text of a file without threads is deleted');
  });

  test('authors and editors can resolve and reopen threads, but other viewers can’t', async () => {
    const { id } = await create({ quote: 'fast' });
    const act = (as: object, action: string) => comments.thread('POST', id, `/${action}`, { as });
    assert.equal((await act(victor, 'resolve')).json.code, 'comment_not_own');
    const closed = assertStatus(await act(vera, 'resolve'), 200).json;
    assert.deepEqual([closed.state, closed.closedBy.name], ['resolved', 'Vera']);
    assert.deepEqual(assertStatus(await act(edith, 'resolve'), 200).json.closedBy.name, 'Vera', 'already resolved');
    assert.deepEqual((await comments.list()).threads, []);
    assert.equal((await comments.list('?state=closed')).threads.length, 1);
    assert.equal(assertStatus(await act(edith, 'reopen'), 200).json.state, 'open');
    assert.equal((await act(edith, 'reject')).json.code, 'comment_closed');
    assert.equal((await act(edith, 'accept')).json.code, 'comment_closed');
  });

  test('mentioned people and participants are notified once, and the author isn’t notified', async () => {
    const mentions = ['usr_edith', 'usr_vera', 'usr_edith'];
    const { id, comments: first } = await create({ quote: 'fast', text: 'Hi @Edith', mentions });
    assert.deepEqual(comments.notices, [['comment.mentioned', 'usr_edith', 'Vera mentioned you on guide.mdx']]);
    comments.notices.length = 0;
    const body = { text: 'Yes, @Vera', mentions: ['usr_vera'] };
    assertStatus(await comments.thread('POST', id, '/replies', { as: edith, body }), 201);
    assertStatus(await comments.thread('POST', id, '/replies', { as: victor, body: { text: 'Me too' } }), 201);
    assert.deepEqual(
      comments.notices.map(([kind, user]) => [kind, user]),
      [
        ['comment.mentioned', 'usr_vera'],
        ['comment.replied', 'usr_vera'],
        ['comment.replied', 'usr_edith'],
      ],
    );
    comments.notices.length = 0;
    const edited = { text: 'Hi @Edith and @Victor', mentions: ['usr_edith', 'usr_victor'] };
    assertStatus(await comments.thread('PATCH', id, `/replies/${first[0].id}`, { body: edited }), 200);
    assert.deepEqual(comments.notices, [['comment.mentioned', 'usr_victor', 'Vera mentioned you on guide.mdx']]);
  });

  test('only members can be mentioned, and not too many at once', async () => {
    const { pool } = comments.drafts.service.database;
    await pool.query(`insert into users (id, name, email) values ('usr_eve', 'Eve', 'eve@example.com')`);
    await pool.query(`insert into members (organization_id, user_id, role) values ($1, 'usr_eve', 'owner')`, [OTHER]);
    for (const mentions of [['usr_eve'], ['usr_nobody'], ['usr_vera', "'; drop table users"], ['\u0000']]) {
      const answer = await comments.create({ quote: 'fast', mentions });
      assert.deepEqual([answer.status, answer.json.code], [400, 'invalid_request'], answer.text);
    }
    const many = await comments.create({ quote: 'fast', mentions: Array.from({ length: 10_000 }, (_, n) => `u${n}`) });
    assert.deepEqual([many.status, many.json.details[0].path], [400, '/mentions']);
    assert.deepEqual([comments.notices, (await comments.list()).files], [[], []]);
  });

  test('comments of a deleted account have the name that was stored when they were written', async () => {
    const { pool } = comments.drafts.service.database;
    const { id } = await create({ quote: 'fast', mentions: ['usr_victor'] });
    await pool.query(`update users set name = '<b>&"' where id = 'usr_vera'`);
    const shown = async () => (await comments.thread('GET', id, '', { as: edith })).json.comments[0];
    assert.equal((await shown()).author.name, '<b>&"');
    await pool.query(`delete from members where user_id in ('usr_vera', 'usr_victor')`);
    await pool.query(`delete from users where id in ('usr_vera', 'usr_victor')`);
    assert.deepEqual([(await shown()).author.name, (await shown()).mentions], ['vera@example.com', []]);
    for (const name of ['vera', 'victor']) {
      await pool.query(`insert into users (id, name, email) values ($1, $2, $3)`, [
        `usr_${name}`,
        name === 'vera' ? 'Vera' : 'Victor',
        `${name}@example.com`,
      ]);
      await pool.query(`insert into members (organization_id, user_id, role) values ('org_home', $1, 'viewer')`, [
        `usr_${name}`,
      ]);
    }
  });

  test('another organization or project has no access, and gets the response for a missing thread', async () => {
    const { id } = await create({ quote: 'fast' });
    const missing = await comments.thread('GET', 'cmt_none');
    const foreign = await comments.thread('GET', id, '', { as: { organizationId: OTHER } });
    assert.equal(foreign.status, 404);
    for (const [method, tail] of [
      ['GET', ''],
      ['POST', '/resolve'],
      ['POST', '/reopen'],
      ['POST', '/accept'],
      ['POST', '/reject'],
      ['DELETE', '/replies/x'],
    ] as const) {
      const path = `/v1/projects/other/comments/${id}${tail}`;
      const answer = await comments.drafts.service.request(method, path);
      assert.deepEqual([answer.status, answer.json.code], [404, missing.json.code], `${method} ${tail}`);
      const bound = await comments.thread(method, id, tail, { as: { projectIds: ['other'] } });
      assert.equal(bound.status, 404, `${method} ${tail}`);
    }
  });

  test('invalid text, offsets and files are refused, and nothing is stored', async () => {
    for (const [body, status, code] of [
      [{ quote: 'fast', from: -1 }, 400, 'invalid_request'],
      [{ quote: 'fast', from: 2 ** 31 }, 400, 'invalid_request'],
      [{ quote: 'fast', from: 1.5 }, 400, 'invalid_request'],
      [{ quote: '' }, 400, 'invalid_request'],
      [{ quote: 'fa\u0000st' }, 400, 'invalid_request'],
      [{ quote: 'fast', text: '\ud800' }, 400, 'invalid_request'],
      [{ quote: 'fast', text: ' \n ' }, 400, 'invalid_request'],
      [{ quote: 'fast', text: 'x'.repeat(10_001) }, 400, 'invalid_request'],
      [{ quote: 'fast', replacement: 'fast' }, 400, 'invalid_request'],
      [{ quote: 'fast', text: undefined }, 400, 'invalid_request'],
      [{ quote: 'slow' }, 409, 'comment_text_not_found'],
      [{ quote: 'i' }, 409, 'comment_text_not_found'],
      [{ quote: 'fast', file: 'none.mdx' }, 400, 'draft_file_refused'],
      [{ quote: 'fast', file: '../../etc/passwd' }, 400, 'draft_file_refused'],
    ] as const) {
      const answer = await comments.create(body);
      assert.deepEqual([answer.status, answer.json.code], [status, code], `${JSON.stringify(body)}: ${answer.text}`);
    }
    await comments.drafts.push({ 'guide.mdx': Buffer.from([0xff, 0xfe, 0x61]) });
    assert.equal((await comments.create({ quote: 'a' })).json.code, 'draft_file_refused');
    assert.deepEqual((await comments.list()).files, []);
  });

  test('an offset chooses the nearest occurrence, even beyond the end', async () => {
    const rangeOf = async (from: number) => (await create({ quote: 't', from })).range.from;
    assert.deepEqual(
      [await rangeOf(0), await rangeOf(41), await rangeOf(2 ** 31 - 1)],
      [guide.indexOf('t'), guide.indexOf('t', 38), guide.lastIndexOf('t')],
    );
  });

  test('markup in comments is stored as it is written', async () => {
    const text = '<img src=x onerror=alert(1)> **bold** [a](javascript:alert(1)) \u202e';
    const thread = await create({ quote: 'fast', text });
    assert.equal(thread.comments[0].text, text);
  });

  test('a request that is sent twice creates one thread and one notification', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { quote: 'fast', mentions: ['usr_edith'] };
    const [one, two] = [await comments.create(body, { headers }), await comments.create(body, { headers })];
    assert.deepEqual([two.status, two.json.id, two.headers.get('idempotent-replayed')], [201, one.json.id, 'true']);
    const reply = () =>
      comments.thread('POST', one.json.id, '/replies', { body: { text: 'x' }, headers: { 'idempotency-key': 'r' } });
    await reply();
    assert.equal((await reply()).json.comments.length, 2);
    assert.equal(comments.notices.length, 1);
  });

  test('each person can write a limited number of comments per minute, and threads are listed page by page', async () => {
    for (let n = 0; n < 30; n++) await create({ quote: 'fast' });
    const refused = await comments.create({ quote: 'fast' });
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited']);
    assertStatus(await comments.create({ quote: 'fast' }, { as: victor }), 201);
    const first = await comments.list('?limit=20');
    const second = await comments.list(`?limit=20&cursor=${first.nextCursor}`);
    assert.deepEqual([first.threads.length, second.threads.length, second.nextCursor], [20, 11, null]);
    assert.equal((await comments.drafts.draft('GET', '/comments?cursor=x')).status, 400);
  });

  test('each change is recorded in the audit log without the text', async () => {
    const { id, comments: first } = await create({ quote: 'fast', text: 'Secret words' });
    await comments.thread('PATCH', id, `/replies/${first[0].id}`, { body: { text: 'Other words' } });
    await comments.thread('POST', id, '/resolve');
    await comments.thread('POST', id, '/reopen');
    await comments.thread('DELETE', id, `/replies/${first[0].id}`);
    const { rows } = await comments.drafts.service.database.pool.query(
      `select action, details::text from audit_events where target_id = $1 order by id`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['comment.created', 'comment.updated', 'comment.resolved', 'comment.reopened', 'comment.deleted'],
    );
    assert.doesNotMatch(JSON.stringify(rows), /words/);
  });
});
