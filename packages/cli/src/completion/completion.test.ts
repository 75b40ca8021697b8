import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hangLimitMs } from '../../../../scripts/hang-limit.ts';
import { runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-completion-'));
after(() => rmSync(folder, { recursive: true }));
before(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    writeFileSync(join(folder, shell), (await runCommand(['completion', shell])).stdout);
  }
});

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** Returns the completions that bash itself offers for the last word, which is incomplete. */
function complete(...words: readonly string[]): string[] {
  const quoted = ['docwright', ...words].map((word) => `'${word}'`).join(' ');
  const script = `source '${join(folder, 'bash')}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _docwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd: folder });
  return stdout.split('\n').filter((line) => line !== '');
}

test('bash completes commands, subcommands and options', { skip: !isInstalled('bash') }, () => {
  assert.deepEqual(complete('va'), ['validate']);
  assert.deepEqual(complete('jobs', 'cr'), ['create']);
  assert.deepEqual(complete('jobs', 'create', 'text', '--dr'), ['--draft']);
  assert.deepEqual(complete('jobs', 'create', '--js'), ['--json']);
});

test('bash completes the values of options and arguments', { skip: !isInstalled('bash') }, () => {
  assert.deepEqual(complete('jobs', 'list', '--status', 'c'), ['completed']);
  assert.deepEqual(complete('webhooks', 'deliveries', '--status', ''), ['pending', 'succeeded', 'failed']);
  assert.deepEqual(complete('org', 'set-plan', 'ent'), ['enterprise']);
  assert.deepEqual(complete('completion', 'z'), ['zsh']);
});

test('bash completes file names for options that expect a file', { skip: !isInstalled('bash') }, () => {
  assert.deepEqual(complete('build', 'fi'), ['fish']);
  assert.deepEqual(complete('build', '.', '--out', 'zs'), ['zsh']);
});

/** Types the words, the last of which is incomplete, and a tab into zsh. Returns its output up to the expected text. */
function completeInZsh(words: string, expected: string): string {
  const script = `
    zmodload zsh/zpty
    zpty -b shell zsh -f -i
    zpty -w shell "PROMPT='READY''>'; TERM=dumb; autoload -Uz compinit; compinit -u -D; source '${join(folder, 'zsh')}'"
    zpty -r shell shown '*READY>*'
    zpty -w -n shell $'docwright ${words}\t\t'
    zpty -r shell shown '*${expected}*'
    print -r -- "$shown"
    zpty -d shell`;
  const { stdout } = spawnSync('zsh', ['-f', '-c', script], { encoding: 'utf8', cwd: folder, timeout: hangLimitMs });
  return stdout;
}

test('zsh completes commands and options, with descriptions', { skip: !isInstalled('zsh') }, () => {
  assert.match(completeInZsh('va', 'validate '), /validate /);
  assert.match(completeInZsh('jobs ', 'cancel *-- Stop an active job'), /cancel +-- Stop an active job/);
  assert.match(completeInZsh('usage --m', '--month '), /--month /);
  assert.match(completeInZsh('jobs list --status c', 'completed '), /completed /);
  assert.match(completeInZsh('build fi', 'fish '), /fish /);
});

for (const shell of ['bash', 'zsh', 'fish']) {
  test(`${shell} can parse its script`, { skip: !isInstalled(shell) && `${shell} is not installed` }, () => {
    const { status, stderr } = spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' });
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  });
}
