import { parseJson } from '@docwright/bundle';
import type { Cursor, EditorMessage } from '@docwright/doc-agent/shared-text-messages';

const maxVectorLength = 200_000;
const position = /^[A-Za-z0-9+/]{1,80}={0,2}$/;

/** Returns `undefined` for invalid messages. */
export function readMessage(text: string): EditorMessage | undefined {
  let value: unknown;
  try {
    value = parseJson(text, 4);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  if (value['type'] === 'save') return { type: 'save' };
  if (value['type'] === 'cursor') {
    const cursor = value['cursor'] === null ? null : readCursor(value['cursor']);
    return cursor === undefined ? undefined : { type: 'cursor', cursor };
  }
  const { type, text: known, vector, client } = value;
  const isText = (one: unknown): one is string | null =>
    one === null || (typeof one === 'string' && one.length <= maxVectorLength);
  if (type !== 'join' || !isText(known) || !isText(vector) || !isClient(client)) return undefined;
  return { type, text: known, vector, client };
}

function readCursor(value: unknown): Cursor | undefined {
  if (!isObject(value)) return undefined;
  const { anchor, head } = value;
  const isValid =
    typeof anchor === 'string' && typeof head === 'string' && position.test(anchor) && position.test(head);
  return isValid ? { anchor, head } : undefined;
}

const isClient = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
