import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram, readLibraries } from './find-program.ts';

test('a program’s libraries are read from the dynamic loader’s list', () => {
  const list = [
    '\tlinux-vdso.so.1 (0x00007ffd)',
    '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f00)',
    '\tlibodd name.so => /opt/x/libodd.so (0x00007f00)',
    '\t/lib64/ld-linux-x86-64.so.2 (0x00007f00)',
  ].join('\n');
  const found = readLibraries('/x/b', list, (path) => `/real${path}`);
  assert.ok(typeof found === 'object');
  assert.deepEqual(
    [...found.libraries],
    ['/lib/x86_64-linux-gnu/libc.so.6', '/opt/x/libodd.so', '/lib64/ld-linux-x86-64.so.2'].map((path) => [
      path,
      `/real${path}`,
    ]),
  );
});

test('the error names a missing library', () => {
  assert.equal(readLibraries('/x/b', '\tlibnss3.so => not found\n'), 'the library libnss3.so is missing');
});

test('a program in the root folder is refused, because the sandbox would contain that folder', () => {
  const refused = readLibraries('/b', '\tlibc.so.6 => /lib/libc.so.6 (0x00007f00)\n');
  assert.ok(typeof refused === 'string');
  assert.match(refused, /could read all files/);
});

async function problemOf(path: string): Promise<string> {
  const found = await findProgram(path);
  return typeof found === 'string' ? found : assert.fail('a program that runs');
}

test('a file that can’t run in the sandbox is refused with the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-program-'));
  try {
    const script = join(folder, 'browser');
    await writeFile(script, '#!/bin/sh\n', { mode: 0o755 });
    assert.match(await problemOf(script), /not a program, but perhaps a script/);
    assert.match(await problemOf(join(folder, 'none')), /can't be read/);
    assert.match(await problemOf(folder), /can't be read/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the libraries of this process’s program are found', async () => {
  const found = await findProgram(process.execPath);
  assert.ok(typeof found === 'object' && found.libraries.size > 0);
});
