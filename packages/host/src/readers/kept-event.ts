import { eventKinds, type EventKind, type ReaderEvent, type ReaderFeedback } from '@docwright/site-server';

/** What a reader said of a page. */
export interface KeptFeedback extends ReaderFeedback {
  readonly kind: 'feedback';
  /** A UUID of version 7. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly visitor: string | null;
}

/** One line of a day's file. */
export type KeptEvent = ReaderEvent | KeptFeedback;

/** Undefined for a line that a crash has torn. */
export function parseKeptEvent(line: string): KeptEvent | undefined {
  const fields = parseObject(line);
  if (fields === undefined) return undefined;
  const text = (name: string): string | null => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : null;
  };
  const [id, at, path] = [text('id'), text('at'), text('path')];
  if (id === null || at === null || path === null) return undefined;
  if (fields.get('kind') === 'feedback') return readFeedback({ id, at, path }, text, fields);
  const kind = eventKinds.find((known) => known === fields.get('kind'));
  const visitor = text('visitor');
  if (kind === undefined || visitor === null) return undefined;
  return readEvent({ id, at, path, kind, visitor }, text, fields);
}

type ReadText = (name: string) => string | null;
type Place = Pick<KeptFeedback, 'id' | 'at' | 'path'>;

const sources = ['contextual', 'thumbs_only', 'code_snippet', 'agent'] as const;

function readFeedback(place: Place, text: ReadText, fields: ReadonlyMap<string, unknown>): KeptFeedback {
  const helpful = fields.get('helpful');
  const block = fields.get('block');
  return {
    ...place,
    kind: 'feedback',
    source: sources.find((known) => known === text('source')) ?? 'thumbs_only',
    helpful: typeof helpful === 'boolean' ? helpful : null,
    comment: text('comment'),
    contact: text('contact'),
    block: typeof block === 'number' ? block : null,
    lang: text('lang'),
    code: text('code'),
    filename: text('filename'),
    visitor: text('visitor'),
  };
}

function readEvent(
  place: Place & { readonly kind: EventKind; readonly visitor: string },
  text: ReadText,
  fields: ReadonlyMap<string, unknown>,
): ReaderEvent {
  const results = fields.get('results');
  return {
    ...place,
    isAi: fields.get('isAi') === true,
    referrer: text('referrer'),
    query: text('query'),
    target: text('target'),
    results: typeof results === 'number' ? results : null,
  };
}

function parseObject(line: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}
