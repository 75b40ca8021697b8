import type { FileDiff } from './parse-diff.ts';

/** A mark of each file that somebody has looked through, oldest first; older ones go. */
const MOST_MARKS = 500;

/** Names a file's changes: once they are others, it has not been looked at. */
export function markOf(file: FileDiff): string {
  const text = JSON.stringify([file.path, file.from, file.change, file.hunks]);
  // FNV-1a: no secret hangs on it.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}-${text.length.toString(36)}`;
}

/** What the browser kept; anything else is no mark. */
export const readMarks = (stored: string): readonly string[] =>
  stored.split(' ').filter((mark) => /^[0-9a-z]{1,7}-[0-9a-z]{1,7}$/.test(mark));

/** The marks to keep once this one was set or taken away. */
export const withMark = (marks: readonly string[], mark: string, isViewed: boolean): string =>
  [...marks.filter((each) => each !== mark), ...(isViewed ? [mark] : [])].slice(-MOST_MARKS).join(' ');
