import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { createLogger } from '../log/index.ts';
import { isDiskFull } from './is-disk-full.ts';
import { fullBytes, toDiskState, watchDisk } from './watch-disk.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 * mebibyte;
const log = createLogger({ level: 'silent' });

describe('a disk’s free space', () => {
  test('is low below the setting, or below 5% on a small disk, and full if PostgreSQL couldn’t continue writing', () => {
    const judge = (freeBytes: number, sizeBytes: number) => toDiskState({ freeBytes, sizeBytes }, gibibyte, 'ok');
    assert.equal(judge(gibibyte, 100 * gibibyte), 'ok');
    assert.equal(judge(gibibyte - 1, 100 * gibibyte), 'low');
    assert.equal(judge(60 * mebibyte, gibibyte), 'ok');
    assert.equal(judge(50 * mebibyte, gibibyte), 'low');
    assert.equal(judge(fullBytes - 1, gibibyte), 'full');
    assert.equal(judge(0, 0), 'full');
  });

  test('stays full until it reaches twice the threshold', () => {
    const space = { freeBytes: fullBytes + 1, sizeBytes: gibibyte };
    assert.equal(toDiskState(space, gibibyte, 'low'), 'low');
    assert.equal(toDiskState(space, gibibyte, 'full'), 'full');
    assert.equal(toDiskState({ ...space, freeBytes: 2 * fullBytes }, gibibyte, 'full'), 'low');
  });

  test('is known immediately, and doesn’t change while the disk can’t be read', async () => {
    const answers = [{ freeBytes: 0, sizeBytes: gibibyte }];
    const asked = Promise.withResolvers<void>();
    const watch = await watchDisk({
      folder: '/',
      lowBytes: gibibyte,
      log,
      everyMs: 1,
      measure: async () => {
        const answer = answers.shift();
        if (answer !== undefined) return answer;
        asked.resolve();
        throw new Error('EIO');
      },
    });
    assert.equal(watch.state(), 'full');
    const keepAlive = setInterval(() => undefined, 1_000);
    await asked.promise;
    clearInterval(keepAlive);
    await watch.stop();
    assert.equal(watch.state(), 'full');
  });
});

describe('a failure because of a full disk', () => {
  test('is distinguished from other failures by its code, even if it is only a cause', async (test) => {
    for (const code of ['ENOSPC', 'EDQUOT', '53100', 'blob-store-full', 'disk-full']) {
      const error = Object.assign(new Error('x'), { code });
      assert.ok(isDiskFull(error), code);
      assert.ok(isDiskFull(new Error('a job failed', { cause: error })), code);
    }
    for (const other of [new Error('No space'), Object.assign(new Error('x'), { code: '57P01' }), undefined, 'ENOSPC'])
      assert.equal(isDiskFull(other), false);
    // A real error, from the device that is always full.
    const real = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
    if (real instanceof Error && 'code' in real && real.code === 'ENOENT')
      return test.skip('/dev/full doesn’t exist here');
    assert.ok(isDiskFull(real));
  });
});
