import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Whether git tracks a path, or a path below it, in an enclosing repository. The index is parsed directly, because git
 * itself would run programs that an untrusted repository's configuration names (`core.fsmonitor`, pagers). An index
 * that can't be read counts as containing the path.
 */
export function isTrackedByGit(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const gitFolder = findGitFolder(join(folder, '.git'));
    if (gitFolder !== undefined && hasEntry(gitFolder, relative(folder, path).split(sep).join('/'))) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** Finds `.git`, which is a folder or, in worktrees and submodules, a file that contains a folder's path. */
function findGitFolder(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return path;
  if (found?.isFile() !== true) return undefined;
  const named = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  return named === undefined ? undefined : resolve(dirname(path), named);
}

function hasEntry(gitFolder: string, path: string): boolean {
  if (!existsSync(gitFolder)) return false;
  // A split index stores its other entries in `sharedindex.*`.
  const files = readdirSync(gitFolder).filter((name) => name === 'index' || name.startsWith('sharedindex.'));
  return files.some((name) => {
    try {
      const index = readFileSync(join(gitFolder, name));
      const entries = readEntries(index, 20) ?? readEntries(index, 32);
      return entries === undefined || entries.some((entry) => covers(entry, path));
    } catch {
      return true;
    }
  });
}

/**
 * Whether the entry is the path, is below it, or is above it (a folder in a sparse index, or a link in place of a
 * folder).
 */
const covers = (entry: string, path: string): boolean => {
  const plain = entry.replace(/\/$/, '');
  return plain === path || plain.startsWith(`${path}/`) || path.startsWith(`${plain}/`);
};

const fixedBytes = 40;
const modeOffset = 24;
/** Files in a submodule belong to its own repository. */
const submoduleMode = 0o160000;

/**
 * Returns the paths in an index of version 2, 3 or 4 with hashes of `hashBytes` bytes (gitformat-index in git's
 * documentation), or `undefined` if it isn't such an index.
 */
function readEntries(index: Buffer, hashBytes: number): string[] | undefined {
  const version = index.length < 12 ? 0 : index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  const paths: string[] = [];
  let at = 12;
  let before = Buffer.alloc(0);
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const start = at;
    if (start + fixedBytes + hashBytes + 2 > index.length) return undefined;
    const flags = index.readUInt16BE(start + fixedBytes + hashBytes);
    at = start + fixedBytes + hashBytes + 2 + (version > 2 && (flags & 0x4000) !== 0 ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      const removed = readOffset(index, at);
      kept = before.length - removed.value;
      at = removed.next;
      if (kept < 0) return undefined;
    }
    const end = index.indexOf(0, at);
    if (end === -1) return undefined;
    const path = Buffer.concat([before.subarray(0, kept), index.subarray(at, end)]);
    if ((flags & 0xfff) !== Math.min(path.length, 0xfff)) return undefined;
    if (index.readUInt32BE(start + modeOffset) !== submoduleMode) paths.push(path.toString());
    before = path;
    at = version === 4 ? end + 1 : start + Math.ceil((end - start + 1) / 8) * 8;
  }
  return paths;
}

/** Reads a variable-length integer of version 4, which is encoded like an offset in a pack. */
function readOffset(index: Buffer, from: number): { readonly value: number; readonly next: number } {
  let at = from;
  let byte = index.readUInt8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = index.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next: at };
}
