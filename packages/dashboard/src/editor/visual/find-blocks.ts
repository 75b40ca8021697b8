import type { Text } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { componentTable } from '../source/component-table.generated.ts';
import { readTag } from './edit-tag.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface ComponentBlock {
  readonly name: string;
  readonly open: Range;
  /** `undefined` for `<Card />`. */
  readonly close: Range | undefined;
  /** The number of surrounding components. */
  readonly depth: number;
  /**
   * Whether the tags are alone on their lines, or start and end a line. Other components are part of a line of text.
   */
  readonly isBlock: boolean;
}

/** A part of the page that visual mode shows as source. */
export interface SourcePart extends Range {
  readonly label: 'Custom component' | 'HTML' | 'Not closed' | 'No opening tag' | 'Expression';
}

export interface PageBlocks {
  readonly frontmatter: Range | undefined;
  readonly imports: readonly Range[];
  readonly tables: readonly Range[];
  readonly code: readonly Range[];
  readonly components: readonly ComponentBlock[];
  readonly source: readonly SourcePart[];
}

/** Whether the builder supports the component. Names such as `constructor` aren't in the table. */
export const isKnownComponent = (name: string): boolean => Object.hasOwn(componentTable, name);

/** Finds the parts of a page that visual mode doesn't show as plain text. */
export function findBlocks(tree: Tree, doc: Text): PageBlocks {
  const imports: Range[] = [];
  const tables: Range[] = [];
  const code: Range[] = [];
  const source: SourcePart[] = [];
  const tags: Range[] = [];
  let frontmatter: Range | undefined;
  tree.iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Frontmatter' && /\n---[ \t]*$/.test(doc.sliceString(Math.max(from, to - 200), to))) {
        frontmatter = { from, to };
      }
      if (name === 'Esm') imports.push({ from, to });
      if (name === 'Table' && isAfterMarks(from, doc)) tables.push({ from: doc.lineAt(from).from, to });
      if (name === 'FencedCode') code.push({ from: doc.lineAt(from).from, to });
      if (name === 'JsxTag') tags.push({ from, to });
      if (name === 'MdxExpression') source.push({ from, to, label: 'Expression' });
      return !['Frontmatter', 'Esm', 'Table', 'FencedCode', 'JsxTag'].includes(name);
    },
  });
  const { components, unmatched } = matchTags(tags, doc);
  return {
    frontmatter,
    imports: mergeNeighbors(imports, doc),
    tables,
    code,
    components,
    source: [...source, ...unmatched].toSorted((one, other) => one.from - other.from),
  };
}

/**
 * Whether only quote marks and spaces, if anything, precede a table on its first line. A table next to a list item's
 * mark is shown as source.
 */
const isAfterMarks = (from: number, doc: Text): boolean =>
  /^[ \t>]*$/.test(doc.sliceString(doc.lineAt(from).from, from));

/** Merges imports that are separated only by empty lines into one part. */
function mergeNeighbors(ranges: readonly Range[], doc: Text): readonly Range[] {
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && doc.sliceString(last.to, range.from).trim() === '')
      merged[merged.length - 1] = { from: last.from, to: range.to };
    else merged.push({ from: range.from, to: range.to });
  }
  return merged;
}

interface OpenTag extends Range {
  readonly name: string;
}

function matchTags(tags: readonly Range[], doc: Text): { components: ComponentBlock[]; unmatched: SourcePart[] } {
  const components: ComponentBlock[] = [];
  const unmatched: SourcePart[] = [];
  const open: OpenTag[] = [];
  const depth = (): number => open.filter(({ name }) => isKnownComponent(name)).length;
  const add = (name: string, from: Range, close: Range | undefined): void => {
    if (isKnownComponent(name)) {
      const isBlock = startsLine(from, doc) && endsLine(close ?? from, doc);
      components.push({ name, open: from, close, depth: depth(), isBlock });
      return;
    }
    const label = /^[A-Z]/.test(name) ? 'Custom component' : 'HTML';
    unmatched.push({ ...from, label }, ...(close === undefined ? [] : [{ ...close, label } as const]));
  };
  for (const { from, to } of tags) {
    const range = { from, to };
    const tag = readTag(doc.sliceString(from, to));
    if (tag === undefined) unmatched.push({ ...range, label: 'HTML' });
    else if (tag.kind === 'empty') add(tag.name, range, undefined);
    else if (tag.kind === 'opening') open.push({ ...range, name: tag.name });
    else {
      const index = open.findLastIndex(({ name }) => name === tag.name);
      const opening = open[index];
      if (opening === undefined) {
        unmatched.push({ ...range, label: 'No opening tag' });
        continue;
      }
      for (const each of open.splice(index + 1)) unmatched.push({ from: each.from, to: each.to, label: 'Not closed' });
      open.pop();
      add(tag.name, { from: opening.from, to: opening.to }, range);
    }
  }
  for (const { from, to } of open) unmatched.push({ from, to, label: 'Not closed' });
  return { components: components.toSorted((one, other) => one.open.from - other.open.from), unmatched };
}

const startsLine = ({ from }: Range, doc: Text): boolean => doc.sliceString(doc.lineAt(from).from, from).trim() === '';
const endsLine = ({ to }: Range, doc: Text): boolean => doc.sliceString(to, doc.lineAt(to).to).trim() === '';

export const endOf = ({ open, close }: ComponentBlock): number => (close ?? open).to;

/** Finds the innermost component around a position. */
export function findComponentAt({ components }: PageBlocks, at: number): ComponentBlock | undefined {
  return components.findLast((each) => each.open.from <= at && at <= endOf(each));
}
