import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { createLogger } from './create-logger.ts';
import { LogFile, type LogFileSettings } from './log-file.ts';

const now = (): string => '2026-11-22T20:00:00.000Z';

describe('the log file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-log-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const openLog = (name: string, settings: Partial<LogFileSettings> = {}): Promise<LogFile> =>
    LogFile.open({ path: join(folder, name), maxBytes: 1_000_000, files: 3, now, ...settings });

  async function writeLines(log: LogFile, lines: readonly string[]): Promise<void> {
    for (const line of lines) log.write(`${line}\n`);
    await log.written();
  }

  test('is readable only by its owner, and continues where the last process ended', async () => {
    for (const line of ['first', 'second']) {
      const log = await openLog('kept.log');
      await writeLines(log, [line]);
      log.end();
      await finished(log);
    }
    assert.equal(await readFile(join(folder, 'kept.log'), 'utf8'), 'first\nsecond\n');
    assert.equal((await stat(join(folder, 'kept.log'))).mode & 0o777, 0o600);
  });

  test('is rotated at its maximum size, contains whole lines, and is kept in a limited number of files', async () => {
    const log = await openLog('many.log', { maxBytes: 40 });
    await writeLines(
      log,
      Array.from({ length: 20 }, (_, index) => `line ${String(index).padStart(2, '0')} of 12`),
    );
    log.end();
    await finished(log);
    const names = (await readdir(folder)).filter((name) => name.startsWith('many.log')).sort();
    assert.deepEqual(names, ['many.log', 'many.log.1', 'many.log.2']);
    const texts = await Promise.all(names.toReversed().map((name) => readFile(join(folder, name), 'utf8')));
    assert.equal(texts.join(''), Array.from({ length: 6 }, (_, index) => `line ${14 + index} of 12\n`).join(''));
  });

  test('is rotated before the next line if it exceeds a recently lowered size limit', async () => {
    await writeFile(join(folder, 'large.log'), 'x'.repeat(100));
    const log = await openLog('large.log', { maxBytes: 50, files: 1 });
    await writeLines(log, ['new']);
    assert.equal(await readFile(join(folder, 'large.log'), 'utf8'), 'new\n');
    log.end();
    await finished(log);
  });

  test('contains no partial line after disk errors, and states how many lines are missing', async () => {
    const disk = { isFull: false };
    const log = await openLog('refused.log', {
      append: async (file, bytes) => {
        if (!disk.isFull) return file.appendFile(bytes);
        await file.appendFile(bytes.subarray(0, 3));
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      },
    });
    const logger = createLogger({ destination: log });
    await writeLines(log, ['{"msg":"before"}']);
    disk.isFull = true;
    logger.info('lost one');
    await writeLines(log, ['lost two', 'lost three']);
    assert.equal(await readFile(join(folder, 'refused.log'), 'utf8'), '{"msg":"before"}\n');
    disk.isFull = false;
    await writeLines(log, ['{"msg":"after"}']);
    const lines = (await readFile(join(folder, 'refused.log'), 'utf8')).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      [
        { msg: 'before' },
        {
          level: 'warn',
          time: now(),
          lost: 3,
          msg: '3 lines of the log are missing here: ENOSPC: no space left on device, write',
        },
        { msg: 'after' },
      ],
    );
    log.end();
    await finished(log);
  });

  test('buffers a limited amount while a disk hangs', async () => {
    const disk = Promise.withResolvers<void>();
    const log = await openLog('hangs.log', {
      maxBytes: 100_000_000,
      append: async (file, bytes) => {
        await disk.promise;
        await file.appendFile(bytes);
      },
    });
    const mebibyte = `${'x'.repeat(1024 ** 2 - 1)}\n`;
    for (let count = 0; count < 20; count += 1) log.write(mebibyte);
    disk.resolve();
    await log.written();
    await writeLines(log, ['end']);
    const lines = (await readFile(join(folder, 'hangs.log'), 'utf8')).trim().split('\n');
    assert.equal(lines.length, 10);
    assert.match(lines.at(0) ?? '', /"lost":12,/);
    log.end();
    await finished(log);
  });

  test('continues automatically after a real disk was full', async (test) => {
    const full = join(folder, 'full');
    await mkdir(full);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', full]).status !== 0)
      return test.skip('mounting a tmpfs is not allowed here');
    try {
      const log = await openLog('full/docwright.log');
      await writeFile(join(full, 'ballast'), Buffer.alloc(70_000)).catch(() => undefined);
      await writeLines(log, ['x'.repeat(5_000), 'y'.repeat(5_000)]);
      await rm(join(full, 'ballast'));
      await writeLines(log, ['{"msg":"room"}']);
      const lines = (await readFile(join(full, 'docwright.log'), 'utf8')).trim().split('\n');
      assert.equal(lines.length, 2);
      assert.match(lines[0] ?? '', /"lost":2,.*ENOSPC/);
      log.end();
      await finished(log);
    } finally {
      spawnSync('umount', [full]);
    }
  });
});
