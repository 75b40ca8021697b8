import { isMap, isScalar, isSeq, parseDocument, stringify } from 'yaml';
import type { Pair, ParsedNode, YAMLMap } from 'yaml';
import { applyTextEdits } from '../text/edit-text.ts';
import type { TextEdit } from '../text/edit-text.ts';
import { ToolError } from '../errors.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

export type FrontmatterValue =
  | string
  | number
  | boolean
  | null
  | FrontmatterValue[]
  | { [key: string]: FrontmatterValue };
export interface FrontmatterChange {
  readonly set: Readonly<Record<string, FrontmatterValue>>;
  readonly unset: readonly string[];
}

const limits = { maxAliasCount: 100 };

/** How the frontmatter is parsed everywhere in the agent and the editor. */
export const frontmatterOptions = { uniqueKeys: true, merge: false, schema: 'core', logLevel: 'silent' } as const;

/** The frontmatter as values; empty if none exists. Throws `invalid_frontmatter`. */
export function readFrontmatter(text: string): Map<string, unknown> {
  const map = parseMap(splitFrontmatter(text).yaml);
  const values = new Map<string, unknown>();
  if (map === undefined) return values;
  try {
    for (const pair of map.items) values.set(keyOf(pair), pair.value?.toJS(map.doc, limits) ?? null);
  } catch (error) {
    // The cause is an alias without its anchor, or too many aliases.
    const cause = error instanceof Error ? error.message : 'unknown cause';
    throw new ToolError('invalid_frontmatter', `the frontmatter is not valid YAML: ${cause}`);
  }
  return values;
}

export const isEditableKey = (key: string): boolean => /^[A-Za-z_][\w:.-]{0,99}$/.test(key);

/** Sets and removes top-level keys; every other byte of the file is preserved. Throws `invalid_frontmatter`. */
export function editFrontmatter(text: string, change: FrontmatterChange): string {
  const keys = [...Object.keys(change.set), ...change.unset];
  for (const key of keys) {
    if (!isEditableKey(key))
      throw new ToolError(
        'invalid_frontmatter',
        `"${key}" is not a valid frontmatter key; letters, digits, "_", "-", ":" and "." are allowed`,
      );
  }
  let current = text;
  for (const [key, value] of Object.entries(change.set)) current = editKey(current, key, value);
  for (const key of change.unset) current = editKey(current, key, undefined);
  requireIntended(text, current, change);
  return current;
}

function editKey(text: string, key: string, value: FrontmatterValue | undefined): string {
  const parts = splitFrontmatter(text);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  if (!parts.exists) {
    if (value === undefined) return text;
    return `${parts.bom}---${newline}${formatPair(key, value, newline)}---${newline}${newline}${text.slice(parts.bom.length)}`;
  }
  const map = parseMap(parts.yaml);
  const pair = map?.items.find((item) => keyOf(item) === key);
  const edit =
    pair === undefined
      ? addKey(parts.yaml, formatNew(key, value, newline))
      : changeKey(parts.yaml, pair, { key, value, newline });
  if (edit === undefined) return text;
  const { start } = parts;
  return applyTextEdits(text, [{ start: start + edit.start, end: start + edit.end, text: edit.text }]);
}

function formatNew(key: string, value: FrontmatterValue | undefined, newline: string): string | undefined {
  return value === undefined ? undefined : formatPair(key, value, newline);
}

function addKey(yaml: string, line: string | undefined): TextEdit | undefined {
  if (line === undefined) return undefined;
  const gap = yaml === '' || yaml.endsWith('\n') ? '' : '\n';
  return { start: yaml.length, end: yaml.length, text: `${gap}${line}` };
}

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

function changeKey(
  yaml: string,
  pair: ParsedPair,
  wanted: { key: string; value: FrontmatterValue | undefined; newline: string },
): TextEdit {
  const keyStart = pair.key.range[0];
  const valueEnd = pair.value?.range[1] ?? pair.key.range[1];
  if (wanted.value === undefined) return removeLines(yaml, keyStart, valueEnd);
  const isOneLine = !yaml.slice(keyStart, valueEnd).trimEnd().includes('\n');
  if (
    pair.value !== null &&
    isScalar(pair.value) &&
    isOneLine &&
    pair.value.range[0] < valueEnd &&
    isPlain(wanted.value)
  ) {
    return { start: pair.value.range[0], end: valueEnd, text: formatScalar(wanted.value, yaml[pair.value.range[0]]) };
  }
  if (isOneLine && isSeq(pair.value) && pair.value.flow === true && Array.isArray(wanted.value))
    return { start: pair.value.range[0], end: valueEnd, text: formatFlow(wanted.value) };
  // A multi-line value, a list or an empty value: the whole entry is rewritten, but trailing comments are kept.
  const lines = removeLines(yaml, keyStart, valueEnd);
  return { ...lines, text: formatPair(wanted.key, wanted.value, wanted.newline) };
}

/** Removes the lines from the key to the end of its value. */
function removeLines(yaml: string, keyStart: number, valueEnd: number): TextEdit {
  const trimmed = keyStart + yaml.slice(keyStart, valueEnd).trimEnd().length;
  const newline = yaml.indexOf('\n', trimmed);
  return { start: keyStart, end: newline === -1 ? yaml.length : newline + 1, text: '' };
}

function isPlain(value: FrontmatterValue): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

/** Formats a scalar with its previous quotes; without previous quotes, it's quoted only if YAML requires it. */
function formatScalar(value: string | number | boolean | null, firstCharacter?: string): string {
  if (typeof value !== 'string') return String(value);
  if (firstCharacter === "'" && !/[\n\r\t]/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (firstCharacter === '"') return JSON.stringify(value);
  return stringify(value, {
    lineWidth: 0,
    defaultStringType: 'PLAIN',
    blockQuote: false,
    doubleQuotedAsJSON: true,
  }).replace(/\n$/, '');
}

/** Formats a list on one line: `[one, two]`. */
function formatFlow(value: readonly FrontmatterValue[]): string {
  const layout = {
    collectionStyle: 'flow',
    flowCollectionPadding: false,
    lineWidth: 0,
    doubleQuotedAsJSON: true,
  } as const;
  return stringify(value, { ...layout, blockQuote: false }).trimEnd();
}

function formatPair(key: string, value: FrontmatterValue, newline: string): string {
  const quote = typeof value === 'string' ? '"' : undefined;
  if (isPlain(value)) return `${key}: ${formatScalar(value, quote)}${newline}`;
  return stringify({ [key]: value }, { lineWidth: 0, doubleQuotedAsJSON: true }).replaceAll('\n', newline);
}

function parseMap(yaml: string): (YAMLMap.Parsed & { doc: ReturnType<typeof parseDocument> }) | undefined {
  const doc = parseDocument(yaml, frontmatterOptions);
  const problem = doc.errors[0];
  if (problem !== undefined)
    throw new ToolError(
      'invalid_frontmatter',
      `the frontmatter is not valid YAML: ${problem.message.split('\n')[0] ?? ''}`,
    );
  if (doc.contents === null) return undefined;
  if (!isMap(doc.contents))
    throw new ToolError('invalid_frontmatter', 'the frontmatter is not a list of keys and values');
  return Object.assign(doc.contents, { doc });
}

function keyOf(pair: ParsedPair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

/** Checks byte edits: parsed again, the result must differ from the original only by the requested change. */
function requireIntended(before: string, after: string, change: FrontmatterChange): void {
  const expected = readFrontmatter(before);
  for (const [key, value] of Object.entries(change.set)) expected.set(key, value);
  for (const key of change.unset) expected.delete(key);
  const actual = readFrontmatter(after);
  const same =
    expected.size === actual.size &&
    [...expected].every(([key, value]) => JSON.stringify(actual.get(key)) === JSON.stringify(value));
  const body = splitFrontmatter(before).body;
  if (!same || !after.endsWith(body))
    throw new ToolError('invalid_frontmatter', "this frontmatter can't be changed safely; use `edit`");
}
