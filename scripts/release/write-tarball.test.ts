import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { list } from 'tar';
import { tarballDate, writeTarball } from './write-tarball.ts';

test("an archive's bytes depend only on names, contents and executable files", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-tarball-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const write = async (name: string, files: readonly string[], at: Date, mode: number): Promise<string> => {
    mkdirSync(join(folder, name, 'b'), { recursive: true });
    for (const file of files) {
      writeFileSync(join(folder, name, file), `the content of ${file}`);
      chmodSync(join(folder, name, file), file === 'b/run' ? 0o700 : mode);
      utimesSync(join(folder, name, file), at, at);
    }
    await writeTarball(join(folder, name), join(folder, `${name}.tgz`), { prefix: 'package' });
    return join(folder, `${name}.tgz`);
  };
  const first = await write('one', ['a', 'b/run', 'B'], new Date(0), 0o600);
  const second = await write('two', ['B', 'b/run', 'a'], new Date(), 0o664);
  assert.deepEqual(readFileSync(first), readFileSync(second));
  const entries: (readonly [string, number | undefined, Date | undefined])[] = [];
  await list({ file: first, onReadEntry: ({ path, mode, mtime }) => entries.push([path, mode, mtime]) });
  assert.deepEqual(entries, [
    ['package/B', 0o644, tarballDate],
    ['package/a', 0o644, tarballDate],
    ['package/b/run', 0o755, tarballDate],
  ]);
});
