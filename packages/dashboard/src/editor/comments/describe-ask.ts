import type { AgentJob } from '@docwright/sdk';
import { formatCount } from '../../ui/format.ts';

interface Answer {
  readonly tone: 'good' | 'neutral' | 'warn' | 'bad';
  readonly title: string;
  /** Markdown; empty if the title is sufficient. */
  readonly text: string;
}

type Job = Pick<AgentJob, 'status' | 'result' | 'error' | 'summary' | 'draft'>;

const titles: Readonly<Record<NonNullable<AgentJob['result']>, string>> = {
  changes: 'Suggestions',
  no_changes: 'The agent suggests no changes',
  answer: 'The agent’s answer',
  needs_input: 'The agent has a question',
  needs_model: 'The built-in rules can’t do this',
  blocked_by_policy: 'The project’s policy doesn’t allow this',
  conflict: 'Others changed the text in the meantime',
};

/** Describes the result of a request to the agent. */
export function describeAsk({ status, result, error, summary, draft }: Job): Answer {
  if (error?.code === 'cancelled') return { tone: 'neutral', title: 'The agent was stopped', text: '' };
  if (error !== null) return { tone: 'bad', title: error.message, text: error.remedy };
  if (result === null || status === 'active') return { tone: 'neutral', title: 'The agent has finished', text: '' };
  const suggestions = draft?.suggestions.length ?? 0;
  if (suggestions > 0) return { tone: 'good', title: formatCount(suggestions, 'suggestion'), text: '' };
  const isQuiet = result === 'no_changes' && (draft?.leftOut.length ?? 0) > 0;
  const tone = result === 'no_changes' || result === 'answer' ? 'neutral' : 'warn';
  return { tone, title: titles[result], text: isQuiet || result === 'conflict' ? '' : (summary ?? '') };
}

type LeftOut = NonNullable<AgentJob['draft']>['leftOut'][number];

const reasons: Readonly<Record<LeftOut['reason'], string>> = {
  outside: 'outside the part that you chose',
  text_changed: 'in lines that others changed in the meantime',
  file_added: 'would add the file, which suggestions can’t do',
  file_deleted: 'would delete the file, which suggestions can’t do',
  file_moved: 'would move the file, which suggestions can’t do',
  not_text: 'in a file that is empty or isn’t text',
  too_long: 'with too much text for one suggestion',
  limit: 'beyond the maximum number of suggestions',
};

/** @param file `undefined` for the open file */
export function describeLeftOut({
  file,
  reason,
  changes,
}: Pick<LeftOut, 'reason' | 'changes'> & { readonly file: string | undefined }): string {
  const words = `${formatCount(changes, 'change')} ${reasons[reason]}`;
  return file === undefined ? words : `${file}: ${words}`;
}
