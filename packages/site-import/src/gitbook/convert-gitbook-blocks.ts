import type { PageReport } from '../site-plan.ts';
import { calloutName, openTag } from '../text/components.ts';
import { convertDetails } from '../text/convert-details.ts';
import { findTags } from '../text/find-marks.ts';
import { decodeEntities, readHeading } from '../text/plain-html.ts';
import { apiHandlers } from './api-blocks.ts';
import { replaceEmoji } from '../text/emoji.ts';
import { convertGitbookHtml } from './convert-gitbook-html.ts';
import { indentOf, markFences, toLines, type SourceLine } from '../text/source-lines.ts';
import { splitFrontmatter } from '../text/split-frontmatter.ts';
import { ownValue } from '../text/own-value.ts';

export interface GitbookPage extends PageReport {
  /** Reads another file, by its path relative to this page. */
  readInclude(path: string): string | undefined;
  /** Returns the title of a page, by its path relative to this page. */
  titleOf(path: string): string | undefined;
  /** Returns the value of a variable, such as `space.vars.name`. */
  variableOf(name: string): string | undefined;
}

const maxIncludes = 4;
/** Maximum length of a tag. */
const maxTagLines = 1_000;
const tagStart = /\{%-?\s*(@?[\w/-]+)/g;

type Tag = { readonly name: string; readonly props: Readonly<Record<string, string>>; readonly line: SourceLine };

/** Converts GitBook's blocks `{% … %}` to components, each of their tags on its own line. */
export function convertGitbookBlocks(
  lines: readonly SourceLine[],
  page: GitbookPage,
  depth = 0,
): readonly SourceLine[] {
  const filled = lines.map((line) => ({ ...line, text: fillExpressions(line.text, page) }));
  const whole = convertGitbookHtml(convertDetails(joinTags(filled)), page);
  const inFence = markFences(whole);
  const writer = new BlockWriter(page, depth);
  whole.forEach((line, index) => {
    if (inFence[index] === true) writer.code(line, inFence[index - 1] !== true);
    else
      for (const part of cut(line))
        if ('name' in part) writer.tag(part, () => textAfter(whole, index));
        else writer.text({ ...part, text: replaceEmoji(nameLinks(part.text, page)) });
  });
  return writer.lines;
}

/** Fills in the values of variables: `<code class="expression">space.vars.name</code>`. */
function fillExpressions(text: string, page: GitbookPage): string {
  if (!text.includes('"expression"')) return text;
  return text.replaceAll(
    /<code class="expression">\s*([\w.]+)\s*<\/code>/g,
    (whole, name: string) => page.variableOf(name) ?? whole,
  );
}

/** Whether a tag begins on the line and doesn't end on it. */
const isTagOpen = (text: string): boolean => /\{%-?\s*@?[\w/-]+\s/.test(text.slice(text.lastIndexOf('%}') + 1));

/** Returns the first line with text after the one at `index`. */
function textAfter(lines: readonly SourceLine[], index: number): string {
  let at = index + 1;
  while (lines[at]?.text.trim() === '') at += 1;
  return lines[at]?.text ?? '';
}

/** Joins a tag whose properties contain line breaks, such as the text of a diagram, into one line. */
function joinTags(lines: readonly SourceLine[]): SourceLine[] {
  const inFence = markFences(lines);
  const out: SourceLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    if (inFence[at] === true || !isTagOpen(line.text)) {
      out.push(line);
      continue;
    }
    let end = at;
    while (end < lines.length && end - at < maxTagLines && lines[end]?.text.includes('%}') !== true) end++;
    if (lines[end]?.text.includes('%}') !== true) {
      out.push(line);
      continue;
    }
    out.push({
      ...line,
      text: lines
        .slice(at, end + 1)
        .map(({ text }) => text)
        .join('\n'),
    });
    at = end;
  }
  return out;
}

/** Inserts the title of the page, as GitBook does, into links such as `[guide.md](guide.md "mention")`. */
function nameLinks(text: string, page: GitbookPage): string {
  if (!text.includes('](')) return text;
  return text.replaceAll(
    /(?<!!)\[([^\]]{1,1000})\]\((<[^>]{0,1000}>|[^)\s]{1,1000})(?:\s{1,20}"mention")?\)/g,
    (whole, label: string, address: string) => {
      const path = address.replaceAll(/^<|>$/g, '');
      const isPath = label.replaceAll('\\', '') === path || label === path.slice(path.lastIndexOf('/') + 1);
      const title = isPath && !/^[a-z][a-z\d+.-]*:/i.test(path) ? page.titleOf(path) : undefined;
      return title === undefined
        ? whole.replace(/\s{1,20}"mention"\)$/, ')')
        : `[${title.replaceAll(/([[\]{<*_`])/g, '\\$1')}](${address})`;
    },
  );
}

/** Divides a line into its tags and the text between them; a tag in backticks is text. */
function cut(line: SourceLine): (SourceLine | Tag)[] {
  if (!line.text.includes('{%')) return [line];
  const parts: (SourceLine | Tag)[] = [];
  let at = 0;
  let counted = 0;
  let backticks = 0;
  for (const { start, end, opening, attributes } of findTags(line.text, tagStart, { closing: '%}' })) {
    backticks += line.text.slice(counted, start).split('`').length - 1;
    counted = start;
    if (backticks % 2 === 1) continue;
    const before = line.text.slice(at, start);
    if (before.trim() !== '') parts.push({ ...line, text: before });
    const props = Object.fromEntries(
      [...attributes.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s%]+))/g)].map(
        ([, key = '', double, single, bare]) => [key, double ?? single ?? bare ?? ''],
      ),
    );
    parts.push({ name: opening[1] ?? '', props, line });
    at = end;
  }
  const rest = line.text.slice(at);
  if (rest.trim() !== '' || parts.length === 0) parts.push({ ...line, text: rest });
  return parts;
}

class BlockWriter {
  readonly lines: SourceLine[] = [];
  /** Names of the open callouts: the end of a hint doesn't specify its kind. */
  readonly hints: string[] = [];
  parameterPlace = 'query';
  readonly #page: GitbookPage;
  readonly #depth: number;
  /** Set by `{% code %}` for the following code fence. */
  #codeMeta = '';
  /** The expected end of a block whose content isn't shown. */
  #skipUntil: string | undefined;
  #dropHeading = false;

  constructor(page: GitbookPage, depth: number) {
    this.#page = page;
    this.#depth = depth;
  }

  text(line: SourceLine): void {
    if (this.#skipUntil !== undefined) return;
    if (this.#dropHeading && /^\s*#{1,6}\s/.test(line.text)) {
      this.#dropHeading = false;
      return;
    }
    this.lines.push(line);
  }

  code(line: SourceLine, isMarker: boolean): void {
    if (this.#skipUntil !== undefined) return;
    if (!isMarker || this.#codeMeta === '') return void this.lines.push(line);
    const hasLanguage = /(?:`{3,}|~{3,})\s*\S/.test(line.text);
    this.lines.push({ ...line, text: `${line.text.trimEnd()}${hasLanguage ? '' : 'text'}${this.#codeMeta}` });
    this.#codeMeta = '';
  }

  tag(tag: Tag, textAfter: () => string): void {
    if (this.#skipUntil !== undefined) {
      if (tag.name === this.#skipUntil) this.#skipUntil = undefined;
      return;
    }
    const write = ownValue(handlers, tag.name);
    if (write !== undefined) write(tag, this, textAfter);
    else if (tag.name.startsWith('@')) writeIntegration(tag, this);
    else if (!tag.name.startsWith('end')) this.lose(tag, `the block ${tag.name} is not converted; its text is kept`);
  }

  lose({ line }: Tag, message: string): void {
    this.#page.lose(line.line, message);
  }

  /** Returns the label of a card that links to a page. */
  titleOf(url: string): string {
    const plain = url.replace(/[?#].*$/, '');
    return this.#page.titleOf(plain) ?? plain.replace(/^https?:\/\//, '').replace(/\.md$/, '');
  }

  alone({ line }: Tag, text: string): void {
    const blanks = ' '.repeat(indentOf(line.text));
    for (const part of ['', `${blanks}${text}`, '']) this.lines.push({ text: part, line: line.line });
  }

  nextCode(meta: string): void {
    this.#codeMeta = meta;
  }

  skipUntil(name: string): void {
    this.#skipUntil = name;
  }

  dropHeading(): void {
    this.#dropHeading = true;
  }

  include(tag: Tag, path: string): void {
    const text = this.#depth < maxIncludes ? this.#page.readInclude(path) : undefined;
    if (text === undefined) return this.lose(tag, `the included ${path} is left out`);
    const body = toLines(splitFrontmatter(text).body).map((line) => ({ ...line, line: tag.line.line }));
    this.lines.push(...convertGitbookBlocks(body, this.#page, this.#depth + 1));
  }
}

type Handler = (tag: Tag, writer: BlockWriter, textAfter: () => string) => void;

const opens =
  (name: string, props: (tag: Tag) => Readonly<Record<string, string | undefined>> = () => ({})): Handler =>
  (tag, writer) =>
    writer.alone(tag, openTag(name, props(tag)));
const closes =
  (name: string): Handler =>
  (tag, writer) =>
    writer.alone(tag, `</${name}>`);
const nothing: Handler = () => undefined;
const leavesOut =
  (end: string | undefined, what: string): Handler =>
  (tag, writer) => {
    writer.lose(tag, `${what} is left out`);
    if (end !== undefined) writer.skipUntil(end);
  };

const handlers: Readonly<Record<string, Handler>> = {
  hint: (tag, writer) => {
    const name = calloutName(tag.props['style'] ?? 'info');
    writer.hints.push(name);
    writer.alone(tag, openTag(name, { icon: tag.props['icon'] }));
  },
  endhint: (tag, writer) => writer.alone(tag, `</${writer.hints.pop() ?? 'Info'}>`),
  tabs: opens('Tabs'),
  endtabs: closes('Tabs'),
  tab: opens('Tab', ({ props }) => ({ title: props['title'] ?? '', icon: props['icon'] })),
  endtab: closes('Tab'),
  stepper: opens('Steps'),
  endstepper: closes('Steps'),
  step: (tag, writer, firstText) => {
    const title = readHeading(firstText());
    if (title !== undefined) writer.dropHeading();
    writer.alone(tag, openTag('Step', { title: title ?? '' }));
  },
  endstep: closes('Step'),
  prompt: opens('Prompt', ({ props }) => ({
    description: props['description'] ?? props['title'] ?? '',
    icon: props['icon'],
  })),
  updates: nothing,
  endupdates: nothing,
  update: opens('Update', ({ props }) => ({ label: props['date'] ?? '', description: props['tags'] })),
  endupdate: closes('Update'),
  endprompt: closes('Prompt'),
  columns: opens('Columns', () => ({ cols: '2' })),
  endcolumns: closes('Columns'),
  column: opens('Column'),
  endcolumn: closes('Column'),
  code: ({ props }, writer) => {
    const title = props['title'];
    const parts = [
      title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`,
      props['lineNumbers'] === 'true' ? ' lines' : '',
      props['overflow'] === 'wrap' ? ' wrap' : '',
      props['expandable'] === 'true' ? ' expandable' : '',
    ];
    writer.nextCode(parts.join(''));
  },
  endcode: nothing,
  'content-ref': (tag, writer) => {
    const url = tag.props['url'] ?? '';
    writer.alone(tag, openTag('Card', { title: writer.titleOf(url), href: url }).replace(/>$/, ' />'));
    writer.skipUntil('endcontent-ref');
  },
  'endcontent-ref': nothing,
  'page-ref': (tag, writer) => {
    const url = tag.props['page'] ?? '';
    writer.alone(tag, openTag('Card', { title: writer.titleOf(url), href: url }).replace(/>$/, ' />'));
  },
  '@mermaid/diagram': (tag, writer) => {
    const source = decodeEntities(tag.props['content'] ?? '').replaceAll('\\n', '\n');
    const lines = ['', '```mermaid', ...source.trim().split('\n'), '```', ''];
    for (const text of lines) writer.lines.push({ text, line: tag.line.line });
  },
  embed: (tag, writer) => writeEmbed(tag, writer),
  endembed: nothing,
  file: (tag, writer) => {
    const src = tag.props['src'] ?? '';
    writer.alone(tag, `[${src.slice(src.lastIndexOf('/') + 1)}](<${src}>)`);
  },
  endfile: nothing,
  include: (tag, writer) => writer.include(tag, /["']([^"']+)["']/.exec(tag.line.text)?.[1] ?? ''),
  ...apiHandlers,
  openapi: leavesOut(undefined, 'an operation of an OpenAPI specification'),
  'openapi-operation': leavesOut(undefined, 'an operation of an OpenAPI specification'),
  raw: nothing,
  endraw: nothing,
};

/** Writes a block of an integration as a link if it has an address. */
function writeIntegration(tag: Tag, writer: BlockWriter): void {
  const url = tag.props['url'] ?? '';
  writer.lose(tag, `the block ${tag.name} of an integration is ${url === '' ? 'left out' : 'a link now'}`);
  if (/^https?:\/\/[^\s<>]+$/.test(url)) writer.alone(tag, `[${url.replaceAll(/([[\]_*])/g, '\\$1')}](<${url}>)`);
}

function writeEmbed(tag: Tag, writer: BlockWriter): void {
  const url = tag.props['url'] ?? '';
  const video = /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{6,20})/.exec(url)?.[1];
  if (video !== undefined)
    writer.alone(
      tag,
      `<iframe src="https://www.youtube-nocookie.com/embed/${video}" title="Video" allowfullscreen></iframe>`,
    );
  else if (/^https?:\/\/[^\s<>]+$/.test(url)) writer.alone(tag, `[${url.replaceAll(/([[\]_*])/g, '\\$1')}](<${url}>)`);
  else writer.lose(tag, `an embedded ${url} is left out`);
}
