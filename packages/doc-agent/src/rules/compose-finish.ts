import { clipWords, maxTitleLength } from '../text/clip-words.ts';
import type { TurnResult } from '../turn.ts';
import type { Report } from './plan.ts';
import type { Statement, UnreadStatement } from './instruction.ts';
import { chooseFrame } from './frame.ts';
import { asBlock, formatOption } from './options.ts';
import { usages } from './parse-statement.ts';
import type { Question } from './settle-statements.ts';
import { countOf } from '../text/count-of.ts';

export interface RulesFinish {
  readonly outcome: TurnResult;
  readonly title: string;
  readonly summary: string;
}

/** Ends a turn based on the reports of its instructions. The outcome is `changes` if anything was changed. */
export function composeFinish(reports: readonly Report[]): RulesFinish {
  const done = reports.filter((report) => report.kind === 'done');
  return { outcome: chooseOutcome(reports), title: composeTitle(done), summary: composeSummary(reports) };
}

export interface Refusal {
  readonly prompt: string;
  readonly unread: readonly UnreadStatement[];
  /** The understood statements, if they may be carried out without the others. */
  readonly readable: readonly Statement[];
  readonly proposal?: { readonly requests: readonly string[]; readonly leftOut: readonly string[] };
  /** Facts about the site that are relevant to the requests. */
  readonly notes?: readonly string[];
}

/** Ends a turn that changed nothing because part of its prompt was not understood. */
export function composeRefusal({ prompt, unread, readable, proposal, notes = [] }: Refusal): RulesFinish {
  const frame = chooseFrame(prompt);
  const parts = [`${frame.notUnderstood}\n${describeUnread(unread)}`];
  if (proposal !== undefined) {
    parts.push(`${frame.proposal}\n\n${formatOption(proposal.requests.join('\n'))}`);
    const leftOut = proposal.leftOut.map((words) => `"${clipWords(words.replace(/\s+/g, ' '), 160)}"`);
    if (leftOut.length > 0) parts.push(`${frame.leftOut} ${leftOut.join(', ')}`);
  } else if (readable.length > 0) parts.push(`${frame.rest}\n\n${asBlock(writePrompt(readable))}`);
  if (notes.length > 0) parts.push(`${frame.note} ${notes.join('; ')}.`);
  if (proposal === undefined) parts.push(frame.setModel);
  return { outcome: 'needs_model', title: '', summary: parts.join('\n\n') };
}

/** Ends a turn that changed nothing because part of its prompt is ambiguous. */
export function composeQuestions(questions: readonly Question[]): RulesFinish {
  const parts = questions.map(({ source, text, options }) => {
    const choice = options.length === 0 ? '.' : `. Send one of these instead:\n${options.map(formatOption).join('\n')}`;
    return `"${clipWords(source.replace(/\s+/g, ' '), 200)}": ${text}${choice}`;
  });
  return { outcome: 'needs_input', title: '', summary: ['Nothing was changed.', ...parts].join('\n\n') };
}

function chooseOutcome(reports: readonly Report[]): TurnResult {
  const has = (kind: Report['kind']): boolean => reports.some((report) => report.kind === kind);
  if (has('done')) return 'changes';
  if (has('blocked')) return 'blocked_by_policy';
  if (has('asks') || has('failed')) return 'needs_input';
  return reports.length === 0 ? 'needs_model' : 'no_changes';
}

function composeTitle(done: readonly Report[]): string {
  const [first] = done;
  if (first === undefined) return '';
  const sentence = toImperative(firstClause(first.text.replaceAll('`', '')));
  const rest = done.length === 1 ? '' : ` and ${countOf(done.length - 1, 'more change')}`;
  const length = maxTitleLength - rest.length;
  return clipWords(shortenQuotation(sentence, length), length) + rest;
}

const shortestQuotation = 14;

/** Shortens the longest quotation to make a sentence fit, because the page's name usually follows it. */
function shortenQuotation(sentence: string, length: number): string {
  const excess = sentence.length - length;
  const [longest] = Array.from(sentence.matchAll(/"([^"]+)"/g)).toSorted(([a], [b]) => b.length - a.length);
  const quoted = longest?.[1] ?? '';
  if (excess <= 0 || quoted.length - excess < shortestQuotation) return sentence;
  return sentence.replace(`"${quoted}"`, () => `"${clipWords(quoted, quoted.length - excess)}"`);
}

/** The text up to the first comma or semicolon that isn't in a quotation. */
function firstClause(text: string): string {
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && (character === ',' || character === ';' || text.startsWith(':\n', index)))
      return text.slice(0, index);
  }
  return text;
}

const verbs: Readonly<Record<string, string>> = {
  Moved: 'Move',
  Set: 'Set',
  Removed: 'Remove',
  Added: 'Add',
  Deleted: 'Delete',
  Took: 'Take',
  Replaced: 'Replace',
  Renamed: 'Rename',
  Fixed: 'Fix',
  Created: 'Create',
  Appended: 'Append',
};

function toImperative(text: string): string {
  return text.replace(/^\w+/, (verb) => verbs[verb] ?? verb).replace(' and redirected it to ', ' and redirect it to ');
}

const headings: readonly (readonly [Report['kind'], string])[] = [
  ['nothing', 'Nothing to do'],
  ['asks', 'Needs a decision'],
  ['failed', 'Not done'],
  ['blocked', 'Refused by policy'],
];

function composeSummary(reports: readonly Report[]): string {
  const parts: string[] = [];
  const texts = (kind: Report['kind']): string[] =>
    reports.filter((report) => report.kind === kind).map((report) => `- ${report.text}.`);
  const done = texts('done');
  if (done.length > 0) parts.push(done.join('\n'));
  for (const [kind, heading] of headings) {
    const lines = texts(kind);
    if (lines.length > 0) parts.push(`${heading}:\n${lines.join('\n')}`);
  }
  // One part of several isn't offered: the others would be forgotten.
  const [only, ...others] = reports;
  if (only?.offer !== undefined && others.length === 0)
    parts.push(`To change it there, send this:\n${formatOption(only.offer)}`);
  if (reports.length === 0)
    parts.push(
      `The rules engine understands these forms:\n${usages.map((usage) => `- ${usage}`).join('\n')}\n\nAnything else needs a language model, which an administrator can set on the project's *Model* tab.`,
    );
  return parts.join('\n\n');
}

const maxUnreadShown = 20;

function describeUnread(unread: readonly UnreadStatement[]): string {
  const lines = unread.slice(0, maxUnreadShown).map(({ source, hint }) => {
    const quoted = clipWords(source.replace(/\s+/g, ' '), 200);
    return `- "${quoted}"${hint === undefined ? '' : ` (${hint})`}`;
  });
  const more = unread.length - maxUnreadShown;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

/** A prompt with only these statements. */
function writePrompt(statements: readonly Statement[]): string {
  const exact = statements.filter(({ form }) => form === 'yaml').map(({ source }) => `- ${source}`);
  const sentences = statements.filter(({ form }) => form === 'sentence').map(({ source }) => source);
  return [...(exact.length > 0 ? ['```yaml', ...exact, '```'] : []), ...sentences].join('\n');
}
