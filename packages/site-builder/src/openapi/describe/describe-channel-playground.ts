/** The data about a WebSocket channel that the playground's script needs, embedded in the page. */
import type { ChannelData, PlaygroundField } from '../client/playground-data.ts';
import { describeField } from './describe-playground.ts';
import { describeSchema } from './describe-schema.ts';
import {
  type ApiSpec,
  type Json,
  entriesOf,
  fieldOf,
  listOf,
  plainText,
  textOf,
  resolveObject,
} from '../../site/index.ts';
import { buildBody } from '../samples/index.ts';
import type { ApiSettings } from '../settings.ts';
import { parameterSchema, type ApiChannel } from '../write/write-channel.ts';

const subprotocol = 'Sec-WebSocket-Protocol';

/** Returns `undefined` if no server of the channel supports WebSocket. */
export function describeChannelPlayground(
  spec: ApiSpec,
  channel: ApiChannel,
  settings: ApiSettings,
): ChannelData | undefined {
  const servers = channel.servers.filter(({ protocol }) => /^wss?$/i.test(protocol));
  if (servers.length === 0) return undefined;
  const binding = resolveObject(spec, fieldOf(resolveObject(spec, fieldOf(channel.node, 'bindings')), 'ws'));
  const headers = describeSchema(spec, fieldOf(binding, 'headers')).properties;
  const protocol = headers.find(({ name }) => name.toLowerCase() === subprotocol.toLowerCase());
  const sent = channel.messages.filter(({ action }) => action !== 'send');
  return {
    kind: 'channel',
    servers: servers.map(({ url, label }) => ({ url, label })),
    path: channel.address,
    fields: [
      ...channel.parameters.map(([name, node]) =>
        writeField(spec, { name, schema: fieldOf(node, 'schema') ?? parameterSchema(node), required: true }, 'path'),
      ),
      ...describeSchema(spec, fieldOf(binding, 'query')).properties.map((property) =>
        writeField(spec, property, 'query'),
      ),
      ...queryKeys(spec, servers),
    ],
    headers: headers.filter((header) => header !== protocol).map(({ name }) => name),
    protocol: protocol === undefined ? undefined : firstValue(spec, protocol.schema),
    messages: sent.map(({ name, media }) => ({
      name,
      text: buildBody(spec, media, settings.sampleDefaults === 'required').text,
    })),
  };
}

function writeField(
  spec: ApiSpec,
  { name, schema, required }: { readonly name: string; readonly schema: Json; readonly required: boolean },
  place: 'path' | 'query',
): PlaygroundField {
  const hint = firstValue(spec, schema);
  return {
    ...describeField(spec, name, schema),
    place,
    required,
    value: '',
    hint,
    style: '',
    explode: true,
    contentType: '',
  };
}

/** The author's suggestion for a value: its default, an example, or the first allowed value. */
function firstValue(spec: ApiSpec, schema: Json): string {
  const node = resolveObject(spec, schema);
  const [value] = [
    fieldOf(node, 'default'),
    ...listOf(node, 'examples'),
    fieldOf(node, 'const'),
    ...listOf(node, 'enum'),
  ].filter((value) => value !== undefined && value !== null);
  return value === undefined ? '' : plainText(value);
}

/** Keys that the servers' security schemes put into the query, which is the only place where a page can send them. */
function queryKeys(spec: ApiSpec, servers: ApiChannel['servers']): PlaygroundField[] {
  const schemes = fieldOf(fieldOf(spec.root, 'components'), 'securitySchemes');
  const nodes = servers.flatMap(({ node }) =>
    listOf(node, 'security').flatMap((requirement) =>
      // AsyncAPI 3 references the scheme; AsyncAPI 2 names it.
      fieldOf(requirement, '$ref') === undefined && textOf(requirement, 'type') === ''
        ? entriesOf(requirement).map(([name]) => resolveObject(spec, fieldOf(schemes, name)))
        : [resolveObject(spec, requirement)],
    ),
  );
  const names = nodes.filter((node) => textOf(node, 'in') === 'query').map((node) => textOf(node, 'name'));
  return [...new Set(names)].map((name) =>
    writeField(spec, { name, schema: { type: 'string' }, required: false }, 'query'),
  );
}
