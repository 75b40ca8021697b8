/** Parameters and schemas as the same `.field` blocks that `<ParamField>` creates. */
import { writeTabs } from '../../markup/write-tabs.ts';
import { writeAnchor } from '../../markup/write-heading.ts';
import type { Html } from '../../markup/html.ts';
import type { ApiContext } from '../api-context.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { fillWord } from '../../markup/fill-word.ts';
import type { ReferenceText } from '../../text/reference-text.ts';
import { slugify } from '../../text/slugify.ts';
import { describeSchema, type SchemaDescription, type SchemaProperty } from '../describe/describe-schema.ts';
import { type ApiSpec, type Json, fieldOf, plainText, textsOf } from '../../site/index.ts';
import type { ApiSettings } from '../settings.ts';

/** State shared by the writers of one page. */
export interface FieldWriter {
  readonly text: ReferenceText;
  readonly spec: ApiSpec;
  readonly context: ApiContext;
  readonly settings: ApiSettings;
  /** Plain text of every name and description, for search. */
  readonly words: string[];
  /** IDs in use, aliases included. */
  readonly ids: Set<string>;
  /** Direction of the current schema: fields that are only sent the other way are left out. */
  direction: 'request' | 'response' | undefined;
  /** Remaining number of fields to write: deep specs would produce pages of many megabytes. */
  fieldsLeft: number;
}

/** Writes schemas that are sent to the server (`request`) or by it (`response`). */
export function inDirection(writer: FieldWriter, direction: FieldWriter['direction'], write: () => Html): Html {
  writer.direction = direction;
  const html = write();
  writer.direction = undefined;
  return html;
}

export const MAX_FIELDS_PER_PAGE = 1500;
const MAX_DEPTH = 7;
/** Maximum number of values that are shown; longer lists are folded. */
const MAX_OPEN_VALUES = 12;

export interface FieldParts {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly required: boolean;
  /** `path`, `query`, …; `''` for properties. */
  readonly place: string;
  /** Overrides the schema's own description. */
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly example?: Json | undefined;
  /** The parameter, if the field is a parameter: it can have its own labels. */
  readonly node?: Json;
  /** Names from the outermost field, joined by dashes, if links may target the field: `shared_link-permissions`. */
  readonly anchor?: string | undefined;
}

export function writeField(writer: FieldWriter, parts: FieldParts, path: readonly string[] = []): Html {
  if (writer.fieldsLeft-- <= 0) return '';
  const schema = describeSchema(writer.spec, parts.schema);
  const { name, place } = parts;
  const description = parts.description || schema.description;
  const deprecated = parts.deprecated === true || schema.deprecated;
  writer.words.push(name);
  const ids = parts.anchor === undefined ? [] : idsOf(writer, parts.anchor, place !== '');
  const labels = [
    ...authorLabels('pre', [parts.node, schema.node]),
    `<code class="field-name${deprecated ? ' field-struck' : ''}">${escapeText(name)}</code>`,
    `<span class="field-type">${escapeText(schema.type)}</span>`,
    place === '' ? '' : `<span class="field-place">${place}</span>`,
    schema.defaultValue === undefined
      ? ''
      : `<span class="field-default">${writer.text.standard}: <code>${escapeText(schema.defaultValue === '' ? '""' : plainText(schema.defaultValue))}</code></span>`,
    // On each field of a response, the label would be noise.
    parts.required && writer.direction !== 'response'
      ? `<span class="field-required">${writer.text.required}</span>`
      : '',
    deprecated ? `<span class="field-deprecated">${writer.text.deprecated}</span>` : '',
    schema.readOnly ? `<span class="field-extra">${writer.text.readOnly}</span>` : '',
    schema.writeOnly ? `<span class="field-extra">${writer.text.writeOnly}</span>` : '',
    ...authorLabels('post', [parts.node, schema.node]),
    ...writer.settings.parameterPost.map((key) => extraLabel(schema.node, key)),
    ids[0] === undefined ? '' : writeAnchor(ids[0], name, writer.context.word('linkTo')),
  ];
  const [id = '', ...aliases] = ids.map((one) => ` id="${escapeAttribute(one)}"`);
  const targets = aliases.map((alias) => `<span${alias}></span>`).join('');
  const body =
    writeText(writer, description) +
    writeDetails(writer, schema, parts.example) +
    writeChildren(writer, schema, path, parts.anchor);
  return `<div class="field"${id}><div class="field-head">${targets}${labels.join('')}</div>${body === '' ? '' : `<div class="field-body">${body}</div>`}</div>`;
}

export function writeText(writer: FieldWriter, markdown: string): Html {
  if (markdown.trim() === '') return '';
  writer.words.push(markdown);
  return writer.context.blockMarkdown(markdown);
}

/** `x-mint: { pre: ["new"], post: ["beta"] }`: labels before and after a name. */
function authorLabels(place: 'pre' | 'post', nodes: readonly (Json | undefined)[]): Html[] {
  return [...new Set(nodes.flatMap((node) => textsOf(fieldOf(node, 'x-mint'), place)))].map(
    (label) => `<span class="field-extra">${escapeText(label)}</span>`,
  );
}

function extraLabel(node: Json, key: string): Html {
  const value = fieldOf(node, key);
  if (value === undefined || value === false) return '';
  return `<span class="field-extra">${escapeText(value === true ? key : `${key}: ${plainText(value)}`)}</span>`;
}

/** Writes the allowed values, limits and examples. */
function writeDetails(writer: FieldWriter, schema: SchemaDescription, example: Json | undefined): Html {
  let html = '';
  // Allowed values of a list's items are shown here, where the reader looks for them.
  const listed =
    schema.values.length === 0 && schema.items !== undefined
      ? describeSchema(writer.spec, schema.items).values
      : schema.values;
  if (listed.length > 0) html += writeValues(writer, listed);
  if (schema.limits.length > 0)
    html += `<p class="field-limits">${schema.limits.map((limit) => `<code>${escapeText(limit)}</code>`).join(' ')}</p>`;
  const excluded = fieldOf(schema.node, 'not');
  if (excluded !== undefined) html += writeExcluded(writer, excluded);
  const examples = example === undefined ? schema.examples : [example];
  const small = examples.filter((value) => typeof value !== 'object' || value === null).slice(0, 3);
  if (small.length > 0)
    html += `<p class="field-example">${writer.text.example}: ${small.map((value) => `<code>${escapeText(plainText(value))}</code>`).join(', ')}</p>`;
  return html;
}

/** Writes the values or types that `not` disallows. */
function writeExcluded(writer: FieldWriter, excluded: Json): Html {
  const schema = describeSchema(writer.spec, excluded);
  const names =
    schema.values.length > 0 ? schema.values.map(({ value }) => plainText(value)) : [schema.name || schema.type];
  const codes = [...names, ...schema.limits]
    .filter((name) => name !== '')
    .map((name) => `<code>${escapeText(name)}</code>`);
  return codes.length === 0 ? '' : `<p class="field-example">${writer.text.not}: ${codes.join(', ')}</p>`;
}

function writeValues(writer: FieldWriter, values: SchemaDescription['values']): Html {
  if (values.some(({ description }) => description !== '')) {
    const rows = values.map(
      ({ value, description }) =>
        `<li><code>${escapeText(plainText(value))}</code> ${description === '' ? '' : writer.context.inlineMarkdown(description)}</li>`,
    );
    return `<ul class="field-values">${rows.join('')}</ul>`;
  }
  const codes = values.map(({ value }) => `<code>${escapeText(plainText(value))}</code>`);
  if (codes.length <= MAX_OPEN_VALUES) return `<p class="field-values">${writer.text.options}: ${codes.join(', ')}</p>`;
  return `<details class="field-values"><summary>${writer.text.options} (${codes.length})</summary><p>${codes.join(', ')}</p></details>`;
}

/** Writes the properties, items or variants of a schema, folded below its field. */
function writeChildren(writer: FieldWriter, schema: SchemaDescription, path: readonly string[], anchor?: string): Html {
  const inner = innermost(writer, schema);
  if (inner.ref !== '' && path.includes(inner.ref))
    return `<p class="field-recursive"><code>${escapeText(inner.name)}</code>: ${writer.text.describedAbove}</p>`;
  const html = writeSchemaBody(writer, inner, path, anchor);
  const text = writeItemText(writer, schema);
  if (html === '') return text;
  const open = writer.settings.expandParameters && path.length < 2 ? ' open' : '';
  return `<details class="field-children"${open}><summary>${writer.text.children}</summary>${text}${html}</details>`;
}

/** Writes the descriptions of a list's items, including nested lists, unless they repeat the list's own. */
export function writeItemText(writer: FieldWriter, list: SchemaDescription): Html {
  let html = '';
  const written = new Set([list.description.trim()]);
  let outer = list;
  for (let depth = 0; depth < 4 && outer.items !== undefined && outer.tuple.length === 0; depth++) {
    outer = describeSchema(writer.spec, outer.items);
    const text = outer.description.trim();
    if (!written.has(text)) html += writeText(writer, text);
    written.add(text);
  }
  return html;
}

/** Returns the schema of the innermost items: `Pet[][]` is described by `Pet`. */
export function innermost(writer: FieldWriter, schema: SchemaDescription): SchemaDescription {
  let inner = schema;
  for (
    let depth = 0;
    depth < 4 &&
    inner.items !== undefined &&
    inner.tuple.length === 0 &&
    inner.properties.length === 0 &&
    inner.variants.length === 0 &&
    inner.furtherVariants.length === 0;
    depth++
  ) {
    inner = describeSchema(writer.spec, inner.items);
  }
  return inner;
}

/** Writes a schema's content without an enclosing field: a body's properties, its variants in tabs. */
export function writeSchemaBody(
  writer: FieldWriter,
  schema: SchemaDescription,
  path: readonly string[],
  anchor?: string,
): Html {
  if (path.length >= MAX_DEPTH || writer.fieldsLeft <= 0) return '';
  const deeper = [...path, schema.ref === '' ? `#${path.length}` : schema.ref];
  let html = schema.properties.map((property) => writeProperty(writer, property, deeper, anchor)).join('');
  if (typeof schema.additional === 'object') {
    html += writeField(writer, { name: '{key}', schema: schema.additional, required: false, place: '' }, deeper);
  }
  html += schema.patterns
    .map((one) =>
      writeField(writer, { name: `{${one.pattern}}`, schema: one.schema, required: false, place: '' }, deeper),
    )
    .join('');
  const choices = [schema, ...schema.furtherVariants.map((variants) => ({ variants, discriminator: '' }))];
  return (
    html +
    writeTuple(writer, schema, deeper) +
    choices.map((choice) => writeVariants(writer, choice, deeper, anchor)).join('')
  );
}

/** Writes the items of a tuple by position, if they have more to show than the types in its label. */
function writeTuple(writer: FieldWriter, { tuple, items }: SchemaDescription, path: readonly string[]): Html {
  if (tuple.every((item) => isPlain(describeSchema(writer.spec, item)))) return '';
  const rest = items === undefined ? [] : [{ name: `[${tuple.length}…]`, schema: items }];
  return [...tuple.map((schema, index) => ({ name: `[${index}]`, schema })), ...rest]
    .map((item) => writeField(writer, { ...item, required: false, place: '' }, path))
    .join('');
}

/** Maximum depth of fields with IDs: links to deeper fields haven't been observed, and every ID costs bytes. */
const MAX_ANCHOR_DEPTH = 3;

function writeProperty(
  writer: FieldWriter,
  { name, schema, required }: SchemaProperty,
  path: readonly string[],
  outer?: string,
): Html {
  if (isLeftOut(writer, schema)) return '';
  const anchor = path.length > MAX_ANCHOR_DEPTH ? undefined : joinAnchor(outer, name);
  return writeField(writer, { name, schema, required, place: '', anchor }, path);
}

function joinAnchor(outer: string | undefined, name: string): string | undefined {
  if (outer === undefined) return undefined;
  return outer === '' ? name : `${outer}-${name}`;
}

/** Whether to leave out a field: `readOnly` in a request (only the server sets it) or `writeOnly` in a response. */
function isLeftOut({ spec, direction }: FieldWriter, schema: Json): boolean {
  if (direction === undefined) return false;
  const { readOnly, writeOnly } = describeSchema(spec, schema);
  return direction === 'request' ? readOnly : writeOnly;
}

/** A variant's name in the IDs of its fields, as sites' links contain it: `body-personalize-one-of-1-user-context`. */
const variantName = (index: number): string => `one-of-${index}`;

/**
 * A field's IDs, all of which sites link to. For a request: the slug, the name as in the spec (`param-redirect_uri`),
 * and the forms `parameter-…` and, for a body field, `body-…`, with and without dashes between the words of
 * `camelCase`. For a response field: `response-…` likewise. The fields of a variant have only the last form.
 */
function idsOf(writer: FieldWriter, anchor: string, isParameter: boolean): string[] {
  const dashed = anchor.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-');
  if (!isParameter && writer.direction === 'response')
    return [writer.context.uniqueId(`response-${dashed.replaceAll('_', '-')}`)];
  if (!isParameter && /(?:^|-)one-of-\d+-/.test(anchor))
    return [writer.context.uniqueId(`body-${dashed.replaceAll('_', '-')}`)];
  const kind = isParameter ? 'parameter-' : 'body-';
  const first = writer.context.uniqueId(`param-${anchor.replaceAll('_', '-')}`);
  const others = [`param-${anchor}`, first.replace(/^param-/, kind), kind + slugify(dashed.replaceAll('_', '-'))];
  const fresh = others.filter((id) => id !== first && !/\s/.test(id) && !writer.ids.has(id));
  for (const id of [first, ...fresh]) writer.ids.add(id);
  return [first, ...new Set(fresh)];
}

function writeVariants(
  writer: FieldWriter,
  schema: Pick<SchemaDescription, 'variants' | 'discriminator'>,
  path: readonly string[],
  anchor: string | undefined,
): Html {
  if (schema.variants.length === 0) return '';
  // `string | null` and similar types: the type already describes everything.
  if (schema.variants.every(({ schema: variant }) => isPlain(describeSchema(writer.spec, variant)))) return '';
  const panels = schema.variants.slice(0, 24).map(({ label, tag, schema: variant, index: place }, index) => {
    const described = describeSchema(writer.spec, variant);
    const inner = innermost(writer, described);
    const known = inner.ref !== '' && path.includes(inner.ref);
    const body = known
      ? `<p class="field-recursive"><code>${escapeText(inner.name)}</code>: ${writer.text.describedAbove}</p>`
      : writeSchemaBody(writer, inner, path, joinAnchor(anchor, variantName(place)));
    const type = `<p class="field-type">${escapeText(described.type)}</p>`;
    return {
      id: '',
      title: label === '' ? fillWord(writer.text.variant, { n: index + 1 }) : label,
      icon: '',
      html:
        writeTag(writer, schema.discriminator, tag) +
        writeText(writer, described.description) +
        (body === '' ? type + writeDetails(writer, described, undefined) : body),
    };
  });
  const [only] = panels;
  if (panels.length === 1 && only !== undefined) return only.html;
  const hint =
    schema.discriminator === ''
      ? ''
      : `<p class="field-discriminator">${writer.text.toldApartBy}: <code>${escapeText(schema.discriminator)}</code></p>`;
  const tabs = writeTabs({
    className: 'tabs schema-variants',
    label: writer.text.oneOfSeveral,
    panels,
    selected: 0,
    sync: false,
    asMenu: panels.length > 5,
    serial: writer.context.counter(),
  });
  return hint + tabs;
}

/** Writes the value that a client sends or receives for this variant. */
function writeTag(writer: FieldWriter, discriminator: string, tag: string | undefined): Html {
  if (discriminator === '' || tag === undefined) return '';
  writer.words.push(tag);
  return `<p class="field-discriminator"><code>${escapeText(discriminator)}</code>: <code>${escapeText(tag)}</code></p>`;
}

/** Whether the field has only a type to show. */
function isPlain({
  properties,
  items,
  variants,
  furtherVariants,
  patterns,
  additional,
  tuple,
  values,
  limits,
  examples,
  description,
}: SchemaDescription): boolean {
  const lists = [properties, variants, furtherVariants, patterns, tuple, values, limits, examples];
  return (
    lists.every((list) => list.length === 0) && items === undefined && additional === undefined && description === ''
  );
}
