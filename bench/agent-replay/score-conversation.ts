import { findWordingFaults, type AnswerFacts } from './check-answer.ts';
import type { ColleagueScore, Ending } from './score-colleague-request.ts';
import { scoreRequest, type ExpectedFile } from './score-request.ts';

/**
 * Messages to one job, for the state before a real commit. `{option}` is the first request that the last answer offers.
 */
export interface Conversation {
  readonly id: string;
  readonly repository: string;
  readonly commit: string;
  readonly turns: readonly string[];
  /** The changes of the job after the last turn; no other file may be changed. */
  readonly touched: Readonly<Record<string, ExpectedFile | null>>;
  /** Whether the last turn must change something. If not, its answer must say why nothing was changed. */
  readonly changes: boolean;
  readonly answer?: AnswerFacts;
}

export function scoreConversation(
  conversation: Conversation,
  files: ReadonlyMap<string, Uint8Array>,
  ending: Ending,
): ColleagueScore {
  const { id, turns, touched, changes, repository: site } = conversation;
  const own = scoreRequest({ site, prompt: '', touched }, files, ending);
  if (own.verdict === 'stale' || own.verdict === 'wrong')
    return { id, verdict: own.verdict, differences: own.differences };
  if (own.verdict === 'misleading') return { id, verdict: 'misleading', differences: own.differences };
  if (own.verdict === 'refused' || (changes && ending.result !== 'changes'))
    return { id, verdict: 'honest refusal', differences: [ending.summary] };
  if (!changes && ending.result === 'changes')
    return { id, verdict: 'wrong', differences: ['the last turn should not have changed anything'] };
  const faults = findWordingFaults(turns, { ...ending, options: [] }, conversation.answer);
  return { id, verdict: faults.length === 0 ? 'right' : 'misleading', differences: faults };
}
