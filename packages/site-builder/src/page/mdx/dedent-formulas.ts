/** The native parser's maximum number of spaces before `$$`. MDX, which has no indented code, allows any number. */
const maxSpaces = 3;

/**
 * Outdents `$$` blocks, such as those in nested elements, so that the parser recognizes them. Returns `undefined` if no
 * such block exists. Line numbers are unchanged; a list that the formula belonged to would end there, so this is only
 * for text that can't be parsed otherwise.
 */
export function dedentFormulas(text: string): string | undefined {
  const lines = text.split('\n');
  let isChanged = false;
  let fence = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark !== '') fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence;
    if (fence !== '' || !isSign(line)) continue;
    let end = at + 1;
    while (end < lines.length && !isSign(lines[end] ?? '')) end++;
    if (end === lines.length) break;
    if (indentOf(line) > maxSpaces) {
      for (let inside = at; inside <= end; inside++) lines[inside] = `  ${(lines[inside] ?? '').trimStart()}`;
      isChanged = true;
    }
    at = end;
  }
  return isChanged ? lines.join('\n') : undefined;
}

function isSign(line: string): boolean {
  return line.trim() === '$$';
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
