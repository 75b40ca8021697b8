import { toGitError } from './classify-failure.ts';
import type { Commit, CommitRange } from './mirror.ts';
import { requireCommitId } from './names.ts';
import type { Git } from './run-git.ts';

const TIMEOUT_MS = 30_000;
const DEFAULT_LIMIT = 100;

/** Lists commits, newest first. Paths are globs; the prefix prevents git from interpreting other pattern syntax. */
export async function listCommits(
  git: Git,
  gitDir: string,
  { from, to, paths = [], limit = DEFAULT_LIMIT, signal }: CommitRange,
): Promise<Commit[]> {
  const args = [
    'log',
    '--no-mailmap',
    '--format=%H%x00%P%x00%an%x00%ae%x00%cI%x00%B%x00',
    '-z',
    `--max-count=${limit}`,
    '--end-of-options',
    `${requireCommitId(from)}..${requireCommitId(to)}`,
    '--',
    ...paths.map((path) => `:(top,glob)${path}`),
  ];
  const output = await git.run({ gitDir, args, timeoutMs: TIMEOUT_MS, signal });
  if (output.exitCode !== 0) throw toGitError(output, 'listing commits');
  return parseCommits(output.stdout.toString('utf8'));
}

/** Number of parts of a record: six fields, and the separator of `-z`. */
const FIELDS = 7;

function parseCommits(text: string): Commit[] {
  const fields = text.split('\0');
  const commits: Commit[] = [];
  for (let at = 0; at + FIELDS - 1 < fields.length; at += FIELDS) {
    const [sha = '', parents = '', authorName = '', authorEmail = '', date = '', message = ''] = fields.slice(at);
    commits.push({
      sha: sha.trim(),
      parents: parents.split(' ').filter((parent) => parent !== ''),
      authorName,
      authorEmail,
      date: new Date(date),
      message: message.trimEnd(),
    });
  }
  return commits;
}
