import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { frontmatterOptions } from './edit-frontmatter.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

export type FieldValue = string | number | boolean | null | readonly string[];

/** A frontmatter key. */
export interface FrontmatterField {
  readonly key: string;
  /** `undefined` if a form field can't represent the value: maps, anchors, aliases, tags. */
  readonly value: FieldValue | undefined;
  /** The value as written. */
  readonly text: string;
  /** 1-based line of the file. */
  readonly line: number;
}

export type FrontmatterFields =
  | { readonly kind: 'fields'; readonly fields: readonly FrontmatterField[] }
  /** The frontmatter isn't valid YAML, or isn't a list of keys. */
  | { readonly kind: 'invalid'; readonly message: string; readonly line: number };

/** The keys of a page's frontmatter, in their order. */
export function readFields(text: string): FrontmatterFields {
  const { yaml, start } = splitFrontmatter(text);
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { ...frontmatterOptions, lineCounter });
  const linesBefore = text.slice(0, start).split('\n').length - 1;
  const lineAt = (offset: number): number => linesBefore + lineCounter.linePos(offset).line;
  const problem = document.errors[0];
  if (problem !== undefined) {
    const message = problem.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
    return { kind: 'invalid', message, line: lineAt(problem.pos[0]) };
  }
  const map = document.contents;
  if (map === null) return { kind: 'fields', fields: [] };
  if (!isMap(map)) return { kind: 'invalid', message: 'The frontmatter isn’t a list of keys', line: lineAt(0) };
  const fields = map.items.map(({ key, value }): FrontmatterField => {
    const [from, , to] = value?.range ?? key.range;
    const isNamed = isScalar(key) && key.anchor === undefined && key.tag === undefined;
    return {
      key: isScalar(key) ? String(key.value) : yaml.slice(key.range[0], key.range[1]),
      value: isNamed ? readValue(value) : undefined,
      text: value === null ? '' : yaml.slice(from, to).trim(),
      line: lineAt(key.range[0]),
    };
  });
  return { kind: 'fields', fields };
}

function readValue(node: Node | null): FieldValue | undefined {
  if (node === null) return null;
  if (isAlias(node) || isMap(node) || isDecorated(node)) return undefined;
  if (isScalar(node)) return readScalar(node.value);
  if (!isSeq(node)) return undefined;
  const items = node.items.map((item) =>
    isScalar(item) && !isDecorated(item) && typeof item.value === 'string' ? item.value : undefined,
  );
  return items.every((item) => item !== undefined) ? items : undefined;
}

const isDecorated = (node: Node): boolean =>
  ('anchor' in node && node.anchor !== undefined) || ('tag' in node && node.tag !== undefined);

function readScalar(value: unknown): FieldValue | undefined {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}
