import { isRecord, readId, ReportRefused } from './parse-events.ts';
import { parseAgentFeedback, parsePageFeedback, type ReaderFeedback } from './parse-feedback.ts';
import type { ForwardingContext } from './parse-forwarded-event.ts';

export interface ForwardedFeedback extends ReaderFeedback {
  /** A UUID of version 7. */
  readonly id: string;
  readonly atMs: number;
  /** A digest of 32 hexadecimal digits; null for readers who opted out of being counted. */
  readonly visitor: string | null;
}

/** Whether a line of another host's files is feedback. */
export const isForwardedFeedback = (value: unknown): boolean => isRecord(value) && value['kind'] === 'feedback';

/**
 * Parses feedback as stored by another host; it is validated as if a page or an agent had just sent it.
 * @throws ReportRefused
 */
export function parseForwardedFeedback(value: unknown, context: ForwardingContext): ForwardedFeedback {
  if (!isRecord(value)) throw new ReportRefused('feedback must be a JSON object', 'not_an_event');
  const { path, source, helpful, comment, contact, visitor } = value;
  const named = { index: value['block'], language: value['lang'], line: value['code'], title: value['filename'] };
  const block = named.index === null || named.index === undefined ? undefined : named;
  const place = readId(value, context);
  if (visitor !== null && (typeof visitor !== 'string' || !/^[0-9a-f]{32}$/.test(visitor)))
    throw new ReportRefused('visitor must be 32 lowercase hexadecimal digits, or null');
  if (typeof path !== 'string' || !context.hasPage(path))
    throw new ReportRefused('path is not a page of the site', 'unknown_page');
  const findPage = (): string => path;
  const feedback =
    source === 'agent'
      ? parseAgentFeedback(JSON.stringify({ path, feedback: comment, block }), findPage)
      : parsePageFeedback(JSON.stringify({ path, helpful: helpful ?? undefined, comment, contact, block }), findPage);
  // An agent sends neither field; ignoring a value would lose it silently.
  if (feedback.source !== source || feedback.helpful !== helpful || feedback.contact !== contact)
    throw new ReportRefused('source contradicts the other fields');
  return { ...feedback, ...place, visitor };
}
