import type { FileDiff } from '@docwright/highlight/parse-diff';

/** Maximum number of viewed-file marks; the oldest are dropped. */
const MOST_MARKS = 500;

/** Identifies a file's changes: once they differ, the file counts as not viewed. */
export function markOf(file: FileDiff): string {
  const text = JSON.stringify([file.path, file.from, file.change, file.hunks]);
  // FNV-1a, which is sufficient because it isn't used for security.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}-${text.length.toString(36)}`;
}

/** Parses the marks stored in the browser. Invalid data is ignored. */
export const readMarks = (stored: string): readonly string[] =>
  stored.split(' ').filter((mark) => /^[0-9a-z]{1,7}-[0-9a-z]{1,7}$/.test(mark));

/** Sets or removes a mark. Returns the marks in their stored form. */
export const withMark = (marks: readonly string[], mark: string, isViewed: boolean): string =>
  [...marks.filter((each) => each !== mark), ...(isViewed ? [mark] : [])].slice(-MOST_MARKS).join(' ');
