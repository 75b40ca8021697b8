import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The commit that a release is built from. */
export interface ReleaseSource {
  readonly root: string;
  readonly version: string;
  /** Full hash, with the suffix `-modified` if files differ from the commit. */
  readonly commit: string;
  /** Date of the commit: the only date in the artifacts. */
  readonly date: Date;
  /** Paths of the commit's files, sorted. */
  readonly files: readonly string[];
}

export function readSource(root: string): ReleaseSource {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }).trim();
  const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')) as { version: string };
  const isModified = git('status', '--porcelain', '--untracked-files=no') !== '';
  return {
    root,
    version,
    commit: `${git('rev-parse', 'HEAD')}${isModified ? '-modified' : ''}`,
    date: new Date(git('show', '--no-patch', '--format=%cI', 'HEAD')),
    files: git('ls-files', '-z').split('\0').filter(Boolean).sort(),
  };
}
