import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { assertStatus, docsJson, page } from '../drafts/testing/open-drafts.ts';
import { withFullDisk } from '../../../testing/full-disk.ts';
import { waitForLockWaiter } from '../../../testing/wait-for-lock-waiter.ts';
import { edith, openComments, vera, victor, type TestComments } from './testing/open-comments.ts';

const guide = page('The API is fast.\n\nIt has no limits.', 'Guide');
const line = 'The API is fast.';
const better = 'The API answers within 50 ms.';

describe('suggested changes', () => {
  let comments: TestComments;
  before(async () => {
    comments = await openComments({ 'docs.json': docsJson, 'index.mdx': page('First.'), 'guide.mdx': guide });
  });
  after(() => comments.close());
  beforeEach(async () => {
    const { pool } = comments.drafts.service.database;
    await pool.query('delete from drafts; delete from comment_files; delete from rate_uses');
    await comments.drafts.push({ 'guide.mdx': guide });
    comments.notices.length = 0;
    comments.onNotice = undefined;
  });
  const suggest = async (body: object = {}): Promise<string> =>
    assertStatus(await comments.create({ quote: line, replacement: better, text: undefined, ...body }), 201).json.id;
  const accept = (id: string, as: object = edith) => comments.thread('POST', id, '/accept', { as });

  test('accepting a suggestion changes only its lines, with both people as authors', async () => {
    const id = await suggest();
    const accepted = assertStatus(await accept(id), 200).json;
    assert.deepEqual([accepted.state, accepted.closedBy.name], ['accepted', 'Edith']);
    assert.equal(await comments.guide(), guide.replace(line, better));
    assert.deepEqual(comments.notices, [
      ['comment.replied', 'usr_vera', 'Edith accepted your suggestion for guide.mdx'],
    ]);
    const body = { action: 'publish' };
    assertStatus(await comments.drafts.draft('POST', '/publish', { as: edith, body }), 200);
    const message = await comments.drafts.git('log', '-1', '--format=%an%n%B', 'main');
    assert.match(message, /^edith@example\.com\n/);
    assert.match(message, /^Co-authored-by: vera@example\.com </m);
    const diff = await comments.drafts.git('diff', 'main~', 'main');
    assert.deepEqual(
      diff.split('\n').filter((each) => /^[+-](?![+-])/.test(each)),
      [`-${line}`, `+${better}`],
    );
  });

  test('on a full disk, a suggestion is neither partially created nor partially accepted', async () => {
    const { pool } = comments.drafts.service.database;
    const body = { quote: line, replacement: better, text: undefined };
    for (const table of ['comment_files', 'comment_threads', 'comments']) {
      const refused = await withFullDisk(pool, [table], () => comments.create(body));
      assert.deepEqual([refused.status, refused.json.code], [507, 'storage_full'], table);
      assert.deepEqual((await comments.list()).threads, []);
    }
    const id = await suggest();
    for (const table of ['draft_files', 'comment_threads', 'audit_events']) {
      const refused = await withFullDisk(pool, [table], () => accept(id));
      assert.deepEqual([refused.status, refused.json.code], [507, 'storage_full'], table);
      assert.match(refused.json.error, /Try again after an operator has freed space\.$/);
      assert.equal((await comments.list()).threads[0].state, 'open');
      assert.equal(await comments.guide(), guide);
    }
    assertStatus(await accept(id), 200);
    assert.equal(await comments.guide(), guide.replace(line, better));
  });

  test('viewers can’t accept suggestions; authors and editors can reject them, editors with a reason', async () => {
    const id = await suggest();
    assert.equal((await accept(id, vera)).json.code, 'insufficient_scope');
    const reject = (as: object) => comments.thread('POST', id, '/reject', { as, body: { reason: 'Not true' } });
    assert.equal((await reject(victor)).json.code, 'comment_not_own');
    const rejected = assertStatus(await reject(edith), 200).json;
    assert.deepEqual([rejected.state, rejected.reason, rejected.closedBy.name], ['rejected', 'Not true', 'Edith']);
    assert.equal((await accept(id)).json.code, 'comment_closed');
    assert.equal((await comments.thread('POST', id, '/resolve', { as: edith })).json.code, 'comment_closed');
    assertStatus(await comments.thread('POST', id, '/reopen', { as: vera }), 200);
    assertStatus(await comments.thread('POST', id, '/reject', { as: vera }), 200);
    assert.equal(await comments.guide(), guide);
  });

  test('an accepted suggestion is not accepted again or reopened, and a repeated request succeeds', async () => {
    const id = await suggest();
    const answers = await Promise.all([accept(id), accept(id), accept(id)]);
    for (const answer of answers) assertStatus(answer, 200);
    assertStatus(await accept(id), 200);
    assert.equal(await comments.guide(), guide.replace(line, better));
    assert.equal((await comments.thread('POST', id, '/reopen', { as: edith })).json.code, 'comment_closed');
    const { rows } = await comments.drafts.service.database.pool.query(
      `select from audit_events where target_id = $1 and action = 'comment.accepted'`,
      [id],
    );
    assert.equal(rows.length, 1);
  });

  test('a suggestion whose text has changed is not accepted, and has the quoted and the current text', async () => {
    const id = await suggest();
    await comments.drafts.save('guide.mdx', guide.replace('is fast', 'is very fast'));
    const refused = await accept(id);
    assert.deepEqual([refused.status, refused.json.code], [409, 'suggested_change_outdated']);
    const { state, quote, text, replacement } = (await comments.thread('GET', id)).json;
    assert.deepEqual([state, quote, text, replacement], ['open', line, 'The API is very fast.', better]);
    await comments.drafts.save('guide.mdx', guide.replace(line, ''));
    assert.equal((await accept(id)).json.code, 'suggested_change_outdated');
    await comments.drafts.save('guide.mdx', guide);
    assertStatus(await accept(id), 200);
  });

  test('changes above the text have no effect on a suggestion, and another suggestion in the file moves', async () => {
    const [first, second] = [await suggest(), await suggest({ quote: 'no limits', replacement: 'limits' })];
    await comments.drafts.save('guide.mdx', guide.replace('The API', 'New.\n\nThe API'));
    assertStatus(await accept(first), 200);
    assertStatus(await accept(second), 200);
    assert.equal(
      await comments.guide(),
      guide.replace('The API', 'New.\n\nThe API').replace(line, better).replace('no limits', 'limits'),
    );
  });

  test('if someone starts the draft while a suggestion is being accepted, the save is refused, and neither request waits forever', async () => {
    const { drafts } = comments;
    await drafts.service.database.pool.query('delete from drafts; delete from comment_files');
    const id = await suggest();
    const saved = Promise.withResolvers<Awaited<ReturnType<typeof drafts.save>>>();
    comments.onNotice = async () => {
      saved.resolve(drafts.save('guide.mdx', guide.replace('It has no limits.', 'It has limits.')));
      await waitForLockWaiter(drafts.service.database);
    };
    assertStatus(await accept(id), 200);
    assert.equal((await saved.promise).json.code, 'draft_file_changed');
    assert.equal(await comments.guide(), guide.replace(line, better));
  });

  test('if someone saves at the same time, the suggestion is accepted on the saved or the old text, and isn’t lost', async () => {
    for (let round = 0; round < 5; round++) {
      await comments.drafts.service.database.pool.query('delete from drafts; delete from comment_files');
      const id = await suggest();
      const saved = guide.replace('It has no limits.', `Round ${round}.`);
      const [accepted, save] = await Promise.all([accept(id), comments.drafts.save('guide.mdx', saved)]);
      const text = await comments.guide();
      assert.equal(accepted.status, 200, accepted.text);
      assert.equal(text.includes(better), true, 'an accepted change isn’t lost');
      assert.equal(text.includes(`Round ${round}.`), save.status === 200);
    }
  });

  for (const [name, content, quote, expected] of [
    ['CRLF', 'A\r\nB\r\nC\r\n', 'B\r\nC', 'A\r\nb1\r\nb2\r\n'],
    ['CRLF, quoted with LF', 'A\r\nB\r\nC\r\n', 'B\nC', 'A\r\nb1\r\nb2\r\n'],
    ['a byte-order mark', '\ufeffA\nB\nC', 'B\nC', '\ufeffA\nb1\nb2'],
    ['mixed line endings', 'A\r\nB\nC\r\n', 'B\nC', 'A\r\nb1\nb2\r\n'],
    ['emoji before the text', '😀A\nB\nC\n', 'B\nC', '😀A\nb1\nb2\n'],
  ] as const)
    test(`a change to a file with ${name} keeps all other bytes`, async () => {
      await comments.drafts.push({ 'guide.mdx': content });
      assertStatus(await accept(await suggest({ quote, replacement: 'b1\nb2' })), 200);
      assert.equal(await comments.guide(), expected);
    });

  test('a suggestion can delete text, and accepting it can undo the draft', async () => {
    await comments.drafts.save('guide.mdx', guide.replace(line, `${line} Really!`));
    assertStatus(await accept(await suggest({ quote: ' Really!', replacement: '' })), 200);
    assert.equal(await comments.guide(), guide);
    assert.deepEqual((await comments.drafts.draft('GET')).json.changes, []);
  });

  test('a suggestion for a file that drafts cannot change is refused when it is accepted', async () => {
    await comments.drafts.push({ 'run.py': 'print(1)\n' });
    const id = await suggest({ file: 'run.py', quote: '1', replacement: '2' });
    assert.equal((await accept(id)).json.code, 'draft_file_refused');
    assert.equal((await comments.thread('GET', id)).json.state, 'open');
  });

  test('a failed notification rolls back the entire change', async () => {
    const id = await suggest();
    comments.onNotice = () => Promise.reject(new Error('the database is gone'));
    assert.equal((await accept(id)).status, 500);
    comments.onNotice = undefined;
    assert.equal(await comments.guide(), guide);
    assert.equal((await comments.thread('GET', id)).json.state, 'open');
  });
});
