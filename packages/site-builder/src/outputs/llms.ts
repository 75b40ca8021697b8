export interface ListedPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Address of the page's Markdown. */
  readonly url: string;
  /** As its own file holds it. */
  readonly markdown: Uint8Array;
  /** Search engines are not told of it. */
  readonly noindex: boolean;
}

export interface LlmsRequest {
  readonly name: string;
  readonly description: string;
  readonly pages: readonly ListedPage[];
  readonly openapi: readonly string[];
  readonly asyncapi: readonly string[];
}

const maxDescriptionChars = 300;

/** `llms.txt`: what is on the site, for machines. The text is the site's own and nothing else. */
export function writeLlms({ name, description, pages, openapi, asyncapi }: LlmsRequest): string {
  const quote = description === '' ? '' : `\n> ${description.replace(/\n+/g, ' ')}\n`;
  const docs = pages.map(({ title, url, description: text }) => {
    const short = firstLine(text);
    return `- [${title}](${url})${short === '' ? '' : `: ${short}`}\n`;
  });
  const list = (heading: string, urls: readonly string[]): string =>
    urls.length === 0
      ? ''
      : `\n## ${heading}\n\n${urls.map((url) => `- [${url.slice(url.lastIndexOf('/') + 1)}](${url})\n`).join('')}`;
  return `# ${name}\n${quote}\n## Docs\n\n${docs.join('')}${list('OpenAPI Specs', openapi)}${list('AsyncAPI Specs', asyncapi)}`;
}

const lineEnd = 0x0a;
const space = 0x20;

/**
 * `llms-full.txt`: every listed page, whole. Put together from bytes: as texts, the largest file of a site would be made three
 * times over in each build.
 */
export function writeLlmsFull(pages: readonly ListedPage[]): Uint8Array {
  const parts = pages.map(({ url, markdown }) => {
    let end = markdown.length;
    while (end > 0 && (markdown[end - 1] ?? 0) <= space) end -= 1;
    const titleEnd = markdown.indexOf(lineEnd);
    const source = titleEnd === -1 ? '' : `\nSource: ${url}`;
    return { markdown, end, titleEnd: Math.min(titleEnd === -1 ? end : titleEnd, end), source };
  });
  const separator = '\n\n\n';
  const sizes = parts.map(({ end, source }) => end + Buffer.byteLength(source) + separator.length);
  const written = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const { markdown, end, titleEnd, source } of parts) {
    written.set(markdown.subarray(0, titleEnd), at);
    at += titleEnd;
    at += written.write(source, at);
    written.set(markdown.subarray(titleEnd, end), at);
    at += end - titleEnd;
    at += written.write(separator, at);
  }
  // The last page is followed by the end of its last line alone.
  return written.subarray(0, Math.max(0, at - separator.length + 1));
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > maxDescriptionChars ? `${line.slice(0, maxDescriptionChars - 1).trimEnd()}…` : line;
}
