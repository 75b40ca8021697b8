import { toGitError } from './classify-failure.ts';
import type { Diff, DiffRequest, FileChange } from './mirror.ts';
import { requireCommitId } from './names.ts';
import { requireTreePath } from './paths.ts';
import type { Git } from './run-git.ts';

/** Patches are for people and models, who don't need longer ones. */
const DEFAULT_MAX_BYTES = 4 * 1024 * 1024;

/** Compares two trees with detection of renames, ignoring the repository's configuration. */
export async function diffCommits(git: Git, gitDir: string, request: DiffRequest): Promise<Diff> {
  const { from, to, paths = [] } = request;
  const range = ['--end-of-options', requireCommitId(from), requireCommitId(to), '--', ...paths.map(requireTreePath)];
  const options = ['diff-tree', '-r', '-M', '--no-ext-diff', '--no-textconv', '--no-color', '--full-index'];
  const environment = { GIT_LITERAL_PATHSPECS: '1' };
  const [list, patch] = await Promise.all([
    git.run({ gitDir, args: [...options, '-z', '--raw', '--numstat', ...range], environment, signal: request.signal }),
    readPatch(
      git,
      { gitDir, args: [...options, '--patch', ...range], environment, signal: request.signal },
      request.maxBytes ?? DEFAULT_MAX_BYTES,
    ),
  ]);
  if (list.exitCode !== 0) throw toGitError(list, 'comparing two commits');
  return { files: parseChanges(list.stdout.toString('utf8')), ...patch };
}

async function readPatch(
  git: Git,
  command: Parameters<Git['start']>[0],
  maxBytes: number,
): Promise<{ patch: string; truncated: boolean }> {
  const process = git.start(command);
  process.stdin.end();
  // Killed when there is enough output, so its exit code is ignored.
  const ended = process.ended.catch((error: unknown) => error);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  process.kill();
  const end = await ended;
  if (size <= maxBytes && end instanceof Error) throw end;
  const bytes = Buffer.concat(chunks, size);
  if (size <= maxBytes) return { patch: bytes.toString('utf8'), truncated: false };
  const lastLine = bytes.subarray(0, maxBytes).lastIndexOf(0x0a);
  return { patch: bytes.subarray(0, lastLine + 1).toString('utf8'), truncated: true };
}

/**
 * `--raw -z`: `:<modes and ids> <status>\0<path>\0[<new path>\0]`, then `--numstat -z`: `<added>\t<removed>\t<path>\0`,
 * and for a rename `<added>\t<removed>\t\0<old>\0<new>\0`. Both have the same order.
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
