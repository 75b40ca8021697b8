import type { JsonValue } from '../ports.ts';
import { clipWords } from '../text/clip-words.ts';
import type { AssistantData, JournaledCall, JournaledResult } from './journal-data.ts';

const looking: ReadonlySet<string> = new Set([
  'list',
  'grep',
  'search_docs',
  'validate',
  'fetch_url',
  'view_image',
  'view_page',
]);
const maxLines = 40;
const maxWords = 400;

/**
 * Summarizes exchanges that don't fit in a request: the files that were read and changed, rejected calls, and the
 * model's own words. File content isn't repeated; the model reads it again if necessary.
 */
export class WorkSummary {
  readonly #read = new Map<string, string>();
  #changes: string[] = [];
  #refused: string[] = [];
  #searches: string[] = [];
  #words: string[] = [];

  add({ text, calls }: AssistantData, results: readonly JournaledResult[]): void {
    if (text.trim() !== '') this.#words.push(toLine(text, maxWords));
    for (const call of calls)
      this.#addCall(
        call,
        results.find(({ id }) => id === call.id),
      );
  }

  #addCall(call: JournaledCall, result: JournaledResult | undefined): void {
    if (result === undefined) return;
    const line = describeCall(call);
    if (result.isError) this.#refused.push(`${line}: ${readError(result.output)}`);
    else if (call.name === 'read') this.#read.set(readPath(call.input), line);
    else if (looking.has(call.name)) this.#searches.push(line);
    else this.#changes.push(line);
  }

  toText(): string {
    const sections = [
      toSection('Files that you have read', [...this.#read.keys()]),
      toSection('Changes that you have made; they are stored', this.#changes),
      toSection('Searches and checks', this.#searches.slice(-maxLines / 2)),
      toSection('Refused', this.#refused.slice(-maxLines / 4)),
      toSection('Your own words', this.#words.slice(-maxLines / 4)),
    ].filter((section) => section !== '');
    return [
      'The conversation became too long for the model, so its older part is replaced by this summary. Read a file again if you need its text.',
      ...sections,
    ].join('\n\n');
  }
}

function toSection(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(-maxLines);
  const more = lines.length > shown.length ? [`- and ${lines.length - shown.length} before these`] : [];
  return [`${heading}:`, ...more, ...shown.map((line) => `- ${line}`)].join('\n');
}

/** The call with its short arguments: `edit path="guides/auth"`. */
function describeCall({ name, input }: JournaledCall): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return name;
  const words = Object.entries(input).flatMap(([key, value]) => {
    if (value === null || key === 'content' || key === 'edits') return [];
    return [`${key}=${toLine(JSON.stringify(value), 120)}`];
  });
  return [name, ...words].join(' ');
}

function readPath(input: JsonValue): string {
  const path = typeof input === 'object' && input !== null && 'path' in input ? input.path : undefined;
  return typeof path === 'string' ? path : JSON.stringify(input);
}

function readError(output: JsonValue): string {
  const error = typeof output === 'object' && output !== null && 'error' in output ? output.error : undefined;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? toLine(message, 200) : 'failed';
}

const toLine = (text: string, length: number): string => clipWords(text.replaceAll(/\s+/g, ' ').trim(), length);
