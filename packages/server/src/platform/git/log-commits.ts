import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from './errors.ts';
import type { CallOptions, LoggedCommit } from './mirror.ts';
import { requireCommitId } from './names.ts';
import type { Git } from './run-git.ts';

const format = ['%H', '%an', '%aI', '%B'].join('%x00');
/** `%an` and `%B` contain no NUL, so a record has this many fields before its paths. */
const fieldsOfCommit = 4;

/** Lists commits with the paths that each changed from its first parent. For a merge, these are the merged changes. */
export async function logCommits(
  git: Git,
  query: CallOptions & { readonly gitDir: string; readonly commit: string; readonly limit: number },
): Promise<readonly LoggedCommit[]> {
  const { gitDir, commit, limit, signal } = query;
  const { exitCode, stdout } = await git.run({
    gitDir,
    args: [
      'log',
      '-z',
      '--no-mailmap',
      '--no-renames',
      '--no-ext-diff',
      '--first-parent',
      '--diff-merges=first-parent',
      '--name-only',
      `--max-count=${limit}`,
      // Two NULs precede a commit's ID, because no empty field precedes 40 digits within a record.
      `--format=%x00%x00${format}%x00`,
      '--end-of-options',
      requireCommitId(commit),
    ],
    signal,
  });
  if (exitCode !== 0) throw new GitError('commit-not-found', `The commit ${commit} is not in the repository.`);
  const edges = await readShallow(gitDir);
  return parseLog(stdout.toString('utf8'), edges);
}

/** Returns the commits whose parents were not fetched. */
async function readShallow(gitDir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(gitDir, 'shallow'), 'utf8').catch(() => '');
  return new Set(text.split('\n'));
}

function parseLog(text: string, edges: ReadonlySet<string>): LoggedCommit[] {
  return text
    .split(/\0\0(?=[0-9a-f]{40}\0)/)
    .slice(1)
    .map((record) => {
      const fields = record.split('\0');
      const [sha = '', authorName = '', date = '', message = ''] = fields;
      const paths = fields
        .slice(fieldsOfCommit)
        .map((path) => path.replace(/^\n/, ''))
        .filter((path) => path !== '');
      return { sha, authorName, date, message: message.trim(), paths: edges.has(sha) ? undefined : paths };
    });
}
