import assert from 'node:assert/strict';
import { executionAsyncId } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

const module = `
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
const calls = [];
describe('a suite', () => {
  before(() => calls.push('before'));
  beforeEach(() => calls.push('beforeEach'));
  afterEach(() => calls.push('afterEach'));
  after(() => console.log(calls.join()));
  test('with a test inside', async (t) => {
    await wait(1);
    await t.test('passes', () => calls.push('inside'));
  });
  test('that fails', async () => {
    await wait(1);
    throw new Error('rejected');
  });
  test('that throws later', async () => {
    setTimeout(() => { throw new Error('thrown'); }, 1);
    await wait(20);
  });
  test('that leaves a rejection', async () => {
    void Promise.reject(new Error('left'));
    await wait(20);
  });
  test('after the others', () => undefined);
});
test('outside', () => undefined);
`;

test('no async hook is active in a test, so promises have no IDs', async () => {
  await setTimeout(1);
  assert.equal(executionAsyncId(), 0);
});

test('hooks, nested tests and errors that are thrown later belong to the same test as with Node’s hook', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-test-context-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'some.test.mjs');
  await writeFile(file, module);
  const results = await readResults(['--import', new URL('test-context.mjs', import.meta.url).href, file]);
  assert.deepEqual(results.slice(0, -1), [
    'ok 1 - passes',
    'ok 1 - with a test inside',
    'not ok 2 - that fails',
    'error: rejected',
    'not ok 3 - that throws later',
    'error: thrown',
    'not ok 4 - that leaves a rejection',
    'error: left',
    'ok 5 - after the others',
    'not ok 1 - a suite',
    'error: 3 subtests failed',
    'ok 2 - outside',
  ]);
  assert.match(results.at(-1) ?? '', /^before,beforeEach,beforeEach,inside,/);
  assert.deepEqual(results, await readResults([file]));
});

/** Returns the tests with their errors, and last the line that the module prints. */
async function readResults(args: readonly string[]): Promise<readonly string[]> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--test-reporter=tap', ...args], { env }, (_error, stdout) => resolve(stdout));
  });
  const read = (pattern: RegExp) => Array.from(output.matchAll(pattern), ([, ...groups]) => groups.join(''));
  return [...read(/^ *((?:not )?ok \d+ - .*)$|^ *(error: )'(.*)'$/gm), ...read(/^(before,.*)$/gm)];
}
