import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The documentation in one commit: the folder of the docs.json or mint.json that is closest to the root, and its files.
 */
export interface RepositoryState {
  readonly docsFolder: string;
  /**
   * Contents by path relative to the docs folder. Binary files and files over 2 MB are empty, because the agent can't
   * write them.
   */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Finds a mirror by name: `owner+name.git`, or `owner+name/repo`, as a mirror tool creates it. */
export function findMirror(mirrors: string, repository: string): string | undefined {
  const name = join(mirrors, repository.replace('/', '+'));
  return [`${name}.git`, join(name, 'repo')].find((path) => existsSync(join(path, 'HEAD')));
}

const maxFileBytes = 2_000_000;
const noBytes = new Uint8Array();

export function readCommit(gitDir: string, revision: string): RepositoryState {
  const git = (args: readonly string[], input?: string): Buffer =>
    execFileSync('git', [`--git-dir=${gitDir}`, ...args], { maxBuffer: 2_000_000_000, input });
  const entries = git(['ls-tree', '-r', '-z', '-l', '--full-tree', revision])
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, sha, size, path] = /^(\d+) blob ([0-9a-f]{40}) +(\d+)\t(.+)$/s.exec(line) ?? [];
      const isFile = mode === '100644' || mode === '100755';
      return isFile && sha !== undefined && path !== undefined ? [{ sha, size: Number(size), path }] : [];
    });
  const configs = entries.filter(({ path }) => /(?:^|\/)(?:docs|mint)\.json$/.test(path)).map(({ path }) => path);
  const [config] = configs.sort((a, b) => a.split('/').length - b.split('/').length);
  if (config === undefined) throw new Error(`${revision} contains neither docs.json nor mint.json`);
  const docsFolder = config.includes('/') ? config.slice(0, config.lastIndexOf('/')) : '';
  const prefix = docsFolder === '' ? '' : `${docsFolder}/`;
  const inDocs = entries.filter(({ path }) => path.startsWith(prefix));
  const small = inDocs.filter(({ size }) => size <= maxFileBytes);
  const contents = readBlobs(git(['cat-file', '--batch', '--buffer'], small.map(({ sha }) => `${sha}\n`).join('')));
  const bySha = new Map(small.map(({ sha }, index) => [sha, contents[index] ?? noBytes]));
  return {
    docsFolder,
    files: new Map(inDocs.map(({ path, sha }) => [path.slice(prefix.length), bySha.get(sha) ?? noBytes])),
  };
}

/** Parses repeated entries of the form `<sha> blob <size>\n<bytes>\n`. */
function readBlobs(batch: Buffer): Buffer[] {
  const blobs: Buffer[] = [];
  for (let at = 0; at < batch.length;) {
    const lineEnd = batch.indexOf(0x0a, at);
    const size = Number(batch.toString('latin1', at, lineEnd).split(' ')[2]);
    blobs.push(batch.subarray(lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + size + 2;
  }
  return blobs;
}
