import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isGitError } from './errors.ts';
import { withFileLock } from './lock.ts';

describe('a repository’s lock', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-lock-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Another process that acquires the lock, reports this, and keeps the lock until it is killed. */
  async function holder(path: string) {
    const script = join(folder, 'hold.ts');
    const lock = new URL('./lock.ts', import.meta.url).href;
    writeFileSync(
      script,
      `import { withFileLock } from ${JSON.stringify(lock)};
       const held = () => new Promise((resolve) => { process.send('held'); setInterval(() => void resolve, 1000); });
       await withFileLock(process.argv[2], { timeoutMs: 5000 }, held);`,
    );
    const child = fork(script, [path], { stdio: 'ignore' });
    await once(child, 'message');
    return child;
  }

  test('excludes other processes, and is released as soon as the process that has it is killed', async () => {
    const path = join(folder, 'a.lock');
    const other = await holder(path);
    try {
      const take = withFileLock(path, { timeoutMs: 50 }, () => Promise.resolve('mine'));
      await assert.rejects(take, (error) => isGitError(error, 'timeout'));
      const waiting = withFileLock(path, { timeoutMs: 10_000 }, () => Promise.resolve('mine'));
      other.kill('SIGKILL');
      assert.equal(await waiting, 'mine');
    } finally {
      other.kill('SIGKILL');
    }
  });

  test('admits this process’s callers one by one, and a failure doesn’t block the next caller', async () => {
    const path = join(folder, 'b.lock');
    let inside = 0;
    const enter = () =>
      withFileLock(path, { timeoutMs: 10_000 }, async () => {
        assert.equal((inside += 1), 1);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      });
    await assert.rejects(
      withFileLock(path, { timeoutMs: 1000 }, () => Promise.reject(new Error('work'))),
      /work/,
    );
    await Promise.all(Array.from({ length: 6 }, enter));
  });

  test('is not waited for after the wait is canceled', async () => {
    const path = join(folder, 'c.lock');
    await withFileLock(path, { timeoutMs: 1000 }, async () => {
      const waiting = withFileLock(path, { timeoutMs: 10_000, signal: AbortSignal.timeout(20) }, () =>
        Promise.resolve(),
      );
      await assert.rejects(waiting, (error) => isGitError(error, 'cancelled'));
    });
  });
});
