import { parseDocument, visit } from 'yaml';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { JsonValue } from '../ports.ts';
import { replaceKinds } from '../replacement/replace-in-page.ts';
import type { ReplaceKind } from '../replacement/replace-in-page.ts';
import type { Instruction, ParsedPrompt, Statement, UnreadStatement } from './instruction.ts';

/**
 * The exact form: a fenced block marked `yaml`, a list of instructions, each a map with one key. Values are used
 * unchanged, so they can contain any quotes or line endings.
 */
const text = Type.String({ minLength: 1 });
const kinds = Type.Optional(Type.Array(Type.Union(replaceKinds.map((kind) => Type.Literal(kind))), { minItems: 1 }));
const places = Type.Optional(Type.Union([text, Type.Array(text)]));

interface YamlForm {
  readonly schema: TSchema;
  readonly build: (value: never) => Instruction;
}

/** Combines a builder with a schema that validates the value before the builder receives it. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the parameter names the shape that the schema describes
function yamlForm<Value>(schema: TSchema, build: (value: Value) => Instruction): YamlForm {
  return { schema, build };
}

type Places = { in?: string | string[] } | null;

const yamlForms: ReadonlyMap<string, YamlForm> = new Map([
  [
    'replace',
    yamlForm<{ text: string; with: string; in?: string | string[]; kinds?: readonly ReplaceKind[] }>(
      Type.Object({ text, with: Type.String(), in: places, kinds }, { additionalProperties: false }),
      (value) => ({
        kind: 'replace',
        old: value.text,
        new: value.with,
        where: listPlaces(value),
        ...(value.kinds === undefined ? {} : { kinds: value.kinds }),
      }),
    ),
  ],
  [
    'move',
    yamlForm<{ from: string; to: string }>(
      Type.Object({ from: text, to: text }, { additionalProperties: false }),
      (value) => ({ kind: 'move', ...value }),
    ),
  ],
  [
    'frontmatter',
    yamlForm<{ page: string; set?: Record<string, JsonValue>; unset?: string[] }>(
      Type.Object(
        {
          page: text,
          set: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          unset: Type.Optional(Type.Array(text)),
        },
        { additionalProperties: false },
      ),
      (value) => ({
        kind: 'frontmatter',
        page: value.page,
        set: value.set ?? {},
        unset: value.unset ?? [],
        isNamed: true,
      }),
    ),
  ],
  [
    'redirect',
    yamlForm<{ from: string; to: string }>(
      Type.Object({ from: text, to: text }, { additionalProperties: false }),
      (value) => ({ kind: 'redirect', ...value }),
    ),
  ],
  [
    'create',
    yamlForm<Omit<Extract<Instruction, { kind: 'create' }>, 'kind'>>(
      Type.Object(
        {
          page: text,
          title: text,
          group: Type.Optional(text),
          description: Type.Optional(text),
          content: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
      (value) => ({ kind: 'create', ...value }),
    ),
  ],
  [
    'delete',
    yamlForm<{ page: string; redirect?: string }>(
      Type.Object({ page: text, redirect: Type.Optional(text) }, { additionalProperties: false }),
      (value) => ({ kind: 'delete', ...value }),
    ),
  ],
  [
    'add_to_group',
    yamlForm<{ page: string; group: string; after?: string }>(
      Type.Object({ page: text, group: text, after: Type.Optional(text) }, { additionalProperties: false }),
      (value) => ({ kind: 'add_to_group', ...value }),
    ),
  ],
  [
    'unlist',
    yamlForm<{ page: string }>(Type.Object({ page: text }, { additionalProperties: false }), (value) => ({
      kind: 'unlist',
      ...value,
    })),
  ],
  [
    'append',
    yamlForm<{ page: string; section: string; text: string }>(
      Type.Object({ page: text, section: text, text: Type.String() }, { additionalProperties: false }),
      (value) => ({ kind: 'append', ...value }),
    ),
  ],
  [
    'rename_section',
    yamlForm<{ page: string; section: string; to: string }>(
      Type.Object({ page: text, section: text, to: text }, { additionalProperties: false }),
      (value) => ({ kind: 'rename_section', ...value }),
    ),
  ],
  [
    'remove_section',
    yamlForm<{ page: string; section: string }>(
      Type.Object({ page: text, section: text }, { additionalProperties: false }),
      (value) => ({ kind: 'remove_section', ...value }),
    ),
  ],
  [
    'add_to_section',
    yamlForm<{ page: string; section: string; text: string }>(
      Type.Object({ page: text, section: text, text }, { additionalProperties: false }),
      (value) => ({ kind: 'add_to_section', ...value }),
    ),
  ],
  [
    'fix_broken_links',
    yamlForm<Places>(placesOnly(), (value) => ({ kind: 'fix', what: 'links', where: listPlaces(value) })),
  ],
  [
    'fix_spelling',
    yamlForm<Places>(placesOnly(), (value) => ({ kind: 'fix', what: 'spelling', where: listPlaces(value) })),
  ],
]);

function placesOnly(): TSchema {
  return Type.Union([Type.Null(), Type.Object({ in: places }, { additionalProperties: false })]);
}

function listPlaces(value: Places): string[] {
  const where = value?.in;
  return where === undefined ? [] : Array.isArray(where) ? where : [where];
}

/** Extracts the YAML blocks from a prompt. `rest` is the remaining text for the sentence form. */
export function parseYamlForm(prompt: string): ParsedPrompt & { readonly rest: string } {
  const statements: Statement[] = [];
  const unread: UnreadStatement[] = [];
  const rest: string[] = [];
  let open: { fence: string; lines: string[] } | undefined;
  for (const line of prompt.replaceAll('\r\n', '\n').split('\n')) {
    const fence = /^\s{0,3}(`{3,}|~{3,})[ \t]*(?:ya?ml\b[^`]*)?$/i.exec(line)?.[1];
    if (open !== undefined && fence === open.fence && line.trim() === fence) {
      const parsed = parseBlock(open.lines.join('\n'));
      statements.push(...parsed.statements);
      unread.push(...parsed.unread);
      open = undefined;
    } else if (open !== undefined) open.lines.push(line);
    else if (fence !== undefined && line.trim() !== fence) open = { fence, lines: [] };
    else rest.push(line);
  }
  // A block that is never closed ends with the prompt.
  if (open !== undefined) {
    const parsed = parseBlock(open.lines.join('\n'));
    statements.push(...parsed.statements);
    unread.push(...parsed.unread);
  }
  return { statements, unread, rest: rest.join('\n') };
}

function parseBlock(yaml: string): ParsedPrompt {
  const doc = parseDocument(yaml, { merge: false, schema: 'core', logLevel: 'silent' });
  const problem = doc.errors[0];
  if (problem !== undefined)
    return {
      statements: [],
      unread: [{ source: yaml.trim(), hint: `valid YAML (${problem.message.split('\n')[0] ?? ''})` }],
    };
  if (hasComment(doc))
    return {
      statements: [],
      unread: [
        { source: yaml.trim(), hint: 'a block without comments: they are not read, and may say what not to do' },
      ],
    };
  const value = toPlainValue(doc);
  if (!Array.isArray(value))
    return {
      statements: [],
      unread: [
        { source: yaml.trim(), hint: 'a list of instructions without aliases, such as `- move: { from: a, to: b }`' },
      ],
    };
  const statements: Statement[] = [];
  const unread: UnreadStatement[] = [];
  for (const item of value as unknown[]) {
    const parsed = parseItem(item);
    if ('instruction' in parsed) statements.push(parsed);
    else unread.push(parsed);
  }
  return { statements, unread };
}

function hasComment(doc: ReturnType<typeof parseDocument>): boolean {
  let found = Boolean(doc.comment) || Boolean(doc.commentBefore);
  visit(doc, { Node: (_, { comment, commentBefore }) => void (found ||= Boolean(comment) || Boolean(commentBefore)) });
  return found;
}

/** The block's value; `undefined` if it contains aliases, which could make it endless. */
function toPlainValue(doc: ReturnType<typeof parseDocument>): unknown {
  let hasAlias = false;
  visit(doc, { Alias: () => ((hasAlias = true), visit.BREAK) });
  return hasAlias ? undefined : doc.toJS();
}

function parseItem(item: unknown): Statement | UnreadStatement {
  const source = JSON.stringify(item) ?? '';
  // A bare `- fix_spelling` is a string.
  const entries =
    typeof item === 'string'
      ? [[item, null] as const]
      : typeof item === 'object' && item !== null
        ? Object.entries(item)
        : [];
  const [entry] = entries;
  const known = entry === undefined ? undefined : yamlForms.get(entry[0]);
  if (entry === undefined || entries.length !== 1 || known === undefined) {
    return { source, hint: `one of the keys ${[...yamlForms.keys()].join(', ')}` };
  }
  if (!Check(known.schema, entry[1])) return { source, hint: `\`${entry[0]}\` with the keys that the manual lists` };
  return { source, form: 'yaml', instruction: known.build(entry[1] as never) };
}
