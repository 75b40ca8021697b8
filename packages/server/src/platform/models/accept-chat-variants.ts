import { parseJson } from '@docwright/bundle';

/**
 * A `fetch` for servers that deviate from Chat Completions in one of these ways:
 *
 * 1. The arguments of a tool call are an object instead of a string with JSON.
 * 2. A request for a stream is answered with one JSON document.
 */
export function acceptChatVariants(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await ask(input, init);
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || response.body === null) return response;
    if (type.startsWith('text/event-stream'))
      return new Response(ReadableStream.from(fixEvents(response.body)), response);
    if (!type.includes('json') || !isStreamRequest(init?.body)) return response;
    const text = await response.text();
    const headers = new Headers(response.headers);
    const events = toEvents(text);
    if (events !== undefined) headers.set('content-type', 'text/event-stream');
    return new Response(events ?? text, { status: response.status, headers });
  };
}

const isStreamRequest = (body: unknown): boolean => typeof body === 'string' && /"stream": ?true/.test(body);

type Fields = Readonly<Record<string, unknown>>;
const asFields = (value: unknown): Fields => Object(value) as Fields;

/** Applies rule 2. Returns `undefined` if the document isn't an answer. */
function toEvents(text: string): string | undefined {
  const document = tryParse(text);
  const { choices, usage, ...rest } = asFields(document);
  const [choice] = Array.isArray(choices) ? (choices as readonly unknown[]) : [];
  const { message, finish_reason = null } = asFields(choice);
  if (message === undefined || message === null) return undefined;
  const chunk = { ...rest, choices: [{ index: 0, delta: toDelta(asFields(message)), finish_reason }], usage };
  return `data: ${JSON.stringify(fixChunk(chunk))}\n\ndata: [DONE]\n\n`;
}

/** Adds an index to each tool call, as streams require; in a document, the order of the calls is their index. */
function toDelta(message: Fields): Fields {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return message;
  return { ...message, tool_calls: calls.map((call: unknown, index) => ({ index, ...asFields(call) })) };
}

/** Matches arguments to which rule 1 applies. Only lines with such arguments are changed. */
const hasObject = /(?<!\\)"arguments": ?[{[]/;

async function* fixEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  // Stored in a list, because a line can arrive in thousands of chunks.
  let waiting: string[] = [];
  for await (const piece of body) {
    const text = decoder.decode(piece, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    waiting.push(text.slice(0, end === 0 ? undefined : end));
    if (end === 0) continue;
    yield encoder.encode(fixLines(waiting.join('')));
    waiting = [text.slice(end)];
  }
  const rest = waiting.join('') + decoder.decode();
  if (rest !== '') yield encoder.encode(fixLines(rest));
}

function fixLines(text: string): string {
  if (!hasObject.test(text)) return text;
  return text
    .split('\n')
    .map((line) => {
      // Not `.`, because a line may end with CR, and its strings may contain U+2028.
      const [, prefix = '', json = ''] = /^(data: ?)([^]*)$/.exec(line) ?? [];
      const chunk = hasObject.test(json) ? tryParse(json) : undefined;
      return chunk === undefined ? line : `${prefix}${JSON.stringify(fixChunk(asFields(chunk)))}`;
    })
    .join('\n');
}

function fixChunk(chunk: Fields): Fields {
  const { choices } = chunk;
  if (!Array.isArray(choices)) return chunk;
  return {
    ...chunk,
    choices: choices.map((choice: unknown) => {
      const { delta, ...rest } = asFields(choice);
      return { ...rest, delta: fixCalls(asFields(delta)) };
    }),
  };
}

function fixCalls(delta: Fields): Fields {
  const calls = delta['tool_calls'];
  if (!Array.isArray(calls)) return delta;
  return {
    ...delta,
    tool_calls: calls.map((call: unknown) => {
      const { function: called, ...rest } = asFields(call);
      const given = asFields(called)['arguments'];
      const isText = given === undefined || given === null || typeof given === 'string';
      const fixed = isText ? called : { ...asFields(called), arguments: JSON.stringify(given) };
      return { ...rest, function: fixed };
    }),
  };
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
