/**
 * Maximum length of the title of a pull request and its commit. Git and code hosts show only this much of a subject.
 */
export const maxTitleLength = 72;

/**
 * Shortens a line to at most `length` UTF-16 units, including `…`. The line is cut after a word or a path segment,
 * because half of a file name looks like another name. Only a word that fills most of the line is itself cut.
 */
export function clipWords(line: string, length: number): string {
  if (line.length <= length) return line;
  // One position is reserved for `…`, and the next character shows whether a word ends there.
  const start = line.slice(0, length - 1);
  const end = /[\s/]/.test(line.charAt(length - 1)) ? start.length : lastBreak(start);
  return `${(end > length / 2 ? start.slice(0, end) : start).trimEnd()}…`.toWellFormed();
}

function lastBreak(text: string): number {
  let at = text.length;
  while (at > 0 && !/[\s/]/.test(text.charAt(at - 1))) at -= 1;
  return at;
}
