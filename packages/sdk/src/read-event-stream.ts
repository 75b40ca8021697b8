/** An event of a `text/event-stream` (WHATWG HTML, 9.2). */
export interface ServerSentEvent {
  /** The last ID in the stream, which a client sends as `Last-Event-ID`; `''` before the first. */
  readonly id: string;
  /** `message` unless the stream specifies another type. */
  readonly type: string;
  readonly data: string;
}

/** Events of a stream as they arrive. Comments and unknown fields are skipped, as the standard requires. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = { id: '', type: '', data: [] as string[] };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // An incomplete event at the end is dropped, as the standard requires: a resumed stream sends it again.
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A carriage return at the very end may be the first half of a line ending.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') {
          event = readField(event, line);
          continue;
        }
        const { id, type, data } = event;
        event = { id, type: '', data: [] };
        if (data.length > 0) yield { id, type: type === '' ? 'message' : type, data: data.join('\n') };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

interface PendingEvent {
  id: string;
  type: string;
  data: string[];
}

function readField(event: PendingEvent, line: string): PendingEvent {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'data') event.data.push(value);
  else if (name === 'event') event.type = value;
  else if (name === 'id' && !value.includes('\0')) event.id = value;
  return event;
}
