import type { TurnResult } from '../turn.ts';
import type { Report } from './plan.ts';
import type { UnreadStatement } from './instruction.ts';
import { usages } from './parse-statement.ts';

export interface RulesFinish {
  readonly outcome: TurnResult;
  readonly title: string;
  readonly summary: string;
}

/** The end of a turn, from what became of each instruction. Anything done makes it `changes`. */
export function composeFinish(reports: readonly Report[], unread: readonly UnreadStatement[]): RulesFinish {
  const done = reports.filter((report) => report.kind === 'done');
  return {
    outcome: chooseOutcome(reports, unread),
    title: composeTitle(done),
    summary: composeSummary(reports, unread),
  };
}

function chooseOutcome(reports: readonly Report[], unread: readonly UnreadStatement[]): TurnResult {
  const has = (kind: Report['kind']): boolean => reports.some((report) => report.kind === kind);
  if (has('done')) return 'changes';
  if (has('blocked')) return 'blocked_by_policy';
  if (has('asks') || has('failed')) return 'needs_input';
  if (unread.length > 0 || reports.length === 0) return 'needs_model';
  return 'no_changes';
}

function composeTitle(done: readonly Report[]): string {
  const [first] = done;
  if (first === undefined) return '';
  const sentence = toImperative(first.text.replaceAll('`', '').split(/[,;]/)[0] ?? '');
  return done.length === 1
    ? sentence
    : `${sentence.slice(0, 50)} and ${done.length - 1} more change${done.length === 2 ? '' : 's'}`;
}

const verbs: Readonly<Record<string, string>> = {
  Moved: 'Move',
  Set: 'Set',
  Removed: 'Remove',
  Added: 'Add',
  Deleted: 'Delete',
  Took: 'Take',
  Replaced: 'Replace',
  Fixed: 'Fix',
  Created: 'Create',
  Appended: 'Append',
};

function toImperative(text: string): string {
  return text.replace(/^\w+/, (verb) => verbs[verb] ?? verb);
}

const headings: readonly (readonly [Report['kind'], string])[] = [
  ['nothing', 'Nothing to do'],
  ['asks', 'Needs a decision'],
  ['failed', 'Not done'],
  ['blocked', 'Refused by policy'],
];

function composeSummary(reports: readonly Report[], unread: readonly UnreadStatement[]): string {
  const parts: string[] = [];
  const texts = (kind: Report['kind']): string[] =>
    reports.filter((report) => report.kind === kind).map((report) => `- ${report.text}.`);
  const done = texts('done');
  if (done.length > 0) parts.push(done.join('\n'));
  for (const [kind, heading] of headings) {
    const lines = texts(kind);
    if (lines.length > 0) parts.push(`${heading}:\n${lines.join('\n')}`);
  }
  if (unread.length > 0) parts.push(describeUnread(unread));
  if (reports.length === 0)
    parts.push(
      `The rules engine reads these forms:\n${usages.map((usage) => `- ${usage}`).join('\n')}\n\nAnything else needs a language model, which a project's settings can name.`,
    );
  return parts.join('\n\n');
}

const maxUnreadShown = 20;

function describeUnread(unread: readonly UnreadStatement[]): string {
  const lines = unread.slice(0, maxUnreadShown).map(({ source, hint }) => {
    const quoted = source.replace(/\s+/g, ' ').slice(0, 200);
    return `- "${quoted}"${hint === undefined ? '' : ` (nearest form: ${hint})`}`;
  });
  return `Not understood:\n${lines.join('\n')}${unread.length > maxUnreadShown ? `\n- and ${unread.length - maxUnreadShown} more` : ''}`;
}
