import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createGit, resolveGitSettings, type Git } from '../../../platform/git/index.ts';
import { makeTestRepository } from '../../../platform/git/testing/test-repository.ts';
import { loadRepository, saveRepository } from './copy-repository.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-copies-'));
const repository = makeTestRepository();
after(() => {
  repository.remove();
  rmSync(root, { recursive: true, force: true });
});

/** Records whether git's output was read first, because Node drops unread output after git has ended. */
function watched(git: Git): { readonly git: Git; readonly isHeard: () => boolean } {
  let isHeard = false;
  const start: Git['start'] = (command) => {
    const { stdout, ...process } = git.start(command);
    queueMicrotask(() => {
      isHeard = ['data', 'readable'].some((event) => stdout.listenerCount(event) > 0);
    });
    return { ...process, stdout };
  };
  return { git: { ...git, start }, isHeard: () => isHeard };
}

test('a saved repository can be restored at the same head, and git’s output is read from the start', async () => {
  repository.commit({ 'index.mdx': 'Text.\n' });
  for (const name of ['home', 'from', 'to', 'backup']) mkdirSync(join(root, name));
  execFileSync('git', ['clone', '--quiet', '--bare', repository.bare, join(root, 'from', 'repo_1.git')]);
  const git = createGit(resolveGitSettings({ homeFolder: join(root, 'home'), localRoot: root }));
  const listened = watched(git);
  const saved = await saveRepository(listened.git, {
    root: join(root, 'from'),
    id: 'repo_1',
    folder: join(root, 'backup'),
  });
  assert.equal(listened.isHeard(), true);
  assert.ok('bundle' in saved);
  await loadRepository(git, { root: join(root, 'to'), folder: join(root, 'backup') }, saved);
  const headOf = (folder: string): string =>
    execFileSync('git', ['--git-dir', join(root, folder, 'repo_1.git'), 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  assert.equal(headOf('to'), headOf('from'));
});
