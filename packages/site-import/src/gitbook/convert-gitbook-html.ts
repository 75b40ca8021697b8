/** HTML that GitBook writes into its Markdown for its own blocks: cards, buttons, code with marks, pairs of images. */
import type { PageReport } from '../site-plan.ts';
import { wrapLines } from '../text/components.ts';
import { findTags, replaceSpans } from '../text/find-marks.ts';
import { markFences, type SourceLine } from '../text/source-lines.ts';
import { attributesOf, decodeEntities, stripTags } from '../text/plain-html.ts';
import { readCardTable, type GitbookCard } from './read-card-table.ts';

/** Maximum length of a block. */
const maxBlockLines = 5_000;

/** Converts whole blocks; other lines are unchanged. */
export function convertGitbookHtml(lines: readonly SourceLine[], page: PageReport): SourceLine[] {
  const inFence = markFences(lines);
  const out: SourceLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    const block = inFence[at] === true ? undefined : readBlock(lines, at, page);
    if (block === undefined) {
      out.push(inFence[at] === true ? line : { ...line, text: convertInline(line.text) });
      continue;
    }
    out.push(...block.lines);
    at = block.next - 1;
  }
  return out;
}

interface ReadBlock {
  readonly lines: readonly SourceLine[];
  readonly next: number;
}

function readBlock(lines: readonly SourceLine[], at: number, page: PageReport): ReadBlock | undefined {
  const text = lines[at]?.text ?? '';
  const kind = /^\s*<(pre)\b[^>]*>\s*<code\b|^\s*<(table)\b[^>]*\bdata-view=["']cards["']/i.exec(text);
  const name = kind?.[1] ?? kind?.[2];
  if (name === undefined) return undefined;
  const end = `</${name.toLowerCase()}>`;
  let next = at;
  while (next < lines.length && next - at < maxBlockLines && lines[next]?.text.toLowerCase().includes(end) !== true)
    next++;
  if (lines[next]?.text.toLowerCase().includes(end) !== true) return undefined;
  const block = lines.slice(at, next + 1);
  const html = block.map((line) => line.text).join('\n');
  const cut = html.toLowerCase().lastIndexOf(end) + end.length;
  const line = lines[at]?.line ?? 1;
  const rest = html.slice(cut).trim();
  const after = rest === '' ? [] : [{ text: convertInline(rest), line }];
  const converted = name === 'pre' ? writeFence(html.slice(0, cut), line) : writeCards(html.slice(0, cut), line, page);
  return converted === undefined ? undefined : { lines: [...converted, ...after], next: next + 1 };
}

/** Converts `<pre class="language-yaml" data-title="a.yml" data-line-numbers><code>…` to a code fence. */
function writeFence(html: string, line: number): SourceLine[] | undefined {
  const match = /^\s*<pre\b([^>]*)>\s*<code\b([^>]*)>([\s\S]*?)<\/code>\s*<\/pre>$/i.exec(html);
  if (match === null) return undefined;
  const pre = attributesOf(match[1] ?? '');
  const code = decodeEntities(stripTags(match[3] ?? '')).replace(/\n$/, '');
  const named = `${attributesOf(match[2] ?? '')['class'] ?? ''} ${pre['class'] ?? ''}`;
  const language = /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/.exec(named)?.[1] ?? 'text';
  const title = pre['data-title'];
  const meta = [
    language,
    title === undefined || title === '' ? '' : `title="${title.replaceAll('"', "'")}"`,
    pre['data-line-numbers'] === undefined ? '' : 'lines',
    pre['data-overflow'] === 'wrap' ? 'wrap' : '',
    pre['data-expandable'] === 'true' ? 'expandable' : '',
  ];
  const marker = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length + 1)));
  const written = [marker + meta.filter((part) => part !== '').join(' '), ...code.split('\n'), marker];
  return ['', ...written, ''].map((text) => ({ text, line }));
}

function writeCards(html: string, line: number, page: PageReport): SourceLine[] | undefined {
  const cards = readCardTable(html);
  if (cards.length === 0) return undefined;
  for (const { title, cover, darkCover } of cards)
    if (cover !== undefined && darkCover !== undefined)
      page.lose(line, `the cover ${darkCover} of the card "${title}" for dark mode is left out: a card has one cover`);
  const columns = cards.length % 3 === 0 ? '3' : '2';
  const inside = cards.flatMap((card) => writeCard(card, line));
  return wrapLines('CardGroup', { cols: columns }, inside, line);
}

function writeCard({ title, icon, href, cover, darkCover, body }: GitbookCard, line: number): SourceLine[] {
  const lines = body === '' ? [] : body.split('\n').map((text) => ({ text: convertInline(text), line }));
  return wrapLines('Card', { title, icon, href, img: cover ?? darkCover }, lines, line);
}

function convertInline(text: string): string {
  if (!text.includes('<')) return text;
  const pictures = replaceSpans(
    replaceButtons(text),
    /<picture>/gi,
    () => /<\/picture>/gi,
    (_, inside) => writePicture(inside),
  );
  return pictures.replaceAll(
    /<i\s{1,20}class="fa-([a-z\d-]{1,100})"[^<>]{0,1000}>[^<]{0,1000}<\/i>/gi,
    '<Icon icon="$1" />',
  );
}

const buttonClasses = 'mr-2 inline-block rounded-lg px-4 py-2 text-sm font-semibold no-underline';

/** Replaces links with the class of a button, from their opening tag to `</a>` and the space after it. */
function replaceButtons(text: string): string {
  const closing = /<\/a>\s*/gi;
  let out = '';
  let at = 0;
  for (const { start, end, attributes } of findTags(text, /<a\b/gi)) {
    if (start < at) continue;
    closing.lastIndex = end;
    const close = closing.exec(text);
    if (close === null) break;
    const next = close.index + close[0].length;
    const label = text.slice(end, close.index);
    out +=
      text.slice(at, start) + writeButton(text.slice(start, next), attributes, label, close[0].slice('</a>'.length));
    at = next;
  }
  return out + text.slice(at);
}

/** Writes a link that looks like a button, in the site's own color. Adjacent buttons have a space between them. */
function writeButton(whole: string, written: string, label: string, space: string): string {
  const attributes = attributesOf(written);
  const kind = /(?:^|\s)button(?:\s+(\w+))?/.exec(attributes['class'] ?? '');
  if (kind === null) return whole;
  const look = kind[1] === 'secondary' ? 'border border-gray-300 dark:border-gray-700' : 'bg-primary-dark text-white';
  const icon = attributes['data-icon'];
  const mark = icon !== undefined && /^[a-z][a-z\d-]*$/.test(icon) ? `<Icon icon="${icon}" /> ` : '';
  const href = (attributes['href'] ?? '').replaceAll('"', '&quot;');
  return `<a href="${href}" class="${buttonClasses} ${look}">${mark}${label}</a>${space === '' ? ' ' : space}`;
}

/** Writes an image for each color scheme. */
function writePicture(inside: string): string {
  const [image] = findTags(inside, /<img\b/gi);
  if (image === undefined) return inside;
  const attributes = attributesOf(image.attributes);
  const sources = [...findTags(inside, /<source\b/gi)].map((source) => attributesOf(source.attributes));
  const dark = sources.find(({ media }) => media?.includes('dark') === true)?.['srcset'];
  const write = (src: string, scheme: string): string => {
    const own = Object.entries({ ...attributes, src, ...(scheme !== '' && { class: scheme }) });
    return `<img${own.map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`).join('')}>`;
  };
  const light = attributes['src'] ?? '';
  if (dark === undefined || dark === light) return write(light, '');
  return write(light, 'block dark:hidden') + write(dark.replace(/(?<!\s)\s+[\d.]+[wx]$/, ''), 'hidden dark:block');
}
