import type { TurnOutcome } from '../../packages/doc-agent/src/index.ts';
import { findWordingFaults, type AnswerFacts } from './check-answer.ts';
import { scoreRequest, type ExpectedFile } from './score-request.ts';

/** A request in a colleague's words, for the state before the real commit that carried it out. */
export interface ColleagueRequest {
  readonly id: string;
  /** `owner/name` on GitHub. */
  readonly repository: string;
  readonly commit: string;
  /**
   * `mechanical`: the request says everything that is needed. `model`: the answer requires writing or judgment. `none`:
   * nothing may change.
   */
  readonly kind: 'mechanical' | 'model' | 'none';
  readonly prompt: string;
  readonly touched: Readonly<Record<string, ExpectedFile | null>>;
  readonly answer?: AnswerFacts;
}

export const verdicts = ['right', 'right proposal', 'honest refusal', 'misleading', 'wrong proposal', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

export type Ending = Pick<TurnOutcome, 'result' | 'summary' | 'overlay'> & {
  /** Requests that the summary offers, each with its result if it is sent unchanged. */
  readonly offered: readonly {
    readonly request: string;
    readonly ending: Pick<TurnOutcome, 'result' | 'summary' | 'overlay'>;
  }[];
};

export interface ColleagueScore {
  readonly id: string;
  /** `stale`: the repository doesn't have the state that the facts describe. */
  readonly verdict: Verdict | 'stale';
  readonly differences: readonly string[];
}

/**
 * Compares facts, not bytes: text that changed files must contain or lack, changes to other files, and the content of
 * the answer.
 */
export function scoreColleagueRequest(
  request: ColleagueRequest,
  files: ReadonlyMap<string, Uint8Array>,
  ending: Ending,
): ColleagueScore {
  const { id, prompt, repository: site, touched } = request;
  const as = (verdict: ColleagueScore['verdict'], differences: readonly string[] = []): ColleagueScore => ({
    id,
    verdict,
    differences,
  });
  const own = scoreRequest({ site, prompt, touched }, files, ending);
  if (own.verdict === 'stale') return as('stale', own.differences);
  if (own.verdict === 'wrong') return as('wrong', own.differences);
  const faults = findWordingFaults(
    [prompt],
    { ...ending, options: ending.offered.map(({ request: option }) => option) },
    request.answer,
  );
  if (own.verdict === 'right' && request.kind !== 'none')
    return faults.length === 0 ? as('right') : as('misleading', faults);
  const offers = ending.offered.map(({ request: option, ending: end }) => ({
    option,
    score: scoreRequest({ site, prompt: option, touched }, files, end),
  }));
  const bad = offers.filter(({ score }) => score.verdict !== 'right');
  // A question offers several interpretations; a proposal offers only one.
  const isQuestion = ending.result === 'needs_input' && offers.length > 1 && bad.length < offers.length;
  if (bad.length > 0 && !isQuestion)
    return as(
      'wrong proposal',
      bad.map(({ option, score }) => `${option}: ${score.differences.join('; ')}`),
    );
  if (own.verdict === 'misleading') faults.push(...own.differences);
  if (faults.length > 0) return as('misleading', faults);
  if (request.kind === 'none') return as('right');
  return offers.length > 0 ? as('right proposal') : as('honest refusal', own.differences);
}
