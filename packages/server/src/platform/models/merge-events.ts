import { parseJson } from '@docwright/bundle';

/**
 * Reduces the number of server-sent events in a model's answer by merging adjacent words into one event. The time that
 * the SDK needs for an event (parsing, validation, five streams) doesn't depend on its number of words.
 *
 * 1. Only events that only add text are merged: to one choice of Chat Completions, or to one text block of Anthropic's
 *    Messages.
 * 2. They are merged if they are identical apart from that text. All other events are passed on unchanged and in order.
 */
export function mergeEvents(events: string): string {
  const merged: string[] = [];
  let open: TextEvent | undefined;
  const close = (): void => {
    if (open !== undefined) merged.push(open.before + open.text + open.after);
    open = undefined;
  };
  for (const event of events.split('\n\n')) {
    const parts = cutText(event);
    if (parts !== undefined && open?.before === parts.before && open.after === parts.after) {
      open.text += parts.text; // 2
      continue;
    }
    close();
    if (parts !== undefined && addsTextAlone(event, parts)) open = parts;
    else merged.push(event);
  }
  close();
  return merged.join('\n\n');
}

/** An event and the text that it adds, escaped as in JSON. */
interface TextEvent {
  readonly before: string;
  text: string;
  readonly after: string;
}

const textOfDelta = /"(?:content|text)": ?"(?<text>(?:[^"\\]|\\.)*)"/;

function cutText(event: string): TextEvent | undefined {
  const found = textOfDelta.exec(event);
  if (found?.groups?.['text'] === undefined) return undefined;
  const { text } = found.groups;
  const end = found.index + found[0].length - 1;
  return { before: event.slice(0, end - text.length), text, after: event.slice(end) };
}

/** Whether an event only adds text (rule 1). */
function addsTextAlone(event: string, { text }: TextEvent): boolean {
  const data = /^(?:event: content_block_delta\n)?data: (?<json>\{[^\n]*\})$/.exec(event)?.groups?.['json'];
  if (data === undefined) return false;
  try {
    const fields = Object(parseJson(data)) as Fields;
    const decoded: unknown = JSON.parse(`"${text}"`);
    if (fields['type'] === 'content_block_delta') {
      const delta = Object(fields['delta']) as Fields;
      return delta['type'] === 'text_delta' && delta['text'] === decoded && hasNothingBut(delta, ['type', 'text']);
    }
    const choices: unknown = fields['choices'];
    if (!Array.isArray(choices) || choices.length !== 1 || hasValue(fields['usage']) || hasValue(fields['error']))
      return false;
    const choice = Object(choices[0]) as Fields;
    const delta = Object(choice['delta']) as Fields;
    return (
      delta['content'] === decoded &&
      hasNothingBut(delta, ['role', 'content']) &&
      hasNothingBut(choice, ['index', 'delta'])
    );
  } catch {
    return false;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const hasValue = (value: unknown): boolean => value !== undefined && value !== null;

const hasNothingBut = (fields: Fields, names: readonly string[]): boolean =>
  Object.entries(fields).every(([name, value]) => names.includes(name) || !hasValue(value));

/** Maximum number of buffered bytes. A longer event is passed on as it arrives. */
const maxWaiting = 65_536;

/**
 * Merges the events of each chunk of a stream. An incomplete event waits for the next chunk; keep-alives don't wait.
 * Lines that end with a carriage return, which the standard allows, are passed on unchanged. Within JSON, carriage
 * returns are escaped.
 */
export async function* mergeEventsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  let waiting = '';
  for await (const piece of pieces) {
    waiting += decoder.decode(piece, { stream: true });
    const goesOn = goesOnAsItIs(waiting);
    const end = goesOn ? waiting.length : waiting.lastIndexOf('\n\n') + 2;
    if (end < (goesOn ? 1 : 2)) continue;
    const events = waiting.slice(0, end);
    waiting = waiting.slice(end);
    yield encoder.encode(events.includes('\r') ? events : mergeEvents(events));
  }
  waiting += decoder.decode();
  if (waiting !== '') yield encoder.encode(waiting);
}

const goesOnAsItIs = (text: string): boolean =>
  text.length > maxWaiting || text.includes('\r') || /^(?::[^\n]*)?\n$/.test(text);
