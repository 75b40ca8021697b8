import { isRecord, parseJson, ReportRefused } from './parse-events.ts';

export interface ReaderFeedback {
  readonly path: string;
  readonly source: 'contextual' | 'thumbs_only' | 'agent';
  /** Null from agents. */
  readonly helpful: boolean | null;
  readonly comment: string | null;
  readonly contact: string | null;
}

/** The page that answers a path, as it is counted; undefined where the site has none. */
export type FindPage = (pathname: string) => string | undefined;

const maxPath = 512;
const maxComment = 2_000;
const maxContact = 254;
/** Of an e-mail address no more is looked at: whether somebody reads it only a message can tell. */
const address = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/** Of the form of a page: `{path, helpful, comment, contact}`. @throws ReportRefused */
export function parsePageFeedback(text: string, findPage: FindPage): ReaderFeedback {
  const body = readObject(text);
  const path = readPage(body['path'], findPage);
  const { helpful } = body;
  if (typeof helpful !== 'boolean') throw new ReportRefused('helpful must be true or false');
  const comment = readWords('comment', body['comment']);
  const contact = readContact(body['contact']);
  return { path, source: comment === null ? 'thumbs_only' : 'contextual', helpful, comment, contact };
}

/** Of an agent: `{path, feedback}`. @throws ReportRefused */
export function parseAgentFeedback(text: string, findPage: FindPage): ReaderFeedback {
  const body = readObject(text);
  const path = readPage(body['path'], findPage);
  const comment = readWords('feedback', body['feedback']);
  if (comment === null) throw new ReportRefused(`feedback must be a text of 1 to ${String(maxComment)} characters`);
  return { path, source: 'agent', helpful: null, comment, contact: null };
}

function readObject(text: string): Record<string, unknown> {
  const body = parseJson(text);
  if (!isRecord(body)) throw new ReportRefused('the body must be a JSON object');
  return body;
}

/** Agents read pages as Markdown, at `/guides/keys.md`. */
function readPage(value: unknown, findPage: FindPage): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > maxPath || !isPlain(value))
    throw new ReportRefused(`path must be a text of 1 to ${String(maxPath)} characters that begins with a slash`);
  const page = findPage(value.replace(/\.md$/, ''));
  if (page === undefined) throw new ReportRefused('path is no page of the site');
  return page;
}

/** Null for none. */
function readWords(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > maxComment)
    throw new ReportRefused(`${name} must be a text of at most ${String(maxComment)} characters`);
  const words = value.replaceAll('\r\n', '\n').trim();
  if (!isPlain(words.replaceAll(/[\n\t]/g, '')))
    throw new ReportRefused(`${name} must hold no control character and no half of a surrogate pair`);
  return words === '' ? null : words;
}

function readContact(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > maxContact || !isPlain(value) || !address.test(value))
    throw new ReportRefused('contact must be an e-mail address');
  return value;
}

// oxlint-disable-next-line no-control-regex -- these are what is refused
const isPlain = (text: string): boolean => !/[\u0000-\u001f\u007f]/.test(text) && text.isWellFormed();
