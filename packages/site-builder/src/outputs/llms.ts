import { encodePath, type ExternalLink } from '../site/index.ts';
import { countOf } from '../text/count-of.ts';
import { writeInstructions } from './markdown-head.ts';

export interface ListedPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Address of the page's Markdown. */
  readonly url: string;
  /** Whether the site's search finds the page and the assistant reads it. */
  readonly search: boolean;
  /**
   * The same text as in the page's own file, for pages that `llms.txt` lists; `undefined` for others. May be empty if
   * the pages before it exceed the limit of `llms-full.txt`.
   */
  readonly markdown: Uint8Array | undefined;
}

/** A page that `llms.txt` and `llms-full.txt` contain: visible, in the default language and version. */
export interface LlmsPage extends ListedPage {
  readonly markdown: Uint8Array;
}

export function isInLlms(page: ListedPage): page is LlmsPage {
  return page.markdown !== undefined;
}

export interface LlmsRequest {
  readonly name: string;
  /** Address of the site's root, without a trailing slash. */
  readonly baseUrl: string;
  readonly description: string;
  /** The site's instructions to agents. */
  readonly instructions: readonly string[];
  readonly pages: readonly LlmsPage[];
  readonly openapi: readonly string[];
  readonly asyncapi: readonly string[];
  readonly externalLinks: readonly ExternalLink[];
}

const maxDescriptionChars = 300;

/** Maximum length of a list: agents don't read more from one file. */
const maxListChars = 50_000;
const maxExternalLinks = 50;

/** Maximum size of `llms-full.txt`, larger than most books. No model reads more, and readers download it as a whole. */
export const maxFullBytes = 20_000_000;

/**
 * `llms.txt`: the site's content, for machines. It contains only the site's own text. If a list is too long for one
 * file, it links to lists of folders (`guides/llms.txt`), each with the same limit. There is only one level, because
 * many agents don't follow a second.
 */
export function writeLlms(request: LlmsRequest): LlmsFile[] {
  const { openapi, asyncapi } = request;
  const specs = writeSpecs('OpenAPI Specs', openapi) + writeSpecs('AsyncAPI Specs', asyncapi) + writeOptional(request);
  return writeLists(writeHead(request), specs, request);
}

/**
 * The site owner's list, unchanged, followed by the pages that it doesn't list: otherwise, a program that reads
 * only the list wouldn't find them. In the format, the section `Optional` can be skipped to save space. A list that
 * already fills a file isn't extended.
 */
export function completeLlms(own: string, request: LlmsRequest): LlmsFile[] {
  const named = pathsNamedIn(own, request.baseUrl);
  const pages = request.pages.filter(({ path }) => !named.has(bareOf(path)));
  if (pages.length === 0 || own.length > maxListChars - 2 * 1000) return [{ path: 'llms.txt', bytes: own }];
  const heading = /^## Optional[ \t]*$/m.test(own) ? 'More pages' : 'Optional';
  return writeLists(`${own.trimEnd()}\n\n## ${heading}\n\n`, '', { ...request, pages });
}

const bareOf = (path: string): string =>
  path
    .replace(/[?#].*$/s, '')
    .replace(/\.(?:mdx?|html)$/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/(?:^|\/)index$/, '');

/** Pages of the site that a list links to, by absolute URLs below the site's URL or by paths from its root. */
function pathsNamedIn(list: string, baseUrl: string): ReadonlySet<string> {
  const { origin, pathname } = new URL(`${baseUrl}/`, 'http://site.invalid');
  const named = new Set<string>();
  for (const [, target = ''] of list.matchAll(/\]\(<?([^\s()<>]+)/g)) {
    const url = URL.parse(target, `${origin}${pathname}`);
    if (url?.origin !== origin || !url.pathname.startsWith(pathname)) continue;
    named.add(bareOf(decodePath(url.pathname.slice(pathname.length))));
  }
  return named;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @param head text before the first line of the list @param specs text after the last line */
function writeLists(head: string, specs: string, request: LlmsRequest): LlmsFile[] {
  const { pages } = request;
  const lines = pages.map((page): PageLine => ({ path: page.path, line: lineOf(page) }));
  const room = maxListChars - head.length - specs.length;
  const whole = joinLines(lines);
  if (whole.length <= room) return [{ path: 'llms.txt', bytes: head + whole + specs }];
  const byFolder = divideByFolder(lines, '');
  const inRoot = chooseForRoot(byFolder, request, room);
  const names = byFolder.map((list) => (inRoot.has(list) ? joinLines(list.lines) : nameList(list, request))).join('');
  const isShort = names.length <= room;
  const lists = isShort ? byFolder.filter((list) => !inRoot.has(list)) : divideByLength(lines, '');
  const root = isShort ? names : lists.map((list) => nameList(list, request)).join('');
  return [{ path: 'llms.txt', bytes: head + root + specs }, ...lists.map((list) => writeList(list, request))];
}

export function lineOf({ title, url, description }: Pick<ListedPage, 'title' | 'url' | 'description'>): string {
  const short = firstLine(description);
  return `- [${title}](${url})${short === '' ? '' : `: ${short}`}\n`;
}

/**
 * Writes the beginning of a list. Programs that read the format expect a quotation below the title: a site without a
 * description has a generic quotation.
 */
function writeHead({ name, description, instructions }: LlmsRequest): string {
  const summary = description.trim().replace(/\s*\n\s*/g, ' ') || `Documentation of ${name}: its pages as Markdown.`;
  return `# ${name}\n\n> ${summary}\n\n${writeFullHead(instructions)}## Docs\n\n`;
}

export interface LlmsFile {
  readonly path: string;
  readonly bytes: string;
}

interface PageLine {
  /** Path of the page. */
  readonly path: string;
  readonly line: string;
}

interface PageLines {
  /** Path of the file that lists these pages. */
  readonly path: string;
  readonly lines: readonly PageLine[];
}

/** Space in a file below the heading of a list. */
const listRoom = maxListChars - 1000;

/** A folder with a longer list has its own file. */
const shortListChars = 10_000;

/** Chooses as many of the shortest lists as fit in the first file, because each saves a request. */
function chooseForRoot(lists: readonly PageLines[], request: LlmsRequest, room: number): ReadonlySet<PageLines> {
  const chosen = new Set<PageLines>();
  let used = lists.reduce((length, list) => length + nameList(list, request).length, 0);
  for (const list of [...lists].sort((a, b) => lengthOf(a.lines) - lengthOf(b.lines))) {
    const length = lengthOf(list.lines);
    used += length - nameList(list, request).length;
    if (length > shortListChars || used > room) break;
    chosen.add(list);
  }
  return chosen;
}

/** Creates a list for each folder; a list that is too long is divided by subfolder. */
function divideByFolder(lines: readonly PageLine[], folder: string): PageLines[] {
  const byFolder = Map.groupBy(lines, ({ path }) => {
    const end = path.indexOf('/', folder.length);
    return end === -1 ? folder : path.slice(0, end + 1);
  });
  return [...byFolder].flatMap(([below, own]): PageLines[] => {
    if (below === folder) return divideByLength(own, folder);
    return lengthOf(own) <= listRoom ? [{ path: `${below}llms.txt`, lines: own }] : divideByFolder(own, below);
  });
}

/** Divides a list into numbered lists, such as `llms-1.txt`. */
function divideByLength(lines: readonly PageLine[], folder: string): PageLines[] {
  const lists: PageLine[][] = [];
  let used = Infinity;
  for (const one of lines) {
    if (used + one.line.length > listRoom) {
      lists.push([]);
      used = 0;
    }
    lists.at(-1)?.push(one);
    used += one.line.length;
  }
  return lists.map((own, index) => ({ path: `${folder}llms-${index + 1}.txt`, lines: own }));
}

function nameList({ path, lines }: PageLines, { baseUrl }: LlmsRequest): string {
  return `- [${path}](${baseUrl}/${encodePath(path)}): ${countOf(lines.length, 'page')}\n`;
}

function writeList({ path, lines }: PageLines, { name, baseUrl }: LlmsRequest): LlmsFile {
  return { path, bytes: `# ${name}\n\n> Part of ${baseUrl}/llms.txt\n\n## Docs\n\n${joinLines(lines)}` };
}

function lengthOf(lines: readonly PageLine[]): number {
  return lines.reduce((length, { line }) => length + line.length, 0);
}

function joinLines(lines: readonly PageLine[]): string {
  return lines.map(({ line }) => line).join('');
}

function writeSpecs(heading: string, urls: readonly string[]): string {
  if (urls.length === 0) return '';
  return `\n## ${heading}\n\n${urls.map(specLine).join('')}`;
}

export function specLine(url: string): string {
  return `- [${url.slice(url.lastIndexOf('/') + 1)}](${url})\n`;
}

function writeOptional({ externalLinks }: LlmsRequest): string {
  if (externalLinks.length === 0) return '';
  const lines = externalLinks.slice(0, maxExternalLinks).map(({ label, url }) => `- [${label}](${url})\n`);
  return `\n## Optional\n\n${lines.join('')}`;
}

const lineEnd = 0x0a;
const space = 0x20;

/**
 * `llms-full.txt`: the full text of every listed page, up to a limit; the last line states how many pages are missing.
 * Concatenated as bytes: with strings, every build would create the site's largest file three times.
 */
export function writeLlmsFull({ pages, baseUrl, instructions }: LlmsRequest, limit = maxFullBytes): Uint8Array {
  const head = Buffer.from(writeFullHead(instructions));
  let size = 0;
  const fitting = pages.filter(({ markdown }, index) => {
    size += markdown.length;
    return index === 0 || size <= limit;
  });
  const left = pages.length - fitting.length;
  if (left === 0) return joinPages(fitting, head);
  const note = `\n\n\n${countOf(left, 'page is', 'pages are')} not in this file: ${baseUrl}/llms.txt lists all pages.\n`;
  return Buffer.concat([joinPages(fitting, head), Buffer.from(note)]);
}

/** The text that precedes the pages in `llms-full.txt`. */
export function writeFullHead(instructions: readonly string[]): string {
  return instructions.length === 0 ? '' : `${writeInstructions(instructions)}\n`;
}

/** Joins `head` and the pages in one step, because joining them separately would copy the site's largest file. */
function joinPages(pages: readonly LlmsPage[], head: Uint8Array): Uint8Array {
  const parts = pages.map(({ url, markdown }) => {
    let end = markdown.length;
    while (end > 0 && (markdown[end - 1] ?? 0) <= space) end -= 1;
    const titleEnd = markdown.indexOf(lineEnd);
    const source = titleEnd === -1 ? '' : `\nSource: ${url}`;
    return { markdown, end, titleEnd: Math.min(titleEnd === -1 ? end : titleEnd, end), source };
  });
  const separator = '\n\n\n';
  const sizes = parts.map(({ end, source }) => end + Buffer.byteLength(source) + separator.length);
  const written = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, head.length));
  written.set(head);
  let at = head.length;
  for (const { markdown, end, titleEnd, source } of parts) {
    written.set(markdown.subarray(0, titleEnd), at);
    at += titleEnd;
    at += written.write(source, at);
    written.set(markdown.subarray(titleEnd, end), at);
    at += end - titleEnd;
    at += written.write(separator, at);
  }
  // The last page ends with a single newline.
  return written.subarray(0, pages.length === 0 ? at : at - separator.length + 1);
}

/** The public part of `llms-full.txt`, from text with pieces. */
export function joinTexts(pages: readonly { readonly url: string; readonly markdown: string }[]): string {
  const texts = pages.map(({ url, markdown }) => {
    const text = markdown.replace(/[\0-\x20]+$/, '');
    const titleEnd = markdown.indexOf('\n');
    const at = Math.min(titleEnd === -1 ? text.length : titleEnd, text.length);
    return `${text.slice(0, at)}${titleEnd === -1 ? '' : `\nSource: ${url}`}${text.slice(at)}\n\n\n`;
  });
  return texts.join('').slice(0, -2);
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > maxDescriptionChars ? `${line.slice(0, maxDescriptionChars - 1).trimEnd()}…` : line;
}
