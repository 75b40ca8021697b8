import { createHash, randomUUID } from 'node:crypto';
import { toGitError } from './classify-failure.ts';
import { GitError } from './errors.ts';
import { readTree, type TreeEntry } from './list-files.ts';
import type { CommitResult, GitPerson, OverlayChange, OverlayCommit } from './mirror.ts';
import { quote, requireCommitId } from './names.ts';
import { requireTreePath } from './paths.ts';
import type { Git } from './run-git.ts';
import { countOf } from '../words/count-of.ts';

/** A path's planned state in the new tree; null if it is deleted. */
interface Planned {
  readonly mode: '100644' | '100755';
  readonly sha: string;
  readonly content: Buffer;
}
type Plan = ReadonlyMap<string, Planned | null>;

/**
 * Applies the changes to a commit's tree and creates the commit with one `git fast-import`, without index and work
 * tree.
 *
 * 1. Every path is checked here, against this service's rules and the base tree, before it is passed to git.
 * 2. Only the caller sets dates, author and message, so the same input results in the same commit ID.
 * 3. The finished tree is compared with the plan: git silently skips what it doesn't accept.
 */
export async function commitOverlay(git: Git, gitDir: string, commit: OverlayCommit): Promise<CommitResult> {
  const base = commit.base === null ? [] : await readBase(git, gitDir, { ...commit, base: commit.base });
  const plan = planChanges(commit.changes, base);
  if (plan.size === 0) return { kind: 'unchanged' };
  const { sha, tree, release } = await importCommit(git, gitDir, { commit, plan });
  await Promise.all([release(), requirePlannedTree(git, gitDir, { base: commit.base ?? EMPTY_TREE, sha, plan })]);
  return { kind: 'committed', sha, tree, changedPaths: [...plan.keys()] };
}

/** Git's ID of an empty tree, for which no object is needed. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function readBase(
  git: Git,
  gitDir: string,
  { base, signal }: { base: string; signal?: AbortSignal | undefined },
): Promise<readonly TreeEntry[]> {
  return readTree(git, { gitDir, commit: requireCommitId(base), folder: '', withSizes: false, signal });
}

/** The effective changes, sorted by path. Errors: invalid-path. */
function planChanges(changes: readonly OverlayChange[], base: readonly TreeEntry[]): Plan {
  const entries = new Map(base.flatMap((entry) => (entry.path === undefined ? [] : [[entry.path, entry] as const])));
  const plan = new Map<string, Planned | null>();
  for (const change of changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const path = requireTreePath(change.path);
    if (plan.has(path)) throw new GitError('invalid-path', `The path ${quote(path)} is changed twice.`);
    const before = entries.get(path);
    if (before !== undefined && before.mode !== '100644' && before.mode !== '100755') {
      throw new GitError(
        'invalid-path',
        `The path ${quote(path)} is a symbolic link or a submodule: it can't be changed.`,
      );
    }
    const after = plannedFile(change.content, before);
    if (after?.sha !== before?.sha) plan.set(path, after);
  }
  requireNoFolderClash(plan, entries);
  return plan;
}

function plannedFile(content: OverlayChange['content'], before: TreeEntry | undefined): Planned | null {
  if (content === null) return null;
  const bytes = Buffer.from(content);
  const sha = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  return { mode: before?.mode === '100755' ? '100755' : '100644', sha, content: bytes };
}

/** Requires that no path is both a file and a folder, because fast-import would silently drop one of them. */
function requireNoFolderClash(plan: Plan, entries: ReadonlyMap<string, TreeEntry>): void {
  const files = new Set([...entries.keys(), ...plan.keys()].filter((path) => plan.get(path) !== null));
  const folders = new Set([...files].flatMap(parents));
  const clash = [...files].find((path) => folders.has(path));
  if (clash !== undefined)
    throw new GitError('invalid-path', `The path ${quote(clash)} would be both a file and a folder.`);
}

function parents(path: string): string[] {
  const found: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) found.push(path.slice(0, at));
  return found;
}

interface Import {
  readonly commit: OverlayCommit;
  readonly plan: Plan;
}

interface Imported {
  readonly sha: string;
  readonly tree: string;
  /** Removes the reference that the import needed; the commit stays. */
  readonly release: () => Promise<unknown>;
}

async function importCommit(git: Git, gitDir: string, work: Import): Promise<Imported> {
  // fast-import must move a reference. A private reference is used, so that jobs don't conflict.
  const ref = `refs/docwright/import-${randomUUID()}`;
  const output = await git.run({
    gitDir,
    args: ['fast-import', '--quiet', '--done', '--date-format=raw'],
    input: importStream(ref, work),
    signal: work.commit.signal,
  });
  if (output.exitCode !== 0) throw toGitError(output, 'creating the commit');
  // `get-mark` prints the ID, `ls` of the root `040000 tree <id>\t`.
  const [, sha, tree] = /^([0-9a-f]{40})\n040000 tree ([0-9a-f]{40})\t/.exec(output.stdout.toString('latin1')) ?? [];
  if (sha === undefined || tree === undefined)
    throw new GitError('git-failed', 'git did not return the commit that it created.');
  return { sha, tree, release: () => git.run({ gitDir, args: ['update-ref', '-d', ref, sha] }) };
}

function importStream(ref: string, { commit, plan }: Import): Buffer {
  const seconds = Math.floor(commit.date.getTime() / 1000);
  const person = `${requirePerson(commit.author)} ${seconds} +0000`;
  const parts: (string | Buffer)[] = [
    `commit ${ref}\nmark :1\nauthor ${person}\ncommitter ${person}\n`,
    ...dataOf(Buffer.from(commit.message)),
    commit.base === null ? '' : `from ${commit.base}\n`,
  ];
  // Deletions are first, because `a` may be deleted so that `a/b` can be created.
  for (const [path, file] of plan) if (file === null) parts.push(`D ${quotePath(path)}\n`);
  for (const [path, file] of plan) {
    if (file !== null) parts.push(`M ${file.mode} inline ${quotePath(path)}\n`, ...dataOf(file.content));
  }
  parts.push('\nget-mark :1\nls :1 ""\ndone\n');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function dataOf(bytes: Buffer): (string | Buffer)[] {
  return [`data ${bytes.length}\n`, bytes, '\n'];
}

/** Quotes in C style. Control characters and backslashes have been refused before. */
function quotePath(path: string): string {
  return `"${path.replaceAll('"', '\\"')}"`;
}

function requirePerson({ name, email }: GitPerson): string {
  const clean = (text: string): string => text.replace(/[<>\p{Cc}]/gu, '').trim();
  const [cleanName, cleanEmail] = [clean(name), clean(email).replaceAll(' ', '')];
  if (cleanName === '' || cleanEmail === '')
    throw new GitError('git-failed', 'The author of a commit needs a name and an email address.');
  return `${cleanName} <${cleanEmail}>`;
}

interface Finished {
  readonly base: string;
  readonly sha: string;
  readonly plan: Plan;
}

const ABSENT = '000000';

/** Requires that the commit has the planned tree. Errors: overlay-mismatch. */
async function requirePlannedTree(git: Git, gitDir: string, { base, sha, plan }: Finished): Promise<void> {
  const output = await git.run({
    gitDir,
    args: ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options', base, sha],
  });
  if (output.exitCode !== 0) throw toGitError(output, 'checking the commit');
  // `:<old mode> <new mode> <old id> <new id> <status>\0<path>\0`
  const fields = output.stdout.toString('utf8').split('\0').slice(0, -1);
  const isPlanned = (path: string, mode: string | undefined, id: string | undefined): boolean => {
    const planned = plan.get(path);
    if (planned === undefined) return false;
    return planned === null ? mode === ABSENT : planned.mode === mode && planned.sha === id;
  };
  for (let index = 0; index < fields.length; index += 2) {
    const [, mode, , id] = (fields[index] ?? '').split(' ');
    if (!isPlanned(fields[index + 1] ?? '', mode, id)) {
      throw new GitError(
        'overlay-mismatch',
        `The commit changes ${quote(fields[index + 1] ?? '')} in a way that was not requested.`,
      );
    }
  }
  if (fields.length / 2 !== plan.size) {
    throw new GitError(
      'overlay-mismatch',
      `The commit changes ${countOf(fields.length / 2, 'file')}; ${plan.size} were requested.`,
    );
  }
}
