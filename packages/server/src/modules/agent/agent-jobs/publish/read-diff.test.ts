import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OverlayEntry } from '@docwright/doc-agent';
import { GitError } from '../../../../platform/git/index.ts';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertImage, pngOf } from '../../../../testing/insert-image.ts';
import { openLocalDocs, type LocalDocs } from '../../../../testing/local-docs.ts';
import type { ProjectTables } from '../../../project-config/projects/index.ts';
import { saveOverlayChange } from '../overlay-store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { createReadDiff, createReadDiffLines, type DiffLinesRequest } from './read-diff.ts';

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `Line ${index + 1}\n`).join('');
const never = new AbortController().signal;

describe('a job’s diff', () => {
  let docs: LocalDocs<AgentJobTables & ProjectTables>;
  let job: AgentJobRow;

  const write = (content: string, movedFrom?: string): OverlayEntry => ({
    kind: 'write',
    content,
    ...(movedFrom !== undefined && { movedFrom }),
  });
  before(async () => {
    docs = await openLocalDocs(
      { 'docs/long.mdx': numbered(2500), 'docs/same.mdx': 'Same\n', 'docs/old.mdx': 'Moved\n', 'secret.txt': 'No\n' },
      { docsFolder: 'docs' },
    );
    await insertAgentJob(docs.database, 'aj_1', { base_commit: docs.base });
    const entries: Readonly<Record<string, OverlayEntry>> = {
      'long.mdx': write(numbered(2500).replace('Line 50\n', 'Changed\nAdded\n')),
      'same.mdx': write('Same\n'),
      'new.mdx': write('Moved\r\n<b>&\u2028\n\nno line end', 'old.mdx'),
      'old.mdx': { kind: 'delete' },
      'empty.mdx': write(''),
      'images/a.png': await insertImage(docs.database, 'aj_1', pngOf('a')),
    };
    const { kysely } = docs.database;
    for (const [path, entry] of Object.entries(entries)) {
      await kysely.transaction().execute((tx) => saveOverlayChange(tx, 'aj_1', { path, entry }));
    }
    job = await kysely.selectFrom('agent_jobs').selectAll().where('id', '=', 'aj_1').executeTakeFirstOrThrow();
  });
  after(() => docs.close());

  const read = (request: DiffLinesRequest, row = job) => createReadDiffLines(docs)(row, request, never);

  test('includes the lines around its hunks, as they are after the change', async () => {
    const diff = await createReadDiff(docs)(job, never);
    assert.ok(diff.includes('\n@@ -47,7 +47,8 @@\n'), diff.slice(0, 500));
    assert.deepEqual(await read({ path: 'long.mdx', from: 55, to: 57 }), {
      path: 'long.mdx',
      from: 55,
      lines: ['Line 54', 'Line 55', 'Line 56'],
      total: 2501,
    });
    assert.deepEqual((await read({ path: 'long.mdx', from: 2500 })).lines, ['Line 2499', 'Line 2500']);
  });

  test('names an image without its bytes', async () => {
    const diff = await createReadDiff(docs)(job, never);
    const binary = 'new file mode 100644\nBinary files /dev/null and b/images/a.png differ\n';
    assert.ok(diff.includes(`diff --git a/images/a.png b/images/a.png\n${binary}`), diff.slice(-800));
    assert.deepEqual((await read({ path: 'images/a.png' })).lines, []);
  });

  test('returns at most a thousand lines, and only existing lines', async () => {
    for (const to of [undefined, 1001, 2_147_483_647]) {
      const { lines } = await read({ path: 'long.mdx', ...(to !== undefined && { to }) });
      assert.deepEqual([lines.length, lines.at(-1)], [1000, 'Line 999']);
    }
    for (const range of [
      { from: 2502 },
      { from: 2_147_483_647, to: 2_147_483_647 },
      { from: 9, to: 8 },
      { from: 9, to: 1 },
    ]) {
      assert.deepEqual((await read({ path: 'long.mdx', ...range })).lines, [], JSON.stringify(range));
    }
  });

  test('has the lines of moved and empty files, and none of a deleted file', async () => {
    assert.deepEqual((await read({ path: 'new.mdx' })).lines, ['Moved\r', '<b>&\u2028', '', 'no line end']);
    assert.deepEqual(await read({ path: 'empty.mdx' }), { path: 'empty.mdx', from: 1, lines: [], total: 0 });
    assert.deepEqual((await read({ path: 'old.mdx' })).total, 0);
  });

  test('has no lines of a file that it doesn’t change', async () => {
    for (const path of [
      'same.mdx',
      'missing.mdx',
      '../secret.txt',
      'docs/long.mdx',
      '/long.mdx',
      './long.mdx',
      'LONG.mdx',
      "long.mdx' OR '1'='1",
      'long.mdx ',
      'long%mdx',
      '__proto__',
    ]) {
      await assert.rejects(read({ path }), { code: 'not_in_diff', status: 404 }, path);
    }
  });

  test('has no lines before the base is fixed, for another job, or after the repository was disconnected', async () => {
    await assert.rejects(read({ path: 'long.mdx' }, { ...job, base_commit: null }), { code: 'not_in_diff' });
    await assert.rejects(read({ path: 'long.mdx' }, { ...job, id: 'aj_2' }), { code: 'not_in_diff' });
    const gone = () => Promise.reject(new GitError('repository-not-found', 'gone'));
    const readGone = createReadDiffLines({ database: docs.database, connectRepository: gone });
    await assert.rejects(readGone(job, { path: 'long.mdx' }, never), { code: 'not_found' });
  });
});
