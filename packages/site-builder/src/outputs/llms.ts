export interface ListedPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Address of the page's Markdown. */
  readonly url: string;
  readonly markdown: string;
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

/** `llms-full.txt`: every listed page, whole. */
export function writeLlmsFull(pages: readonly ListedPage[]): string {
  return pages.map(({ url, markdown }) => `${markdown.replace(/\n/, `\nSource: ${url}\n`).trimEnd()}\n`).join('\n\n');
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > maxDescriptionChars ? `${line.slice(0, maxDescriptionChars - 1).trimEnd()}…` : line;
}
