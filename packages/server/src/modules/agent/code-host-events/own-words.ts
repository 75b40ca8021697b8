/** List item markers, which can precede a quotation or a code block. */
const items = String.raw`[ \t]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,40}){0,10}`;
const quotation = new RegExp(`^${items}>`);
const fenceStart = new RegExp(`^${items}(\`{3,}|~{3,})`);
const fenceEnd = /^[ \t]{0,40}(`{3,}|~{3,})[ \t]*$/;
const listItem = /^[ \t]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]/;
const indented = /^(?: {4}| {0,3}\t)/;

/**
 * Returns the parts of a comment in Markdown that its author wrote as text, without quotations, code and hidden
 * comments. Takes time in proportion to the text's length, regardless of its content.
 */
export function findOwnWords(body: string): string {
  const paragraphs = withoutBlocks(removeComments(body)).split(/\n[ \t]*\n/);
  return paragraphs.map(withoutCodeSpans).join('\n\n');
}

/** Removes HTML comments, which the page's readers can't see. An unclosed comment extends to the end. */
export function removeComments(body: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = body.indexOf('<!--'); start !== -1; start = body.indexOf('<!--', at)) {
    parts.push(body.slice(at, start));
    const end = body.indexOf('-->', start);
    if (end === -1) return parts.join('');
    at = end + '-->'.length;
  }
  return [...parts, body.slice(at)].join('');
}

/** Removes quotations and code blocks; an unclosed code block extends to the end. */
function withoutBlocks(text: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  let isInList = false;
  let isAfterBlank = true;
  for (const line of text.split(/\r\n?|\n/)) {
    if (fence !== undefined) {
      const end = fenceEnd.exec(line)?.[1];
      if (end?.startsWith(fence) === true) fence = undefined;
      continue;
    }
    fence = fenceStart.exec(line)?.[1];
    const isBlank = line.trim() === '';
    const isItem = listItem.test(line);
    // In a list, an indented line continues an item.
    const isCode: boolean = isAfterBlank && !isInList && indented.test(line);
    if (isItem || (!isBlank && !/^[ \t]/.test(line))) isInList = isItem;
    if (fence === undefined && !isCode && !quotation.test(line)) kept.push(line);
    // Lines of indented code can follow each other without a blank line.
    isAfterBlank = isBlank || isCode;
  }
  return kept.join('\n');
}

/** Removes text between two runs of backticks of the same length. */
function withoutCodeSpans(text: string): string {
  const runs = Array.from(text.matchAll(/`+/g), ({ index, 0: { length } }) => ({ index, length }));
  const next = new Map<number, number>();
  const ends = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0;
    ends[at] = next.get(length) ?? -1;
    next.set(length, at);
  }
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const end = runs[ends[at] ?? -1];
    const start = runs[at];
    if (end === undefined || start === undefined) continue;
    parts.push(text.slice(from, start.index), ' ');
    from = end.index + end.length;
    at = ends[at] ?? at;
  }
  return [...parts, text.slice(from)].join('');
}
