import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { platform } from 'node:os';
import { showName } from '@docwright/bundle';
import { CliError } from '../cli-error.ts';
import { targetPathProblem } from './target-path.ts';

export interface FolderWriter {
  /** The folder, as the user named it. */
  readonly folder: string;
  /** The reason why `write` and `copy` reject the path's name, or `undefined` if they accept it. */
  problemOf(path: string): string | undefined;
  /** Writes a file at a path relative to the folder, with `/` between its segments. */
  write(path: string, content: string | Uint8Array): void;
  /** Copies a regular file without its mode. */
  copy(path: string, from: string): void;
}

interface WriterOptions {
  /** Whether an existing file may be replaced. */
  readonly replaces: boolean;
}

/** Everyone can read and no one can execute the file, regardless of the original's mode. */
const fileMode = 0o644;
const copiedAtOnce = 1024 * 1024;

/**
 * Opens a folder for writing, which is the only way for a command to write files with untrusted names. The user chose
 * the folder itself, which may be a link.
 *
 * 1. Every path satisfies `targetPathProblem`.
 * 2. No link redirects a file: the real path of its folder is in the real folder and satisfies the same rule, and the
 *    file is created, never opened.
 * 3. An existing file is replaced only if the command requests it. It is replaced by a new file, so that the old file's
 *    other names keep its content.
 *
 * @throws {CliError} `unsafe_path`: a path breaks a rule; `file_exists`: the file exists, and the command doesn't
 * replace files
 */
export function openFolderWriter(folder: string, { replaces }: WriterOptions): FolderWriter {
  const safeFolders = new Set<string>();
  let opened: string | undefined;
  const problemOf = (path: string): string | undefined => targetPathProblem(path, platform());

  const refuse = (path: string, reason: string): CliError =>
    new CliError('failed', 'unsafe_path', `${showName(path)} is not written to ${folder}: ${reason}`);

  /** Creates the folder for the first file, so that a command that ends earlier leaves nothing behind. */
  function openRoot(): string {
    if (opened !== undefined) return opened;
    mkdirSync(folder, { recursive: true });
    opened = realpathSync(folder);
    safeFolders.add(opened);
    return opened;
  }

  function requireSafeFolder(root: string, path: string, target: string): void {
    const parent = dirname(target);
    if (safeFolders.has(parent)) return;
    for (const at of foldersBetween(root, parent)) {
      if (safeFolders.has(at)) continue;
      makeFolder(at);
      const inside = relative(root, realpathSync(at)).split(sep).join('/');
      if (inside !== '' && problemOf(inside) !== undefined)
        throw refuse(path, `${at} is a link to ${realpathSync(at)}`);
      safeFolders.add(at);
    }
  }

  function create(path: string): number {
    const problem = problemOf(path);
    if (problem !== undefined) throw refuse(path, problem);
    const root = openRoot();
    const target = join(root, ...path.split('/'));
    requireSafeFolder(root, path, target);
    try {
      return openSync(target, 'wx', fileMode);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const existing = lstatSync(target);
      if (existing.isSymbolicLink()) throw refuse(path, 'the target is a link; remove it first');
      if (!replaces)
        throw new CliError('conflict', 'file_exists', `${target} already exists and is not replaced`, { cause: error });
      if (!existing.isFile()) throw refuse(path, 'the target is not a regular file; remove it first');
      rmSync(target);
      return openSync(target, 'wx', fileMode);
    }
  }

  return {
    folder,
    problemOf,
    write(path, content) {
      const file = create(path);
      try {
        writeAll(file, typeof content === 'string' ? Buffer.from(content) : content);
      } finally {
        closeSync(file);
      }
    },
    copy(path, from) {
      const source = openSync(from, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
      try {
        if (!fstatSync(source).isFile()) throw refuse(path, `${from} is not a regular file`);
        const file = create(path);
        try {
          copyAll(source, file);
        } finally {
          closeSync(file);
        }
      } finally {
        closeSync(source);
      }
    },
  };
}

/** Lists the folders between `root` and `folder`, outermost first. */
function foldersBetween(root: string, folder: string): string[] {
  const names = relative(root, folder).split(sep);
  return names.map((_, index) => join(root, ...names.slice(0, index + 1)));
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

function copyAll(source: number, target: number): void {
  const buffer = Buffer.allocUnsafe(copiedAtOnce);
  for (let size = readSync(source, buffer); size > 0; size = readSync(source, buffer))
    writeAll(target, buffer.subarray(0, size));
}
