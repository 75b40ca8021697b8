/** The body of an operation's page: authorization, parameters, request body, responses, callbacks. */
import { writeHeading } from '../../markup/write-heading.ts';
import { writeTabs } from '../../markup/write-tabs.ts';
import type { Html } from '../../markup/html.ts';
import type { PageHeading } from '../../markup/page-parts.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { fillWord } from '../../markup/fill-word.ts';
import { type ComponentWord } from '../../text/component-words.ts';
import { englishReference, type ReferenceText } from '../../text/reference-text.ts';
import {
  describeFound,
  type ApiMedia,
  type ApiOperation,
  type ApiResponse,
  type ParameterPlace,
  type SecurityScheme,
} from '../describe/describe-operation.ts';
import { describeSchema } from '../describe/describe-schema.ts';
import { methodsOf, entriesOf, fieldOf, flagOf, textOf } from '../../site/index.ts';
import {
  inDirection,
  innermost,
  writeField,
  writeItemText,
  writeSchemaBody,
  writeText,
  type FieldWriter,
} from './write-fields.ts';

/** A titled part of the page, for the table of contents and the search index. */
export interface ApiSection {
  readonly kind: keyof ReferenceText;
  readonly heading: PageHeading;
  readonly html: Html;
  readonly text: string;
}

/** Writes an operation. `received` is for a webhook, which the API itself sends; every field is shown. */
export function writeOperationSections(
  writer: FieldWriter,
  operation: ApiOperation,
  kind: 'sent' | 'received',
): ApiSection[] {
  const going = (direction: 'request' | 'response', write: () => Html): (() => Html) =>
    kind === 'sent' ? () => inDirection(writer, direction, write) : write;
  const sections: (ApiSection | undefined)[] = [
    section(writer, 'authorizations', () => writeSecurity(writer, operation.security)),
    ...placeTitles.map(([place, name]) => section(writer, name, () => writeParameters(writer, operation, place))),
    section(
      writer,
      'body',
      going('request', () => writeBody(writer, operation)),
    ),
    section(
      writer,
      operation.responses.length === 1 ? 'response' : 'responses',
      going('response', () => writeResponses(writer, operation.responses)),
    ),
    section(writer, 'callbacks', () => writeCallbacks(writer, operation)),
  ];
  return sections.filter((found) => found !== undefined);
}

const placeTitles: readonly (readonly [ParameterPlace, keyof ReferenceText])[] = [
  ['path', 'pathParameters'],
  ['query', 'queryParameters'],
  ['header', 'headers'],
  ['cookie', 'cookies'],
];

/** Writes a section with its heading. Returns `undefined` if it would be empty. */
export function section(writer: FieldWriter, name: keyof ReferenceText, write: () => Html): ApiSection | undefined {
  const firstWord = writer.words.length;
  const body = write();
  if (body === '') return undefined;
  const title = writer.text[name];
  const id = writer.context.uniqueId(englishReference[name]);
  const text = writer.words.slice(firstWord).join(' ');
  const html = `<section class="api-section">${writeHeading({
    depth: 2,
    id,
    html: `<span class="api-section-heading-title">${escapeText(title)}</span>`,
    text: title,
    className: 'api-section-heading',
    linkTo: writer.context.word('linkTo'),
  })}${body}</section>`;
  return { kind: name, heading: { id, text: title, depth: 2 }, html, text };
}

function writeSecurity(writer: FieldWriter, alternatives: readonly (readonly SecurityScheme[])[]): Html {
  const written = new Set<string>();
  let html = '';
  for (const scheme of alternatives.flat()) {
    if (written.has(scheme.name)) continue;
    written.add(scheme.name);
    html += writeScheme(
      writer,
      scheme,
      alternatives.every((set) => set.some(({ name }) => name === scheme.name)),
    );
  }
  return html;
}

/** Writes a security scheme. @param required whether every alternative includes the scheme */
function writeScheme(writer: FieldWriter, { node, name, scopes }: SecurityScheme, required: boolean): Html {
  const type = textOf(node, 'type').toLowerCase();
  const scheme = textOf(node, 'scheme').toLowerCase();
  const isKey = type === 'apikey';
  const field = isKey ? textOf(node, 'name') || name : 'Authorization';
  const place = isKey ? textOf(node, 'in') || 'header' : 'header';
  const word = schemeWord(type, scheme);
  const description = textOf(node, 'description') || (word === undefined ? '' : writer.context.word(word));
  const flows = entriesOf(fieldOf(node, 'flows'));
  const details = [
    ...flows.map(
      ([flow, value]) =>
        `<p class="field-example">${escapeText(flow)}: ${addressesOf(value)
          .map((address) => `<code>${escapeText(address)}</code>`)
          .join(' ')}</p>`,
    ),
    scopes.length === 0
      ? ''
      : `<p class="field-example">${writer.text.scopes}: ${scopes.map((scope) => `<code>${escapeText(scope)}</code>`).join(' ')}</p>`,
  ];
  writer.words.push(field);
  const label = isKey ? writer.context.word('apiKey') : type === 'http' ? scheme || 'http' : type;
  return (
    `<div class="field"><div class="field-head"><code class="field-name">${escapeText(field)}</code><span class="field-type">${escapeText(label)}</span>` +
    `<span class="field-place">${escapeText(place)}</span>${required ? `<span class="field-required">${writer.text.required}</span>` : `<span class="field-extra">${writer.text.oneOfSeveral}</span>`}</div><div class="field-body">${writeText(writer, description)}${details.join('')}</div></div>`
  );
}

function addressesOf(flow: Parameters<typeof entriesOf>[0]): string[] {
  return ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl']
    .map((key) => textOf(flow, key))
    .filter((address) => address !== '');
}

function schemeWord(type: string, scheme: string): ComponentWord | undefined {
  if (type === 'http') return scheme === 'basic' ? 'basicAuth' : 'bearerAuth';
  return type === 'oauth2' || type === 'openidconnect' ? 'oauthAuth' : undefined;
}

function writeParameters(writer: FieldWriter, operation: ApiOperation, place: ParameterPlace): Html {
  return operation.parameters
    .filter((parameter) => parameter.place === place)
    .map((parameter) => writeField(writer, { ...parameter, anchor: parameter.name }))
    .join('');
}

function writeBody(writer: FieldWriter, { body }: ApiOperation): Html {
  if (body === undefined) return '';
  const labels = body.required ? `<span class="field-required">${writer.text.required}</span>` : '';
  const head = { label: writer.text.body, text: writeText(writer, body.description), labels };
  return writeMedia(writer, body.media, head, '');
}

interface MediaHead {
  /** Name for screen readers. */
  readonly label: string;
  /** The description. */
  readonly text: Html;
  /** Labels in the same row, before the content type. */
  readonly labels: Html;
}

/** Writes a single content type as a label next to the description, and several types as tabs. */
function writeMedia(writer: FieldWriter, media: readonly ApiMedia[], head: MediaHead, anchor?: string): Html {
  const [first] = media;
  if (first === undefined) return writeMediaHead(head, '');
  // Types that share one schema (`application/json`, `text/json`) are described once.
  if (media.every(({ schema }) => JSON.stringify(schema) === JSON.stringify(first.schema))) {
    const types = media.map(({ type }) => `<code>${escapeText(type)}</code>`).join('');
    return writeMediaHead(head, types) + writeMediaSchema(writer, first, anchor);
  }
  const panels = media.map((one) => ({
    id: '',
    title: one.type,
    icon: '',
    html: writeMediaSchema(writer, one, anchor),
  }));
  const tabs = writeTabs({
    className: 'tabs api-media-tabs',
    label: fillWord(writer.context.word('contentType'), { name: head.label }),
    panels,
    selected: 0,
    sync: false,
    asMenu: panels.length > 3,
    serial: writer.context.counter(),
  });
  return writeMediaHead(head, '') + tabs;
}

function writeMediaHead({ text, labels }: MediaHead, types: Html): Html {
  if (text + labels + types === '') return '';
  // Without a description, labels and types are in the heading's row.
  return `<div class="api-media${text === '' ? ' api-media-brief' : ''}">${text === '' ? '' : `<div class="api-media-text">${text}</div>`}${labels}${types}</div>`;
}

function writeMediaSchema(writer: FieldWriter, { schema }: ApiMedia, anchor?: string): Html {
  if (schema === undefined) return '';
  const described = describeSchema(writer.spec, schema);
  const text = writeText(writer, described.description) + writeItemText(writer, described);
  // A list is described by the fields of its items.
  const inner = innermost(writer, described);
  const fields = writeSchemaBody(writer, inner, [], anchor);
  const type = `<p class="api-type"><span class="field-type">${escapeText(described.type)}</span></p>`;
  if (fields === '') return text === '' ? type : type + text;
  return (inner === described ? '' : type) + text + fields;
}

function writeResponses(writer: FieldWriter, responses: readonly ApiResponse[]): Html {
  const [only] = responses;
  if (only === undefined) return '';
  if (responses.length === 1) {
    const status = `<span class="api-status" data-status="${statusClass(only.status)}">${escapeText(only.status)}</span>`;
    return writeResponse(writer, only, true, status);
  }
  // Links to response fields refer to the successful response.
  const linked = responses.find(({ status }) => status.startsWith('2')) ?? only;
  const panels = responses.map((response) => ({
    id: '',
    title: response.status,
    icon: '',
    html: writeResponse(writer, response, response === linked),
  }));
  return writeTabs({
    className: 'tabs api-responses',
    label: writer.text.responses,
    panels,
    selected: 0,
    sync: true,
    asMenu: panels.length > 8,
    serial: writer.context.counter(),
  });
}

export function statusClass(status: string): string {
  return /^[1-5]/.test(status) ? `${status.charAt(0)}xx` : 'default';
}

function writeResponse(writer: FieldWriter, response: ApiResponse, isLinked: boolean, status = ''): Html {
  const headers = response.headers.map(({ name, node }) =>
    writeField(writer, {
      name,
      schema: fieldOf(node, 'schema'),
      required: flagOf(node, 'required'),
      place: 'header',
      description: textOf(node, 'description'),
      example: fieldOf(node, 'example'),
    }),
  );
  const headerList =
    headers.length === 0
      ? ''
      : `<details class="field-children"><summary>${writer.text.headers}</summary>${headers.join('')}</details>`;
  const anchor = isLinked && writer.direction === 'response' ? '' : undefined;
  const head = { label: 'Response', text: writeText(writer, response.description), labels: status };
  return writeMedia(writer, response.media, head, anchor) + headerList;
}

function writeCallbacks(writer: FieldWriter, operation: ApiOperation): Html {
  let html = '';
  for (const { name, expression, item } of operation.callbacks) {
    for (const found of methodsOf(writer.spec, item)) {
      const callback = describeFound(writer.spec, { ...found, path: expression });
      const parts = [
        writeText(writer, callback.description || callback.summary),
        ...placeTitles.map(([place]) => writeParameters(writer, callback, place)),
        writeBody(writer, callback),
        writeResponses(writer, callback.responses),
      ];
      html += `<details class="field-children api-callback"><summary>${writeMethod(callback.method)} ${escapeText(name)} <code>${escapeText(expression)}</code></summary>${parts.join('')}</details>`;
    }
  }
  return html;
}

/** Writes a method's colored name. */
export function writeMethod(method: string): Html {
  return `<span class="method method-pill method-${escapeAttribute(method.toLowerCase().replaceAll(/[^a-z]/g, ''))}">${escapeText(method.toUpperCase())}</span>`;
}
