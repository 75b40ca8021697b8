import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findMessageFault } from './commit-message.mjs';
import { useHooks } from './use-hooks.mjs';

describe('the message of a commit', () => {
  const body = '\n\nBecause it was slow: 3 s, now 1 s.\n';
  for (const [message, fault] of [
    [`fix(server): links end with their key${body}`, undefined],
    ['docs: what a slot is\n', undefined],
    ['refactor(host)!: the parser is one file\n', undefined],
    ["Merge branch 'main'\n", undefined],
    [`feat(cli): a flag${body}# Please enter the commit message\n`, undefined],
    ['links end\n', /is not "type\(scope\)/],
    ['feet(cli): a flag\n', /types are build, chore/],
    [`fix(cli): ${'x'.repeat(63)}${body}`, /has 73 characters/],
    ['perf(cli): a flag\nand more\n', /must be blank/],
    ['perf(cli): a flag\n', /needs a body/],
    ['feat(cli): a flag\n\nSigned-off-by: Ada\n', /needs a body/],
    ['', /is not "type/],
  ] as const) {
    test(`${JSON.stringify(message.slice(0, 40))} is ${fault === undefined ? 'accepted' : 'rejected'}`, () => {
      if (fault === undefined) assert.equal(findMessageFault(message), undefined);
      else assert.match(findMessageFault(message) ?? '', fault);
    });
  }
});

const pinnedNode = 'packages/cli/bin/run-pinned-node.mjs';

describe('the hooks of the repository', () => {
  test("are used by a clone that has no hooks, and don't replace the developer's own", (t) => {
    const root = mkdtempSync(join(tmpdir(), 'docwright-hooks-'));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
    git('init', '--quiet');
    cpSync(join(dirname(import.meta.dirname), '.githooks'), join(root, '.githooks'), { recursive: true });
    for (const file of ['scripts/commit-message.mjs', 'scripts/staged-generated-files.mjs', pinnedNode]) {
      cpSync(join(dirname(import.meta.dirname), file), join(root, file));
    }
    writeFileSync(join(root, 'a'), 'a');
    git('add', 'a');
    useHooks(root);
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const commit = (message: string) =>
      spawnSync('git', [...identity, 'commit', '--quiet', '-m', message], { cwd: root, encoding: 'utf8' });
    const refused = commit('a file');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /commit refused: "a file" is not "type\(scope\)/);
    assert.equal(commit('test: a file').status, 0);
    git('config', 'core.hooksPath', 'mine');
    useHooks(root);
    assert.equal(git('config', 'core.hooksPath'), 'mine');
  });
});
