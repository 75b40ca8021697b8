import { BundleError } from '../errors.ts';
import type { BundleErrorCode } from '../errors.ts';
import { defaultBundlePolicy } from './policy.ts';

/** Returns a name in a form that is safe in error messages: without control characters, and at most one line long. */
export function showName(name: string): string {
  return JSON.stringify(name.length > 120 ? `${name.slice(0, 120)}…` : name);
}

const SEGMENT_BYTES = 255;

/** Characters that HFS+ ignores in names: `.git` preceded by them is equivalent to `.git`. */
const ignoredAtStart = /^[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/;

function segmentProblem(segment: string, isFirst: boolean): BundleErrorCode | undefined {
  if (segment === '') return 'entry-name-empty';
  if (segment === '.' || segment === '..') return 'entry-name-traversal';
  const isHidden = segment.replace(ignoredAtStart, '').startsWith('.');
  if (isHidden && !(isFirst && segment === '.well-known')) return 'entry-name-dot-file';
  return Buffer.byteLength(segment) > SEGMENT_BYTES ? 'entry-name-too-long' : undefined;
}

function isControl(code: number): boolean {
  // C0, DEL and C1; U+2028/2029 end a line; bidirectional overrides disguise a name.
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  );
}

/**
 * Returns the error code of the rule that a bundle path breaks, or `undefined` if the path is valid. A valid path is
 * relative, has `/` between segments that are neither empty nor `.`, `..` or hidden (the root folder `.well-known` is
 * the exception), and contains no backslash and no control character. Paths aren't normalized: a path is accepted
 * unchanged or rejected.
 */
export function pathProblem(path: string, maxPathBytes: number): BundleErrorCode | undefined {
  if (path === '') return 'entry-name-empty';
  for (let index = 0; index < path.length; index += 1)
    if (isControl(path.charCodeAt(index))) return 'entry-name-control';
  if (path.includes('\\')) return 'entry-name-backslash';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'entry-name-absolute';
  if (!path.isWellFormed()) return 'entry-name-encoding';
  if (Buffer.byteLength(path) > maxPathBytes) return 'entry-name-too-long';
  for (const [index, segment] of path.split('/').entries()) {
    const problem = segmentProblem(segment, index === 0);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Letters, digits and common punctuation of names, by byte. */
const plainBytes = Uint8Array.from({ length: 256 }, (_, byte) => (/[\w.~+@-]/.test(String.fromCharCode(byte)) ? 1 : 0));
const SLASH = 0x2f;
const DOT = 0x2e;

/**
 * Whether the first `length` bytes are definitely a valid path: non-hidden names of letters, digits and `_.~+@-`, as in
 * nearly all paths. Ten times as fast as `pathProblem`, which checks all other paths. The length of the whole path
 * isn't checked.
 */
export function isPlainPath(bytes: Uint8Array, length: number): boolean {
  let inSegment = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === SLASH) {
      if (inSegment === 0) return false;
      inSegment = 0;
      continue;
    }
    if (plainBytes[byte] !== 1 || (byte === DOT && inSegment === 0) || inSegment === SEGMENT_BYTES) return false;
    inSegment += 1;
  }
  return inSegment > 0;
}

export function requirePath(path: string, maxPathBytes: number): void {
  const problem = pathProblem(path, maxPathBytes);
  if (problem !== undefined) throw new BundleError(problem, `the name ${showName(path)} is not allowed in a bundle`);
}

/** @throws {BundleError} if the path isn't allowed in a bundle, or is longer than the default policy allows */
export function requireFilePath(path: string): void {
  requirePath(path, defaultBundlePolicy.maxPathBytes);
}

/**
 * Returns the key of a name. Names that a case-insensitive or normalizing file system can't distinguish share a key.
 */
function collisionKey(path: string): string {
  // eslint-disable-next-line no-control-regex -- the pattern tests for ASCII
  if (/^[\x00-\x7f]*$/.test(path)) return path.toLowerCase();
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Stores the names of an archive, to reject duplicates. */
export class SeenPaths {
  readonly #seen = new Map<string, { readonly path: string; readonly isFolder: boolean }>();
  readonly #folders = new Set<string>();
  readonly #passed: readonly string[];
  /** The number of names that have matched `passed` so far. */
  #asPassed = 0;

  /** @param passed an archive's names, without duplicates; no lookups are needed while the same names arrive */
  constructor(passed: readonly string[] = []) {
    this.#passed = passed;
  }

  addFile(path: string): void {
    if (this.#asPassed >= 0 && this.#passed[this.#asPassed] === path) {
      this.#asPassed += 1;
      return;
    }
    if (this.#asPassed > 0) for (const before of this.#passed.slice(0, this.#asPassed)) this.#addNew(before);
    this.#asPassed = -1;
    this.#addNew(path);
  }

  /** Whether exactly the names of `passed` arrived, in their order. */
  get areAsPassed(): boolean {
    return this.#asPassed === this.#passed.length;
  }

  #addNew(path: string): void {
    this.#addFolderOf(path);
    const known = this.#seen.get(collisionKey(path));
    if (known !== undefined) {
      const isTwin = known.path === path && !known.isFolder;
      throw new BundleError(
        isTwin ? 'entry-duplicate' : 'entry-collision',
        `${showName(path)} conflicts with ${showName(known.path)}`,
      );
    }
    this.#seen.set(collisionKey(path), { path, isFolder: false });
  }

  /**
   * Adds a folder, which may be named more than once, explicitly and by its files, but always with the same spelling.
   */
  addFolder(path: string): void {
    // The folder and its parents were already added with this spelling.
    if (this.#folders.has(path)) return;
    this.#addFolderOf(path);
    const key = collisionKey(path);
    const known = this.#seen.get(key);
    if (known === undefined) this.#seen.set(key, { path, isFolder: true });
    else if (!known.isFolder || known.path !== path) {
      throw new BundleError('entry-collision', `the folder ${showName(path)} conflicts with ${showName(known.path)}`);
    }
    this.#folders.add(path);
  }

  #addFolderOf(path: string): void {
    const slash = path.lastIndexOf('/');
    if (slash >= 0) this.addFolder(path.slice(0, slash));
  }
}
