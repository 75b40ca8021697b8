/** Converts AsyncAPI 2 to version 3: channels with addresses and messages, and separate operations. */
import type { Json, JsonObject } from './api-spec.ts';
import { entriesOf, fieldOf, listOf, textOf, toObject } from './read-json.ts';

export function convertAsyncApi2(root: JsonObject): JsonObject {
  const channels: [string, Json][] = [];
  const operations: [string, Json][] = [];
  for (const [address, channel] of entriesOf(fieldOf(root, 'channels'))) {
    const messages: [string, Json][] = [];
    // Version 2 describes the client's side: clients subscribe to messages that the application sends.
    for (const [verb, action] of [
      ['subscribe', 'send'],
      ['publish', 'receive'],
    ] as const) {
      const operation = fieldOf(channel, verb);
      if (operation === undefined) continue;
      const found = messagesOf(operation);
      found.forEach((message, index) =>
        messages.push([
          textOf(message, 'name') || textOf(message, 'messageId') || `${verb}${found.length > 1 ? index + 1 : ''}`,
          message,
        ]),
      );
      operations.push([
        textOf(operation, 'operationId') || `${verb} ${address}`,
        {
          action,
          channel: { $ref: `#/channels/${address.replaceAll('~', '~0').replaceAll('/', '~1')}` },
          summary: textOf(operation, 'summary'),
          description: textOf(operation, 'description'),
        },
      ]);
    }
    channels.push([
      address,
      {
        address,
        description: textOf(channel, 'description'),
        parameters: fieldOf(channel, 'parameters') ?? {},
        bindings: fieldOf(channel, 'bindings') ?? {},
        messages: toObject(messages),
      },
    ]);
  }
  const servers = entriesOf(fieldOf(root, 'servers')).map(([name, server]) => {
    const url = textOf(server, 'url');
    const [host = '', ...path] = url.replace(/^[a-z+]+:\/\//i, '').split('/');
    return [
      name,
      {
        host,
        pathname: path.length > 0 ? `/${path.join('/')}` : '',
        protocol: textOf(server, 'protocol'),
        description: textOf(server, 'description'),
        variables: fieldOf(server, 'variables') ?? {},
        security: fieldOf(server, 'security') ?? [],
      },
    ] as const;
  });
  return toObject([
    ['asyncapi', '3.0.0'],
    ['info', fieldOf(root, 'info') ?? {}],
    ['servers', toObject(servers)],
    ['channels', toObject(channels)],
    ['operations', toObject(operations)],
    ['components', fieldOf(root, 'components') ?? {}],
  ]);
}

function messagesOf(operation: Json): readonly Json[] {
  const message = fieldOf(operation, 'message');
  if (message === undefined) return [];
  const several = listOf(message, 'oneOf');
  return several.length > 0 ? several : [message];
}
