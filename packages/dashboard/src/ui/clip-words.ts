/**
 * Clips a line to `length` UTF-16 units. Longer text ends after a word or part of a path, followed by `…`, because
 * half of a file name looks like another name. A word that fills most of the line is still cut.
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
