import { verdicts, type ColleagueRequest, type ColleagueScore, type Verdict } from './score-colleague-request.ts';

export interface Totals extends Readonly<Record<Verdict | 'stale', number>> {
  readonly set: string;
  readonly requests: number;
}

export function countVerdicts(set: string, scores: readonly ColleagueScore[]): Totals {
  const count = (verdict: ColleagueScore['verdict']): number =>
    scores.filter((score) => score.verdict === verdict).length;
  const entries = [...verdicts, 'stale' as const].map((verdict) => [verdict, count(verdict)] as const);
  return { set, requests: scores.length, ...(Object.fromEntries(entries) as Record<Verdict | 'stale', number>) };
}

/** The minimum share of mechanical requests that must result in the right change or the right proposal. */
export const minHelpedShare = 0.3;

/** Returns the reasons why the command fails, such as a wrong result or an engine that only refuses. */
export function findFailures(
  set: string,
  scored: readonly { readonly kind: ColleagueRequest['kind']; readonly score: ColleagueScore }[],
): string[] {
  const current = scored.filter(({ score }) => score.verdict !== 'stale');
  if (current.length === 0) return [`${set}: no request was run, because no repository is in the expected state`];
  const failures = (['wrong', 'wrong proposal', 'misleading'] as const).flatMap((verdict) => {
    const number = current.filter(({ score }) => score.verdict === verdict).length;
    return number === 0 ? [] : [`${set}: ${number} ${verdict}`];
  });
  const mechanical = current.filter(({ kind }) => kind === 'mechanical');
  const helped = mechanical.filter(
    ({ score }) => score.verdict === 'right' || score.verdict === 'right proposal',
  ).length;
  if (helped < mechanical.length * minHelpedShare)
    failures.push(
      `${set}: ${helped} of ${mechanical.length} mechanical requests ended in the right change or proposal; at least ${minHelpedShare * 100}% must`,
    );
  return failures;
}
