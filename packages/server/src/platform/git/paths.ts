import { GitError } from './errors.ts';
import { quote } from './names.ts';

const MAX_PATH_BYTES = 4096;
const MAX_SEGMENT_BYTES = 255;

/** Control characters, and the backslash, which Windows treats as a separator. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\\]/u;
/** Characters that macOS ignores in a file name, so that `.g\u200cit` becomes `.git`. This is git's own list. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** The names that Windows treats as `.git`: 8.3 names, streams, trailing dots and spaces. */
const GIT_FOLDER = /^(?:\.git|git~1)(?:[ .]*|:.*)$/i;

/**
 * The reason why a path isn't allowed in a tree that is written, or `undefined` if it is. git's plumbing silently
 * ignores invalid paths (`update-index --index-info` exits with 0), so they are checked here.
 */
export function findPathFault(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (!path.isWellFormed()) return 'is not valid Unicode';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`;
  if (FORBIDDEN_CHARACTERS.test(path)) return 'contains a control character or a backslash';
  for (const segment of path.split('/')) {
    if (segment === '') return 'has an empty segment';
    if (segment === '.' || segment === '..') return `has the segment "${segment}"`;
    if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) return `has a segment longer than ${MAX_SEGMENT_BYTES} bytes`;
    if (GIT_FOLDER.test(segment.replace(HFS_IGNORED, ''))) return 'has a segment that is equivalent to ".git"';
  }
  return undefined;
}

export function requireTreePath(path: string): string {
  const fault = findPathFault(path);
  if (fault === undefined) return path;
  throw new GitError('invalid-path', `The path ${quote(path)} ${fault}.`);
}

/** Checks the path of a folder inside a repository, `''` for its root. Slashes at the ends are removed. */
export function requireFolder(folder: string): string {
  const trimmed = folder.replace(/^\/+|(?<!\/)\/+$/g, '');
  return trimmed === '' ? '' : requireTreePath(trimmed);
}
