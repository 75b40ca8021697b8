/** Real repositories for tests: a bare one on disk, filled by the plain git program. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { resolveGitSettings, type GitSettings } from '../settings.ts';

export interface TestRepository {
  /** Temporary folder of this test; everything else lies in it. */
  readonly folder: string;
  /** The bare repository. */
  readonly bare: string;
  readonly url: string;
  readonly settings: GitSettings;
  /** Runs git in the bare repository. */
  git(...args: string[]): string;
  /** Writes files on a branch as one commit; null deletes. Returns the commit id. */
  commit(files: Readonly<Record<string, string | Uint8Array | null>>, branch?: string): string;
  remove(): void;
}

const PERSON = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export function makeTestRepository(): TestRepository {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-git-'));
  const bare = join(folder, 'repositories', 'docs.git');
  const work = join(folder, 'work');
  const homeFolder = join(folder, 'home');
  mkdirSync(homeFolder);
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
    HOME: homeFolder,
    GIT_CONFIG_NOSYSTEM: '1',
    ...PERSON,
  };
  const run = (...args: string[]): string =>
    execFileSync('git', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  run('init', '--quiet', '--bare', '--initial-branch=main', bare);
  run('init', '--quiet', '--initial-branch=main', work);
  const inWork = (...args: string[]): string => run('-C', work, ...args);
  return {
    folder,
    bare,
    url: `file://${bare}`,
    settings: resolveGitSettings({ homeFolder, localRoot: join(folder, 'repositories') }),
    git: (...args) => run(`--git-dir=${bare}`, ...args).trim(),
    commit: (files, branch = 'main') => {
      if (inWork('branch', '--list', branch).trim() === '') inWork('checkout', '--quiet', '-B', branch);
      else inWork('checkout', '--quiet', branch);
      for (const [path, content] of Object.entries(files)) {
        const file = join(work, path);
        mkdirSync(dirname(file), { recursive: true });
        if (content === null) rmSync(file);
        else writeFileSync(file, content);
      }
      inWork('add', '--all');
      inWork('commit', '--quiet', '--message=change');
      inWork('push', '--quiet', '--force', bare, `${branch}:refs/heads/${branch}`);
      return inWork('rev-parse', 'HEAD').trim();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
