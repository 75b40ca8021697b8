/** Tests that waiting for a git process ends, even if the process never stops writing or never starts. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isGitError, type GitErrorCode } from './errors.ts';
import { createGit, type Git } from './run-git.ts';
import { resolveGitSettings } from './settings.ts';

const failsWith = (code: GitErrorCode) => (error: unknown) => isGitError(error, code);

describe('a git process', () => {
  let folder = '';
  let endless: Git;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-git-'));
    const program = join(folder, 'git');
    await writeFile(program, '#!/bin/sh\nexec yes\n', { mode: 0o755 });
    endless = createGit(resolveGitSettings({ homeFolder: folder, program }));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('ends at its deadline even if its output isn’t read', async () => {
    const { ended } = endless.start({ args: ['log'], timeoutMs: 1 });
    await assert.rejects(ended, failsWith('timeout'));
  });

  test('ends when it is canceled, even if its reader has stopped, and a reader receives the same error', async () => {
    const abort = new AbortController();
    const process = endless.start({ args: ['log'], signal: abort.signal });
    await once(process.stdout, 'readable');
    process.stdout.read(10);
    abort.abort();
    await assert.rejects(process.ended, failsWith('cancelled'));
    const again = new AbortController();
    const read = endless.start({ args: ['log'], signal: again.signal });
    const reading = (async () => {
      for await (const _ of read.stdout) again.abort();
    })();
    await assert.rejects(reading, failsWith('cancelled'));
    await assert.rejects(read.ended, failsWith('cancelled'));
  });

  test('ends if its reader kills it, even with unread output', async () => {
    const process = endless.start({ args: ['log'] });
    await once(process.stdout, 'readable');
    process.kill();
    assert.equal((await process.ended).exitCode, 128);
  });

  test('fails with different codes for too much output, a deadline and a missing program', async () => {
    await assert.rejects(endless.run({ args: ['log'] }), failsWith('too-large'));
    const large = createGit({ ...endless.settings, maxOutputBytes: Number.POSITIVE_INFINITY });
    await assert.rejects(large.run({ args: ['log'], timeoutMs: 50 }), failsWith('timeout'));
    const missing = createGit({ ...endless.settings, program: join(folder, 'nowhere') });
    await assert.rejects(missing.run({ args: ['log'] }), failsWith('git-missing'));
  });
});
