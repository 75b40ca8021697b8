/** Writes an AsyncAPI channel: its address, and the messages that are sent and received. */
import type { ApiMedia } from '../describe/describe-operation.ts';
import {
  type ApiSpec,
  type Json,
  type JsonObject,
  entriesOf,
  fieldOf,
  listOf,
  textOf,
  toObject,
  refName,
  resolveNode,
  resolveObject,
} from '../../site/index.ts';
import { escapeText } from '../../markup/escape-html.ts';
import type { ReferenceText } from '../../text/reference-text.ts';
import { describeSchema } from '../describe/describe-schema.ts';
import {
  inDirection,
  innermost,
  writeField,
  writeItemText,
  writeSchemaBody,
  writeText,
  type FieldWriter,
} from './write-fields.ts';
import { section, type ApiSection } from './write-operation.ts';

export interface ApiChannel {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly address: string;
  readonly servers: readonly ChannelServer[];
  readonly protocol: string;
  readonly parameters: readonly (readonly [name: string, node: JsonObject])[];
  readonly messages: readonly ChannelMessage[];
  readonly node: JsonObject;
}

export interface ChannelServer {
  readonly url: string;
  readonly label: string;
  readonly protocol: string;
  readonly node: JsonObject;
}

export interface ChannelMessage {
  readonly name: string;
  readonly description: string;
  /** From the application's perspective: a client receives `send` messages. */
  readonly action: 'send' | 'receive' | '';
  readonly payload: Json | undefined;
  readonly headers: Json | undefined;
  readonly media: ApiMedia;
}

export function describeChannel(spec: ApiSpec, name: string): ApiChannel | undefined {
  const source = fieldOf(fieldOf(spec.root, 'channels'), name);
  if (source === undefined) return undefined;
  const node = resolveObject(spec, source);
  const servers = serversOf(spec, node);
  const actions = actionsOf(spec, name);
  return {
    name,
    title: textOf(node, 'title') || textOf(node, 'summary') || name,
    description: textOf(node, 'description'),
    address: textOf(node, 'address') || name,
    servers,
    protocol: servers[0]?.protocol ?? 'ws',
    parameters: entriesOf(fieldOf(node, 'parameters')).map(
      ([parameter, value]) => [parameter, resolveObject(spec, value)] as const,
    ),
    messages: entriesOf(fieldOf(node, 'messages')).map(([key, value]) =>
      describeMessage(spec, { key, value, actions }),
    ),
    node,
  };
}

/** The servers that the channel lists, or all servers of the specification if it lists none. */
function serversOf(spec: ApiSpec, channel: JsonObject): ChannelServer[] {
  const named = new Set(listOf(channel, 'servers').map((server) => refName(textOf(server, '$ref'))));
  return entriesOf(fieldOf(spec.root, 'servers'))
    .filter(([label]) => named.size === 0 || named.has(label))
    .map(([label, server]) => {
      const node = resolveObject(spec, server);
      const protocol = textOf(node, 'protocol') || 'ws';
      const variables = fieldOf(node, 'variables');
      const url = `${protocol}://${textOf(node, 'host')}${textOf(node, 'pathname')}`.replaceAll(
        /\{([^}]+)\}/g,
        (all, name: string) => {
          const variable = resolveObject(spec, fieldOf(variables, name));
          return textOf(variable, 'default') || textOf({ first: listOf(variable, 'enum')[0] ?? '' }, 'first') || all;
        },
      );
      return { label, protocol, url, node };
    });
}

/**
 * Returns the action of each of the channel's messages. An operation that doesn't refer to a message applies to all.
 */
function actionsOf(spec: ApiSpec, channel: string): (message: string) => ChannelMessage['action'] {
  const found: { action: 'send' | 'receive'; names: string[] }[] = [];
  for (const [, value] of entriesOf(fieldOf(spec.root, 'operations'))) {
    const operation = resolveObject(spec, value);
    if (
      refName(textOf(fieldOf(operation, 'channel'), '$ref')) !== channel.slice(channel.lastIndexOf('/') + 1) &&
      refName(textOf(fieldOf(operation, 'channel'), '$ref')) !== channel
    )
      continue;
    const names = listOf(operation, 'messages').map((message) => refName(textOf(message, '$ref')));
    found.push({ action: textOf(operation, 'action') === 'send' ? 'send' : 'receive', names });
  }
  return (message) =>
    (found.find(({ names }) => names.includes(message)) ?? found.find(({ names }) => names.length === 0))?.action ?? '';
}

function describeMessage(
  spec: ApiSpec,
  { key, value, actions }: { key: string; value: Json; actions: (message: string) => ChannelMessage['action'] },
): ChannelMessage {
  const { node, name } = resolveNode(spec, value);
  const payload = fieldOf(node, 'payload');
  // A multi-format schema wraps the schema itself.
  const schema = fieldOf(payload, 'schema') ?? payload;
  const examples = listOf(node, 'examples').flatMap((example) => {
    const sample = fieldOf(example, 'payload');
    return sample === undefined ? [] : [{ name: textOf(example, 'name') || textOf(example, 'summary'), value: sample }];
  });
  return {
    name: textOf(node, 'title') || textOf(node, 'name') || key,
    description: textOf(node, 'description') || textOf(node, 'summary'),
    action: actions(key) || actions(name),
    payload: schema,
    headers: fieldOf(node, 'headers'),
    media: {
      type: textOf(node, 'contentType') || textOf(spec.root, 'defaultContentType') || 'application/json',
      schema,
      encoding: undefined,
      examples,
    },
  };
}

export function writeChannelSections(writer: FieldWriter, channel: ApiChannel): ApiSection[] {
  const direction = (action: ChannelMessage['action'], name: keyof ReferenceText) =>
    section(writer, name, () =>
      channel.messages
        .filter((message) => message.action === action)
        .map((message) =>
          action === 'send'
            ? inDirection(writer, 'response', () => writeMessage(writer, message))
            : writeMessage(writer, message),
        )
        .join(''),
    );
  const sections = [
    section(writer, 'servers', () =>
      channel.servers
        .map(({ url, label }) => `<p class="api-media"><code>${escapeText(url)}</code> ${escapeText(label)}</p>`)
        .join(''),
    ),
    section(writer, 'parameters', () =>
      channel.parameters
        .map(([name, node]) =>
          writeField(writer, {
            name,
            schema: fieldOf(node, 'schema') ?? parameterSchema(node),
            required: true,
            place: 'path',
            description: textOf(node, 'description'),
          }),
        )
        .join(''),
    ),
    direction('receive', 'messagesYouSend'),
    direction('send', 'messagesYouReceive'),
    direction('', 'messages'),
  ];
  return sections.filter((found) => found !== undefined);
}

/** Returns a parameter's schema: in AsyncAPI 3, it is a string with its own `enum`, `default` and `examples`. */
export function parameterSchema(node: JsonObject): Json {
  return toObject([
    ['type', 'string'],
    ...entriesOf(node).filter(([key]) => ['enum', 'default', 'examples'].includes(key)),
  ]);
}

function writeMessage(writer: FieldWriter, message: ChannelMessage): string {
  writer.words.push(message.name);
  const payload = describeSchema(writer.spec, message.payload);
  // A list is described by the fields of its items.
  const fields = writeItemText(writer, payload) + writeSchemaBody(writer, innermost(writer, payload), []);
  const headers =
    message.headers === undefined ? '' : writeSchemaBody(writer, describeSchema(writer.spec, message.headers), []);
  const headerList =
    headers === ''
      ? ''
      : `<details class="field-children"><summary>${writer.text.headers}</summary>${headers}</details>`;
  return `<div class="api-message"><h3>${escapeText(message.name)} <span class="field-type">${escapeText(payload.type)}</span></h3>${writeText(writer, message.description || payload.description)}${headerList}${fields}</div>`;
}
