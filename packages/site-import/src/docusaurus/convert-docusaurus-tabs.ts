import type { PageReport } from '../site-plan.ts';
import { readTag } from '../text/convert-tags.ts';
import { asList, asRecord, asText } from '../text/split-frontmatter.ts';
import { applyEdits, joinLines, markFences, sourceLineAt, type Edit, type SourceLine } from '../text/source-lines.ts';
import { readExpression } from './read-script.ts';

type Tag = NonNullable<ReturnType<typeof readTag>>;

interface TabSet {
  readonly start: number;
  readonly tag: Tag;
  readonly labels: ReadonlyMap<string, string>;
  readonly defaultValue: string | undefined;
  count: number;
  selected: number;
}

/**
 * Converts `<Tabs values={[{ label, value }]} defaultValue="x">`: in Docusaurus, the set has the labels and the
 * default; here, the tabs have them.
 */
export function convertDocusaurusTabs(lines: readonly SourceLine[], page: PageReport): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('<TabItem'))) return [...lines];
  const tracked = joinLines(lines);
  const { text } = tracked;
  const fences = fencedRanges(lines);
  const edits: Edit[] = [];
  const open: TabSet[] = [];
  for (const match of text.matchAll(/<\/Tabs\s*>|<(?:Tabs|TabItem)(?=[\s/>])/g)) {
    const start = match.index;
    if (fences.some(([from, to]) => start >= from && start < to)) continue;
    if (match[0].startsWith('</')) {
      const set = open.pop();
      if (set !== undefined) edits.push(...writeSet(set));
      continue;
    }
    const tag = readTag(text.slice(start, start + 20_000));
    if (tag === undefined) continue;
    if (match[0] === '<Tabs') {
      if (!tag.isClosed) open.push(readSet(start, tag, (message) => page.lose(sourceLineAt(tracked, start), message)));
    } else {
      const set = open.at(-1);
      if (set !== undefined) edits.push(...writeItem(start, tag, set));
    }
  }
  const written = applyEdits(tracked, edits);
  return written.text.split('\n').map((one, index) => ({ text: one, line: written.lineOf[index] ?? 1 }));
}

function fencedRanges(lines: readonly SourceLine[]): [from: number, to: number][] {
  const inFence = markFences(lines);
  const ranges: [number, number][] = [];
  let at = 0;
  for (const [index, { text }] of lines.entries()) {
    if (inFence[index] === true) ranges.push([at, at + text.length]);
    at += text.length + 1;
  }
  return ranges;
}

const valueOf = (tag: Tag, name: string): string | undefined => {
  const value = tag.attributes.find((one) => one.name === name)?.value;
  if (value?.kind !== 'expression') return value?.text;
  return asText(readExpression(value.text.slice(1, -1)));
};

function readSet(start: number, tag: Tag, lose: (message: string) => void): TabSet {
  const written = tag.attributes.find(({ name }) => name === 'values')?.value;
  const values = written?.kind === 'expression' ? asList(readExpression(written.text.slice(1, -1))).map(asRecord) : [];
  if (written !== undefined && values.length === 0) lose('the labels of the tabs are computed; their values are shown');
  const labels = new Map(
    values.flatMap((one): [string, string][] => {
      const value = asText(one['value']);
      return value === undefined ? [] : [[value, asText(one['label']) ?? value]];
    }),
  );
  return { start, tag, labels, defaultValue: valueOf(tag, 'defaultValue'), count: 0, selected: 0 };
}

function writeItem(start: number, tag: Tag, set: TabSet): Edit[] {
  const value = valueOf(tag, 'value') ?? '';
  const isDefault = tag.attributes.some(
    ({ name, value: given }) => name === 'default' && (given === undefined || given.text === '{true}'),
  );
  if (isDefault || (set.defaultValue !== undefined && set.defaultValue === value)) set.selected = set.count;
  set.count += 1;
  const label = set.labels.get(value);
  if (label === undefined || tag.attributes.some(({ name }) => name === 'label')) return [];
  const at = start + '<TabItem'.length;
  return [{ start: at, end: at, text: ` label="${label.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"` }];
}

function writeSet({ start, selected }: TabSet): Edit[] {
  if (selected === 0) return [];
  const at = start + '<Tabs'.length;
  return [{ start: at, end: at, text: ` defaultTabIndex={${selected}}` }];
}
