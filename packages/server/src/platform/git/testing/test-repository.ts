/**
 * Real repositories for tests: a bare repository on disk, filled by `git fast-import`, with one process for each
 * commit.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveGitSettings, type GitSettings } from '../settings.ts';

/** The effect of a commit on a path. */
export type TestFile = string | Uint8Array | TestFileOfMode | null;

/** An executable file, or a symbolic link with the text as its target. */
export interface TestFileOfMode {
  readonly mode: '100755' | '120000';
  readonly text: string;
}

export interface TestRepository {
  /** Temporary folder of this test, which contains everything else. */
  readonly folder: string;
  /** The bare repository. */
  readonly bare: string;
  readonly url: string;
  readonly settings: GitSettings;
  /** Runs git in the bare repository. */
  git(...args: string[]): string;
  /**
   * Commits files to a branch; null deletes a file. The parent is the previous commit that this function created on the
   * branch, or, for a new branch, on any branch. Returns the commit ID.
   */
  commit(files: Readonly<Record<string, TestFile>>, branch?: string): string;
  remove(): void;
}

const PERSON = 'Ada <ada@example.com>';

export function makeTestRepository(): TestRepository {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-git-'));
  const bare = join(folder, 'repositories', 'docs.git');
  const homeFolder = join(folder, 'home');
  mkdirSync(homeFolder);
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
    HOME: homeFolder,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const run = (args: readonly string[], input?: Buffer): string =>
    execFileSync('git', args, { env, encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'pipe'] }).trim();
  run(['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  const heads = new Map<string, string>();
  let last: string | undefined;
  return {
    folder,
    bare,
    url: `file://${bare}`,
    settings: resolveGitSettings({ homeFolder, localRoot: join(folder, 'repositories') }),
    git: (...args) => run([`--git-dir=${bare}`, ...args]),
    commit: (files, branch = 'main') => {
      const input = formatCommit(files, branch, heads.get(branch) ?? last);
      last = run([`--git-dir=${bare}`, 'fast-import', '--quiet', '--force'], input);
      heads.set(branch, last);
      return last;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The input of git-fast-import(1) for one commit. The program prints the commit's ID. */
function formatCommit(files: Readonly<Record<string, TestFile>>, branch: string, parent: string | undefined): Buffer {
  const seconds = Math.floor(Date.now() / 1000);
  const head = `commit refs/heads/${branch}\nmark :1\ncommitter ${PERSON} ${seconds} +0000\ndata 6\nchange\n`;
  const from = parent === undefined ? '' : `from ${parent}\n`;
  const changes = Object.entries(files).flatMap(([path, file]) => formatChange(path, file));
  return Buffer.concat([Buffer.from(head + from), ...changes, Buffer.from('\nget-mark :1\ndone\n')]);
}

function formatChange(path: string, file: TestFile): Uint8Array[] {
  const quoted = `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
  if (file === null) return [Buffer.from(`D ${quoted}\n`)];
  const { mode, text } = typeof file === 'string' || file instanceof Uint8Array ? { mode: '100644', text: file } : file;
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const head = `M ${mode} inline ${quoted}\ndata ${bytes.length}\n`;
  return [Buffer.from(head), bytes, Buffer.from('\n')];
}
