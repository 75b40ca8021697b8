import { invisibleCharacters } from '../text/invisible-characters.ts';
import { trimEndOf } from '../text/trim-end.ts';

/**
 * Decides which strings are valid file paths.
 *
 * git accepts names that have a meaning for other programs (a `.git` folder, `a;id`, control characters), so every path
 * that a model names is checked here before it is read or written.
 */
const maxPathLength = 255;
const maxSegmentLength = 120;
/** Device names that can't be checked out on Windows. */
const reservedNames = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
/** Characters with a meaning for shells, URLs, globs or other file systems. */
const special = /[\\:*?"<>|;`$!#%&'^~]/;

/** The reason why a path can't name a file of the site; `undefined` if it can. */
export function findPathProblem(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (path.length > maxPathLength)
    return `the path has ${path.length} characters; at most ${maxPathLength} are allowed`;
  if (invisibleCharacters.test(path)) return 'the path contains a control or invisible character';
  if (path !== path.normalize('NFC')) return 'the path is not in Unicode normal form NFC';
  if (path.startsWith('/')) return 'the path must be relative to the docs folder, without a leading "/"';
  for (const segment of path.split('/')) {
    const problem = findSegmentProblem(segment);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findSegmentProblem(segment: string): string | undefined {
  if (segment === '') return 'the path has an empty segment';
  if (segment === '.' || segment === '..') return `"${segment}" is not allowed in a path`;
  if (segment.length > maxSegmentLength) return `a segment has more than ${maxSegmentLength} characters`;
  if (/^(?:\.git|git~\d+)$/i.test(segment.replace(/(?<![. ])[. ]+$/, ''))) return `"${segment}" belongs to git`;
  if (/^[ ]|[ .]$/.test(segment)) return `the segment "${segment}" begins with a space or ends with a space or dot`;
  if (segment.startsWith('-')) return `the segment "${segment}" begins with "-"`;
  if (reservedNames.test(segment)) return `"${segment}" is a device name on some systems`;
  return undefined;
}

/**
 * Like `findPathProblem`, but stricter, for files that don't exist yet. Existing repositories can contain unusual
 * names.
 */
export function findNewPathProblem(path: string): string | undefined {
  const problem = findPathProblem(path);
  if (problem !== undefined) return problem;
  const found = special.exec(path);
  return found === null
    ? undefined
    : `the character ${JSON.stringify(found[0])} is not allowed in the name of a new file`;
}

/**
 * Normalizes a path as people and models write it: `/guides/start`, `./guides/start`, `guides/start/` → `guides/start`.
 */
export function toRelativePath(written: string): string {
  return trimEndOf(written.trim().replace(/^(?:\.?\/)+/, ''), '/');
}
