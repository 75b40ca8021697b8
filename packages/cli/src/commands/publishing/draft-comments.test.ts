import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand } from '../../testing/run-command.ts';

const at = '2026-01-01T00:00:00.000Z';
const author = { kind: 'user', id: 'usr_1', name: 'Ada' };
const thread = {
  id: 'cmt_1',
  projectId: 'proj_1',
  branch: 'docs/new',
  file: 'a.mdx',
  state: 'open',
  quote: 'fast',
  range: { from: 4, to: 8, line: 2 },
  text: 'quick',
  replacement: 'fast enough',
  comments: [{ id: 'cm_1', author, text: 'Is\nit?', mentions: [], isDeleted: false, createdAt: at, editedAt: null }],
  closedBy: null,
  closedAt: null,
  reason: '',
  createdAt: at,
  updatedAt: at,
};
const branch = '/v1/projects/proj_1/drafts/docs%2Fnew/comments';
const options = ['--project', 'proj_1', '--branch', 'docs/new'];

test('draft comments list shows each thread’s position, or that it is outdated', async () => {
  await using service = await startFakeService({
    [`GET ${branch}?file=a.mdx&state=all`]: () => ({
      body: { threads: [thread, { ...thread, range: null }], files: [{ file: 'a.mdx', open: 2 }], nextCursor: '7' },
    }),
  });
  const list = ['draft', 'comments', 'list', '--file', 'a.mdx', '--state', 'all', ...options];
  const { stdout } = await runCommand(list, { env: service.env });
  assert.match(stdout, /^cmt_1 +open +a\.mdx:2 +Ada +suggestion +Is it\?$/m);
  assert.match(stdout, /^cmt_1 +open +a\.mdx \(outdated\)/m);
  assert.match(stdout, /^More: --cursor 7$/m);
});

test('draft comments suggest sends the replacement, even if it is empty, and shows the current text', async () => {
  const sent: unknown[] = [];
  await using service = await startFakeService({
    [`POST ${branch}`]: (body) => {
      sent.push(body);
      return { status: 201, body: thread };
    },
  });
  const suggest = ['draft', 'comments', 'suggest', 'a.mdx', '--quote', 'fast', '--from', '4', ...options];
  const { stdout } = await runCommand([...suggest, '--replacement', '', '--mention', 'usr_1', 'usr_2'], {
    env: service.env,
  });
  assert.deepEqual(sent, [{ file: 'a.mdx', quote: 'fast', from: 4, replacement: '', mentions: ['usr_1', 'usr_2'] }]);
  assert.match(stdout, /Text +fast\nNow +quick\nSuggestion +fast enough/);
  const { stderr, code } = await runCommand(suggest, { env: service.env });
  assert.notEqual(code, 0);
  assert.match(stderr, /specify either --replacement or --replacement-file/);
});

test('draft comments accept, reject, resolve, reopen and reply act on a thread', async () => {
  const sent: unknown[] = [];
  const answer = (body: unknown) => {
    sent.push(body);
    return { body: { ...thread, state: 'rejected', closedBy: author, closedAt: at, reason: 'No' } };
  };
  const one = '/v1/projects/proj_1/comments/cmt_1';
  await using service = await startFakeService({
    [`POST ${one}/accept`]: answer,
    [`POST ${one}/reject`]: answer,
    [`POST ${one}/resolve`]: answer,
    [`POST ${one}/reopen`]: answer,
    [`POST ${one}/replies`]: (body) => ({ ...answer(body), status: 201 }),
  });
  for (const words of [['accept'], ['reject', '--reason', 'No'], ['resolve'], ['reopen'], ['reply', '--text', 'x']]) {
    const [name = '', ...rest] = words;
    const command = ['draft', 'comments', name, 'cmt_1', ...rest, '--project', 'proj_1'];
    const { stdout } = await runCommand(command, { env: service.env });
    assert.match(stdout, /State +rejected by Ada/);
  }
  assert.deepEqual(
    sent.filter((body) => body !== undefined && body !== null),
    [{ reason: 'No' }, { text: 'x' }],
  );
});
