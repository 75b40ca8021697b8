import { plainDescription, type RenderedPage } from '../../page/index.ts';

/** The maximum that search engines and link previews show. */
const maxChars = 300;

/**
 * Writes the description of a page as plain text on one line, for metadata: descriptions are Markdown, and a
 * specification's are long.
 */
export function writeSummary(page: RenderedPage): string {
  const line = plainDescription(page);
  if (line.length <= maxChars) return line;
  const end = line.lastIndexOf(' ', maxChars - 1);
  return `${line.slice(0, end > maxChars / 2 ? end : maxChars - 1)}…`;
}
