/**
 * Checks the notes in changes/; with a version, moves them and the *Unreleased* entries of CHANGELOG.md to the section
 * of that version, and writes the version into all files that contain it.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectNotes, findNoteFault, needsNote } from './changes.ts';
import { setVersion } from './set-version.ts';

const root = join(import.meta.dirname, '..');
const lines = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');

/**
 * Reads the commits and changed files that the main branch doesn't have; empty on the main branch, and in a clone
 * without it.
 */
function readBranch(): { readonly messages: readonly string[]; readonly paths: readonly string[] } {
  const [base = ''] = lines('for-each-ref', '--format=%(refname)', 'refs/heads/main', 'refs/remotes/origin/main');
  if (base === '') return { messages: [], paths: [] };
  return {
    messages: lines('log', '--no-merges', '--format=%B%x00', `${base}..HEAD`)
      .join('\n')
      .split('\0')
      .map((message) => message.trim()),
    paths: [...lines('diff', '--name-only', `${base}...HEAD`), ...lines('ls-files', '--others', 'changes')],
  };
}

const notes = readdirSync(join(root, 'changes'))
  .filter((name) => name !== 'README.md')
  .toSorted()
  .map((name) => ({ name, text: readFileSync(join(root, 'changes', name), 'utf8') }));
const faults = notes.map(findNoteFault).filter((fault) => fault !== undefined);
const [version, day = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
if (version !== undefined && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
  faults.push(`"${version}" is not a version; use one such as 0.1.0`);
const { messages, paths } = readBranch();
if (version === undefined && needsNote(messages, paths))
  faults.push(
    'A commit of this branch is a feature, and no file in changes/ tells users about it: write changes/NAME.added.md. If users notice nothing yet, add the line "Changelog: none" to the commit message.',
  );
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
if (version !== undefined) {
  const changelog = join(root, 'CHANGELOG.md');
  writeFileSync(changelog, collectNotes(readFileSync(changelog, 'utf8'), notes, `${version} ${day}`));
  for (const { name } of notes) rmSync(join(root, 'changes', name));
  setVersion(root, version);
}
console.log(
  `${notes.length} ${notes.length === 1 ? 'note' : 'notes'} in changes/ ${version === undefined ? 'read' : `moved to ${version} in CHANGELOG.md`}`,
);
