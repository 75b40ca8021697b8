import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const route = 'POST /v1/analytics/proj_1/events';
const event = (n: number): string => JSON.stringify({ id: String(n), kind: 'view', path: '/a' });
const countOf = (body: unknown): number => (body as { events: unknown[] }).events.length;

test('analytics import sends a file in batches, and reports the number of accepted lines', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-import-'));
  const refusal = { code: 'unknown_page', message: 'path is not a page of the site', count: 2, first: 3 };
  await using service = await startFakeService({
    [route]: (body) => ({ body: { stored: countOf(body) - 2, known: 0, refused: 2, reasons: [refusal] } }),
  });
  try {
    const file = join(folder, '2026-05-05.jsonl');
    const words = JSON.stringify({ kind: 'question', id: 'f', question: 'mine' });
    const lines = Array.from({ length: 2_500 }, (_, n) => event(n));
    await writeFile(file, `\n${words}\n{"torn":\n${lines.join('\n')}\n\nnull\n`);
    const { json, code } = await runJson(['analytics', 'import', file], { env: service.env });
    assert.equal(code, 1, 'some were refused');
    assert.deepEqual(
      service.requests.map(({ body }) => countOf(body)),
      [1_000, 1_000, 501],
    );
    assert.deepEqual(json, {
      stored: 2_495,
      known: 0,
      refused: 7,
      leftOut: 1,
      reasons: [
        { code: 'not_json', message: 'the line is not JSON, or too long', count: 1, firstLine: 3, lines: [3] },
        {
          code: 'unknown_page',
          message: 'path is not a page of the site',
          count: 6,
          firstLine: 7,
          lines: [7, 1_007, 2_007],
        },
      ],
    });
    assert.doesNotMatch(JSON.stringify(service.requests), /mine/);
    const { stdout } = await runCommand(['analytics', 'import', '2026-05-05.jsonl'], { env: service.env, cwd: folder });
    assert.match(stdout, /^2495 stored, 0 already stored, 7 rejected, 1 question or vote left out\n/);
    assert.doesNotMatch(JSON.stringify(service.requests), /mine/);
    await runCommand(['analytics', 'import', file, '--conversations'], { env: service.env });
    assert.match(JSON.stringify(service.requests), /mine/);
    assert.match(stdout, /unknown_page +6 +7, 1007, 2007 +path is not a page/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('analytics import exits with 1 if every line is rejected, and lists the first five line numbers', async () => {
  await using service = await startFakeService({});
  const stdin = 'torn\n'.repeat(9);
  const { code, stdout } = await runCommand(['analytics', 'import', '-'], { env: service.env, stdin });
  assert.equal(code, 1);
  assert.match(stdout, /^0 stored, 0 already stored, 9 rejected\n/);
  assert.match(stdout, /not_json +9 +1, 2, 3, 4, 5 +the line is not JSON/);
});

test('analytics import reads stdin, waits if the hourly limit is reached, and names a missing file', async () => {
  let asked = 0;
  await using service = await startFakeService({
    [route]: (body) =>
      (asked += 1) < 6
        ? { status: 429, body: { error: 'full', code: 'rate_limited' }, headers: { 'retry-after': '0' } }
        : { body: { stored: countOf(body), known: 0, refused: 0, reasons: [] } },
  });
  const imported = await runCommand(['analytics', 'import', '-'], { env: service.env, stdin: event(1) });
  assert.equal(imported.stdout, '1 stored, 0 already stored, 0 rejected\n');
  assert.equal(imported.code, 0);
  const { code, stderr } = await runCommand(['analytics', 'import', 'none.jsonl'], { env: service.env });
  assert.equal(code, 2);
  assert.match(stderr, /the file doesn't exist/);
});
