import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { memorySource } from './byte-source.ts';
import { readEntries } from './read-entries.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-entries-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('an archive ends with the padding that tar writes, and bytes after that are rejected', async () => {
  // Each size, in blocks of 512 bytes, up to the next multiple of 10,240 bytes.
  for (let blocks = 0; blocks <= 20; blocks += 1) {
    writeFileSync(join(folder, 'file'), Buffer.alloc(blocks * 512, 'x'));
    execFileSync('tar', ['--format=ustar', '-cf', 'archive.tar', 'file'], { cwd: folder });
    const archive = readFileSync(join(folder, 'archive.tar'));
    const entries = await readEntries(memorySource('archive', archive), 10);
    assert.deepEqual(
      entries.map(({ name, sizeBytes }) => [name, sizeBytes]),
      [['file', blocks * 512]],
    );
    const longer = Buffer.concat([archive, Buffer.alloc(10_240)]);
    await assert.rejects(readEntries(memorySource('archive', longer), 10), { code: 'pack-corrupt' });
    archive[archive.length - 1] = 1;
    await assert.rejects(readEntries(memorySource('archive', archive), 10), { code: 'pack-corrupt' });
  }
});
