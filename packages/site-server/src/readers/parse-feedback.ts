import { isRecord, parseReport, ReportRefused } from './parse-events.ts';

export interface ReaderFeedback {
  readonly path: string;
  readonly source: 'contextual' | 'thumbs_only' | 'code_snippet' | 'agent';
  /** Whether the page helped; null for feedback from agents or about code blocks. */
  readonly helpful: boolean | null;
  readonly comment: string | null;
  readonly contact: string | null;
  /** Index of the code block on the page, from 0; null for the whole page. The following fields describe the block. */
  readonly block: number | null;
  readonly lang: string | null;
  /** The block's first line. */
  readonly code: string | null;
  /** The block's title. */
  readonly filename: string | null;
}

type NamedBlock = Pick<ReaderFeedback, 'block' | 'lang' | 'code' | 'filename'>;

/** Returns the name under which the page at a path is counted, or `undefined` if the site has no such page. */
export type FindPage = (pathname: string) => string | undefined;

const maxPath = 512;
const maxComment = 2_000;
const maxContact = 254;
const maxBlock = 9_999;
/** A title and a line have at most 160 characters, each of which may be two UTF-16 code units. */
const maxLengths = { language: 40, line: 320, title: 320 } as const;
const noBlock: NamedBlock = { block: null, lang: null, code: null, filename: null };
/** Checks only the email address's format: only a message can show whether someone reads it. */
const address = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/**
 * Parses a page's form, `{path, helpful, comment, contact}`, or a code block's form, `{path, comment, block}`.
 * @throws ReportRefused
 */
export function parsePageFeedback(text: string | Uint8Array, findPage: FindPage): ReaderFeedback {
  const body = readObject(text);
  const path = readPage(body['path'], findPage);
  const { helpful } = body;
  const comment = readWords('comment', body['comment']);
  const contact = readContact(body['contact']);
  const block = readBlock(body['block']);
  if (block.block !== null) {
    if (helpful !== undefined) throw new ReportRefused('helpful is not allowed for a code block');
    if (comment === null) throw new ReportRefused(`comment must be a string of 1 to ${maxComment} characters`);
    return { path, source: 'code_snippet', helpful: null, comment, contact, ...block };
  }
  if (typeof helpful !== 'boolean') throw new ReportRefused('helpful must be true or false');
  return { path, source: comment === null ? 'thumbs_only' : 'contextual', helpful, comment, contact, ...noBlock };
}

/** Parses an agent's feedback: `{path, feedback}`, and `block` if it is about a code block. @throws ReportRefused */
export function parseAgentFeedback(text: string | Uint8Array, findPage: FindPage): ReaderFeedback {
  const body = readObject(text);
  const path = readPage(body['path'], findPage);
  const comment = readWords('feedback', body['feedback']);
  if (comment === null) throw new ReportRefused(`feedback must be a string of 1 to ${maxComment} characters`);
  return { path, source: 'agent', helpful: null, comment, contact: null, ...readBlock(body['block']) };
}

/** Reads `{index, language, line, title}`, as reported by a page or an agent; the page may not have such a block. */
function readBlock(value: unknown): NamedBlock {
  if (value === undefined || value === null) return noBlock;
  if (!isRecord(value)) throw new ReportRefused('block must be an object');
  const { index } = value;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > maxBlock)
    throw new ReportRefused(`block.index must be a whole number from 0 to ${maxBlock}`);
  const read = (name: keyof typeof maxLengths): string | null => {
    const text = value[name];
    if (text === undefined || text === null || text === '') return null;
    if (typeof text !== 'string' || text.length > maxLengths[name] || !isPlain(text))
      throw new ReportRefused(`block.${name} must be one line of at most ${maxLengths[name]} characters`);
    return text.trim() === '' ? null : text.trim();
  };
  return { block: index, lang: read('language'), code: read('line'), filename: read('title') };
}

function readObject(text: string | Uint8Array): Record<string, unknown> {
  const body = parseReport(text);
  if (!isRecord(body)) throw new ReportRefused('the body must be a JSON object');
  return body;
}

/** Finds the page at a path; agents read pages as Markdown, at `/guides/keys.md`. */
function readPage(value: unknown, findPage: FindPage): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > maxPath || !isPlain(value))
    throw new ReportRefused(`path must be a string of 1 to ${maxPath} characters that starts with a slash`);
  const page = findPage(value.replace(/\.md$/, ''));
  if (page === undefined) throw new ReportRefused('path is not a page of the site');
  return page;
}

/** Returns the text, or null if it is missing. */
function readWords(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > maxComment)
    throw new ReportRefused(`${name} must be a string of at most ${maxComment} characters`);
  const words = value.replaceAll('\r\n', '\n').trim();
  if (!isPlain(words.replaceAll(/[\n\t]/g, '')))
    throw new ReportRefused(`${name} must not contain a control character or half of a surrogate pair`);
  return words === '' ? null : words;
}

function readContact(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > maxContact || !isPlain(value) || !address.test(value))
    throw new ReportRefused('contact must be an email address');
  return value;
}

// oxlint-disable-next-line no-control-regex -- control characters are refused
const isPlain = (text: string): boolean => !/[\u0000-\u001f\u007f]/.test(text) && text.isWellFormed();
