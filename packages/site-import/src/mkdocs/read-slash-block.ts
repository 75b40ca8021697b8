import type { PageReport } from '../site-plan.ts';
import { calloutName, wrapLines } from '../text/components.ts';
import { findFrom, indent, indentOf, type SourceLine } from '../text/source-lines.ts';
import { plainMkdocsTitle } from './convert-mkdocs-text.ts';

const opening = /^(\s*)(\/{3,})\s*([\w-]+)\s*(?:\|\s*(.*))?$/;
const option = /^\s{4}([\w-]+):\s*(.*)$/;

interface SlashReading {
  /** Whether each line is code. */
  readonly inFence: readonly boolean[];
  readonly report: PageReport;
  readonly convert: (body: readonly SourceLine[]) => readonly SourceLine[];
}

interface SlashBlock {
  readonly kind: string;
  readonly title: string;
  readonly options: ReadonlyMap<string, string>;
  readonly body: readonly SourceLine[];
  readonly line: number;
  readonly next: number;
}

/** Reads `/// note | Title` … `///`, a PyMdown block that a separate line closes. */
export function readSlashBlock(
  lines: readonly SourceLine[],
  at: number,
  reading: SlashReading,
): { readonly lines: readonly SourceLine[]; readonly next: number } | undefined {
  const block = readOne(lines, at, reading.inFence);
  if (block === undefined) return undefined;
  const base = indentOf(lines[at]?.text ?? '');
  if (block.kind !== 'tab') return { lines: indent(writeBlock(block, reading), base), next: block.next };
  const tabs: SlashBlock[] = [block];
  for (let next = block.next; ;) {
    while (lines[next]?.text.trim() === '') next += 1;
    const tab = readOne(lines, next, reading.inFence);
    if (tab?.kind !== 'tab' || tab.options.get('new')?.toLowerCase() === 'true') break;
    tabs.push(tab);
    next = tab.next;
  }
  const inside = tabs.flatMap(({ title, body, line }) =>
    wrapLines('Tab', { title: plainMkdocsTitle(title, line, reading.report) }, reading.convert(body), line),
  );
  return { lines: indent(wrapLines('Tabs', {}, inside, block.line), base), next: tabs.at(-1)?.next ?? block.next };
}

function readOne(lines: readonly SourceLine[], at: number, inFence: readonly boolean[]): SlashBlock | undefined {
  const first = lines[at];
  const match = opening.exec(first?.text.trimEnd() ?? '');
  if (first === undefined || match === null) return undefined;
  const [, blanks = '', mark = '', kind = '', title = ''] = match;
  const end = findFrom(lines, at + 1, ({ text }, index) => inFence[index] !== true && text.trimEnd() === blanks + mark);
  if (end === undefined) return undefined;
  const options = new Map<string, string>();
  let start = at + 1;
  for (; start < end; start++) {
    const [, name, value = ''] = option.exec(lines[start]?.text.slice(blanks.length).trimEnd() ?? '') ?? [];
    if (name === undefined) break;
    options.set(name, value);
  }
  const body = lines.slice(start, end).map((line) => ({
    ...line,
    text: line.text.slice(Math.min(blanks.length, indentOf(line.text))),
  }));
  return { kind: kind.toLowerCase(), title, options, body, line: first.line, next: end + 1 };
}

function writeBlock({ kind, title, options, body, line }: SlashBlock, { report, convert }: SlashReading): SourceLine[] {
  const inside = convert(body);
  const shown = title === '' ? undefined : plainMkdocsTitle(title, line, report);
  if (kind === 'details') {
    const isOpen = options.get('open')?.toLowerCase() === 'true' ? 'true' : undefined;
    return wrapLines('Accordion', { title: shown ?? 'Details', defaultOpen: isOpen }, inside, line);
  }
  if (/^(?:caption|figure-caption|table-caption)$/.test(kind))
    return [{ text: '', line }, ...inside, { text: '', line }];
  if (/^(?:html|definition|summary)$/.test(kind)) {
    report.lose(line, `the block ${kind} is not converted; its text is kept`);
    return [...inside];
  }
  const type = kind === 'admonition' ? (options.get('type') ?? 'note') : kind;
  return wrapLines(calloutName(type), { title: shown }, inside, line);
}
