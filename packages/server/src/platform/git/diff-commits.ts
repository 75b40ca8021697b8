import { toGitError } from './classify-failure.ts';
import type { ChangeRange, FileChange, Patch, PatchRequest } from './mirror.ts';
import { requireCommitId } from './names.ts';
import { requireTreePath } from './paths.ts';
import type { Git } from './run-git.ts';
import type { GitRun } from './start-git.ts';

/** Patches are for people and models, who don't need longer patches. */
const DEFAULT_MAX_BYTES = 4 * 1024 * 1024;

/** Compares two trees and detects renames. Ignores the repository's configuration. */
export async function listChanges(git: Git, gitDir: string, range: ChangeRange): Promise<readonly FileChange[]> {
  const output = await git.run(diffTree(gitDir, range, ['-z', '--raw', '--numstat']));
  if (output.exitCode !== 0) throw toGitError(output, 'comparing two commits');
  return parseChanges(output.stdout.toString('utf8'));
}

export async function readPatch(git: Git, gitDir: string, request: PatchRequest): Promise<Patch> {
  const { maxBytes = DEFAULT_MAX_BYTES } = request;
  const command = { ...diffTree(gitDir, request, ['--patch']), firstBytes: maxBytes + 1 };
  const output = await git.run(command);
  const bytes = output.stdout;
  if (bytes.length > maxBytes) {
    const lastLine = bytes.subarray(0, maxBytes).lastIndexOf(0x0a);
    return { patch: bytes.subarray(0, lastLine + 1).toString('utf8'), truncated: true };
  }
  if (output.exitCode !== 0) throw toGitError(output, 'comparing two commits');
  return { patch: bytes.toString('utf8'), truncated: false };
}

function diffTree(gitDir: string, { from, to, paths = [], signal }: ChangeRange, format: readonly string[]): GitRun {
  const options = ['-r', '-M', '--no-ext-diff', '--no-textconv', '--no-color', '--full-index', ...format];
  const range = ['--end-of-options', requireCommitId(from), requireCommitId(to), '--', ...paths.map(requireTreePath)];
  const environment = { GIT_LITERAL_PATHSPECS: '1' };
  return { gitDir, args: ['diff-tree', ...options, ...range], environment, signal };
}

/**
 * Parses the output of `--raw -z`, `:<modes and ids> <status>\0<path>\0[<new path>\0]`, followed by that of
 * `--numstat -z`, `<added>\t<removed>\t<path>\0` or, for a rename, `<added>\t<removed>\t\0<old>\0<new>\0`. Both list
 * the files in the same order.
 */
export function parseChanges(text: string): readonly FileChange[] {
  const fields = text.split('\0');
  const raw: { status: string; path: string; oldPath?: string }[] = [];
  let at = 0;
  for (; fields[at]?.startsWith(':') === true;) {
    const status = fields[at]?.split(' ')[4]?.[0] ?? 'M';
    const isPair = status === 'R' || status === 'C';
    const [first = '', second = ''] = [fields[at + 1], fields[at + 2]];
    raw.push(isPair ? { status, path: second, oldPath: first } : { status, path: first });
    at += isPair ? 3 : 2;
  }
  return raw.map((entry) => {
    const [added = '', removed = '', path = ''] = (fields[at] ?? '').split('\t');
    at += path === '' ? 3 : 1;
    return { ...toChange(entry), added: count(added), removed: count(removed), binary: added === '-' };
  });
}

function toChange({
  status,
  path,
  oldPath,
}: {
  status: string;
  path: string;
  oldPath?: string;
}): Pick<FileChange, 'path' | 'oldPath' | 'change'> {
  if (oldPath !== undefined && status === 'R') return { path, oldPath, change: 'renamed' };
  if (status === 'A' || status === 'C') return { path, change: 'added' };
  return { path, change: status === 'D' ? 'deleted' : 'modified' };
}

function count(text: string): number {
  return Number.parseInt(text, 10) || 0;
}
