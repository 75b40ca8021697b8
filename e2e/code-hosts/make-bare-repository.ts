import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';

/** Runs git in the repository, and returns its output. */
export type RunGit = (...args: string[]) => string;

const environment = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/**
 * Creates a repository like one on a code host, whose first commit contains a folder.
 * @param work folder that doesn't exist yet
 */
export function makeBareRepository(
  docs: string,
  { work, bare }: { readonly work: string; readonly bare: string },
): RunGit {
  const run: RunGit = (...args) =>
    execFileSync('git', args, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  mkdirSync(work, { recursive: true });
  cpSync(docs, work, { recursive: true });
  run('init', '--quiet', '--initial-branch=main', work);
  run('-C', work, 'add', '--all');
  run('-C', work, 'commit', '--quiet', '--message=docs');
  run('clone', '--quiet', '--bare', work, bare);
  return (...args) => run(`--git-dir=${bare}`, ...args);
}
