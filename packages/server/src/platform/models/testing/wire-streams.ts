/** Converts complete answers to the streams that providers send on request. */
import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';

interface StreamedBody {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Converts a complete answer to a stream; returns `undefined` for other bodies. */
type ToStream = (body: unknown) => StreamedBody | undefined;

type Fields = Readonly<Record<string, unknown>>;
const asFields = (value: unknown): Fields => Object(value) as Fields;
const asList = (value: unknown): readonly Fields[] | undefined =>
  Array.isArray(value) ? value.map(asFields) : undefined;

const toEvents = (events: readonly object[], end = ''): StreamedBody => {
  const lines = events.map((event) => {
    const { type } = asFields(event);
    return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
  });
  return { contentType: 'text/event-stream', bytes: Buffer.from(lines.join('') + end) };
};

/** Chat Completions. */
const toChatStream: ToStream = (body) => {
  const { choices, usage, ...rest } = asFields(body);
  const [choice] = asList(choices) ?? [];
  if (choice === undefined) return undefined;
  const { message, finish_reason } = choice;
  const calls = asList(asFields(message)['tool_calls']);
  const delta = {
    ...asFields(message),
    ...(calls && { tool_calls: calls.map((call, index) => ({ index, ...call })) }),
  };
  const chunks = [
    { choices: [{ index: 0, delta }] },
    { choices: [{ index: 0, delta: {}, finish_reason }] },
    { choices: [], usage },
  ];
  return toEvents(
    chunks.map((chunk) => ({ ...rest, object: 'chat.completion.chunk', ...chunk })),
    'data: [DONE]\n\n',
  );
};

const toAnthropicStream: ToStream = (body) => {
  const { content, stop_reason, usage, ...message } = asFields(body);
  const blocks = asList(content);
  if (blocks === undefined) return undefined;
  const { output_tokens, ...input } = asFields(usage);
  return toEvents([
    { type: 'message_start', message: { ...message, content: [], usage: { ...input, output_tokens: 0 } } },
    ...blocks.flatMap((block, index) => [
      {
        type: 'content_block_start',
        index,
        content_block: block['type'] === 'text' ? { type: 'text', text: '' } : { ...block, input: {} },
      },
      {
        type: 'content_block_delta',
        index,
        delta:
          block['type'] === 'text'
            ? { type: 'text_delta', text: block['text'] }
            : { type: 'input_json_delta', partial_json: toJsonText(block['input']) },
      },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } },
    { type: 'message_stop' },
  ]);
};

const toResponsesStream: ToStream = (body) => {
  const { output, ...response } = asFields(body);
  const items = asList(output);
  if (items === undefined) return undefined;
  return toEvents([
    { type: 'response.created', response: { ...response, output: [] } },
    ...items.flatMap((item, output_index) => {
      const isMessage = item['type'] === 'message';
      const [part] = asList(item['content']) ?? [];
      const added = isMessage ? { ...item, content: [] } : { ...item, arguments: '' };
      const delta = isMessage
        ? { type: 'response.output_text.delta', item_id: item['id'], delta: part?.['text'] }
        : {
            type: 'response.function_call_arguments.delta',
            item_id: item['id'],
            output_index,
            delta: item['arguments'],
          };
      return [
        { type: 'response.output_item.added', output_index, item: added },
        delta,
        { type: 'response.output_item.done', output_index, item },
      ];
    }),
    { type: 'response.completed', response: { ...response, output: items } },
  ]);
};

const toGoogleStream: ToStream = (body) =>
  asList(asFields(body)['candidates']) === undefined ? undefined : toEvents([asFields(body)]);

const toBedrockStream: ToStream = (body) => {
  const { output, stopReason, usage, metrics } = asFields(body);
  const blocks = asList(asFields(asFields(output)['message'])['content']);
  if (blocks === undefined) return undefined;
  const events: readonly (readonly [string, object])[] = [
    ['messageStart', { role: 'assistant' }],
    ...blocks.flatMap((block, contentBlockIndex): (readonly [string, object])[] => {
      const { input, ...start } = asFields(block['toolUse']);
      const isCall = block['toolUse'] !== undefined;
      const delta = isCall ? { toolUse: { input: toJsonText(input) } } : { text: block['text'] };
      return [
        ...(isCall ? [['contentBlockStart', { contentBlockIndex, start: { toolUse: start } }] as const] : []),
        ['contentBlockDelta', { contentBlockIndex, delta }],
        ['contentBlockStop', { contentBlockIndex }],
      ];
    }),
    ['messageStop', { stopReason }],
    ['metadata', { usage, metrics }],
  ];
  const bytes = Buffer.concat(events.map(([type, data]) => toEventMessage(type, JSON.stringify(data))));
  return { contentType: 'application/vnd.amazon.eventstream', bytes };
};

/** Encodes a call's arguments. A string in a script represents arguments that aren't JSON. */
const toJsonText = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));

/** Encodes a message of `application/vnd.amazon.eventstream`: lengths, headers, payload, and checksums. */
function toEventMessage(type: string, json: string): Buffer {
  const headers = Buffer.concat([
    toHeader(':message-type', 'event'),
    toHeader(':event-type', type),
    toHeader(':content-type', 'application/json'),
  ]);
  const payload = Buffer.from(json);
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + payload.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, toChecksum(prelude), headers, payload]);
  return Buffer.concat([start, toChecksum(start)]);
}

/** Encodes a header. Type 7 means string. */
function toHeader(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]);
}

function toChecksum(bytes: Buffer): Buffer {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum;
}

const formats: readonly ToStream[] = [
  toChatStream,
  toAnthropicStream,
  toResponsesStream,
  toGoogleStream,
  toBedrockStream,
];

export interface WireReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged. */
  readonly body: unknown;
  /** Whether the connection is closed in the middle of the body. */
  readonly cut?: boolean;
}

/** Answers as the provider does: with a stream if the request's body or address requests it. */
export function sendReply(
  outgoing: ServerResponse,
  reply: WireReply,
  request: { readonly path: string; readonly body: Readonly<Record<string, unknown>> },
): void {
  const { status = 200, body } = reply;
  const isStream = request.body['stream'] === true || /stream/i.test(request.path);
  const mayStream = isStream && status === 200 && typeof body !== 'string';
  const streamed = mayStream ? formats.map((format) => format(body)).find(Boolean) : undefined;
  const bytes = streamed?.bytes ?? Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  outgoing.writeHead(status, {
    'content-type': streamed?.contentType ?? 'application/json',
    'content-length': bytes.length,
    ...reply.headers,
  });
  if (reply.cut === true) outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
  else outgoing.end(bytes);
}
