import type { Document } from 'yaml';
import { ownText } from '@docwright/site-search';
import { indentQuoted } from './indent-quoted.ts';
import { loadYaml } from './load-yaml.ts';
import { isObject, type JsonObject } from './json-object.ts';

export interface Frontmatter {
  readonly fields: JsonObject;
  /** The text after the frontmatter, with an empty line for each of its lines, so that line numbers stay correct. */
  readonly body: string;
  /** Number of lines of the frontmatter; 0 if none exists. */
  readonly lines: number;
  readonly problem: { readonly message: string; readonly line: number } | undefined;
}

const maxBytes = 1024 * 1024;
const maxAliases = 100;
const maxDepth = 64;

/**
 * Splits a page into its frontmatter and its text. Frontmatter that isn't valid YAML is read line by line instead, so
 * that a title with a stray colon is still found; `problem` describes the error.
 */
export function readFrontmatter(text: string): Frontmatter {
  const match = /^\s*---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/.exec(text);
  if (match === null) return readUnclosed(text);
  // A copy, because titles are slices of this text.
  const yaml = ownText(match[1] ?? '');
  const lines = match[0].split('\n').length - 1;
  const body = '\n'.repeat(lines) + text.slice(match[0].length);
  if (yaml.length > maxBytes) {
    return {
      fields: readLines(yaml),
      body,
      lines,
      problem: { message: `it has ${yaml.length} characters; at most ${maxBytes} are allowed`, line: 1 },
    };
  }
  const simple = readSimple(yaml);
  if (simple !== undefined) return { fields: simple, body, lines, problem: undefined };
  return { body, lines, ...readYaml(yaml) };
}

/**
 * Reads a page that starts with `---` and a key, but has lost the end of its frontmatter. The lines are read because
 * they may restrict the page; they remain part of the text, where the author sees them.
 */
function readUnclosed(text: string): Frontmatter {
  const match = /^\s*---[ \t]*\n(?=(?:title|sidebarTitle|description|icon|groups|public):)/.exec(text);
  if (match === null) return { fields: {}, body: text, lines: 0, problem: undefined };
  const fields = readLines(text.slice(match[0].length, maxBytes));
  return { fields, body: text, lines: 0, problem: { message: 'its end, a line with ---, is missing', line: 1 } };
}

/**
 * Reads simple frontmatter: in nine out of ten pages, it has only lines of `key: plain text`, and the YAML parser takes
 * longer than the rest of the page. Anything ambiguous is left to that parser.
 */
function readSimple(yaml: string): JsonObject | undefined {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const line of yaml.split('\n')) {
    if (line.trim() === '') continue;
    const match = /^([A-Za-z][\w-]*): +(?:"([^"\\]*)"|'([^']*)'|([A-Za-z/][^:#"'{}[\]&*!|>%@`\n]*?))[ \t]*$/.exec(line);
    const key = match?.[1];
    if (match === null || key === undefined || Object.hasOwn(fields, key)) return undefined;
    const plain = match[4];
    if (plain !== undefined && /^(?:true|false|null|yes|no|on|off|nan|inf)$/i.test(plain)) {
      if (plain !== 'true' && plain !== 'false') return undefined;
      fields[key] = plain === 'true';
    } else fields[key] = match[2] ?? match[3] ?? plain;
  }
  return fields;
}

function readYaml(yaml: string): Pick<Frontmatter, 'fields' | 'problem'> {
  if (exceedsDepth(yaml))
    return { fields: readLines(yaml), problem: { message: `it is nested deeper than ${maxDepth} levels`, line: 1 } };
  try {
    const first = parseTolerantly(yaml);
    const indented = first.errors.length === 0 ? yaml : indentQuoted(yaml);
    const second = indented === yaml ? first : parseTolerantly(indented);
    const document = second.errors.length === 0 ? second : first;
    const error = document.errors[0];
    if (error !== undefined) {
      const line = (error.linePos?.[0].line ?? 1) + 1;
      return { fields: readLines(yaml), problem: { message: error.message.split('\n')[0] ?? '', line } };
    }
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    if (value === null || value === undefined) return { fields: {}, problem: undefined };
    return isObject(value)
      ? { fields: value, problem: findRepeated(document) }
      : { fields: {}, problem: { message: 'it is not a list of "key: value" lines', line: 1 } };
  } catch (error) {
    return {
      fields: readLines(yaml),
      problem: { message: error instanceof Error ? error.message : String(error), line: 1 },
    };
  }
}

/**
 * Finds a repeated list of readers. If readers are listed twice, no parser can decide which list is meant. Other
 * repeated keys are harmless: the last applies.
 */
function findRepeated({ contents }: Document.Parsed): Frontmatter['problem'] {
  const keys = loadYaml().isMap(contents) ? contents.items.map(({ key }) => String(key)) : [];
  const repeated = ['groups', 'public'].find((name) => keys.indexOf(name) !== keys.lastIndexOf(name));
  return repeated === undefined ? undefined : { message: `it has the key "${repeated}" twice`, line: 1 };
}

function parseTolerantly(yaml: string): Document.Parsed {
  return loadYaml().parseDocument(yaml, { merge: true, uniqueKeys: false, strict: false, logLevel: 'silent' });
}

function exceedsDepth(yaml: string): boolean {
  let depth = 0;
  for (const char of yaml) {
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth > maxDepth) return true;
  }
  return yaml.split('\n').some((line) => /^(?:\s*-\s){64}/.test(line) || line.search(/\S/) > 4 * maxDepth);
}

/**
 * Reads the top-level `key: text` lines of a block that isn't YAML; a key whose value is on the lines below has an
 * empty string.
 */
function readLines(yaml: string): JsonObject {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const line of yaml.split('\n')) {
    const [, key, value = ''] = /^["']?([A-Za-z][\w:-]*)["']?\s*:(?:\s+(.*?))?\s*$/.exec(line) ?? [];
    if (key === undefined) continue;
    const text = value.replace(/^(["'])(.*)\1$/, '$2').replace(/^["']|["']$/g, '');
    fields[key] = text === 'true' ? true : text === 'false' ? false : text;
  }
  return fields;
}
