import { AgentError } from '../errors.ts';
import type { AgentErrorCode } from '../errors.ts';
import type { AgentLimits } from '../policy/policy.ts';
import type { TurnState } from './turn-state.ts';

/** The remaining budget of a turn. */
export interface TurnBudget {
  /**
   * Estimated number of answers, assuming that each answer needs as much as the last one. 0 or less if a limit is
   * reached.
   */
  readonly answersLeft: number;
  /** The limit that is reached first. */
  readonly code: AgentErrorCode;
}

/** The model is notified when this many answers are left. */
export const announcedAnswers = 5;
/** If less than this share of its time is left, the turn has one more answer. */
const lastTimeShare = 0.05;

export function findBudget(state: TurnState, limits: AgentLimits): TurnBudget {
  const budgets: readonly TurnBudget[] = [
    { code: 'agent_step_limit', answersLeft: limits.maxSteps - state.step },
    { code: 'agent_deadline', answersLeft: countByTime(state, limits) },
    { code: 'agent_token_budget', answersLeft: countAnswers(limits.maxTokens, state.budgetTokens, state.lastTokens) },
    { code: 'agent_cost_budget', answersLeft: countAnswers(limits.maxCostUsd, state.costUsd, state.lastCostUsd) },
  ];
  return budgets.reduce((least, budget) => (budget.answersLeft < least.answersLeft ? budget : least));
}

/** Estimates the number of remaining answers: at least one while any of the limit is left. */
function countAnswers(limit: number, used: number, each: number): number {
  if (used >= limit) return 0;
  return each === 0 ? Infinity : Math.max(1, Math.floor((limit - used) / each));
}

function countByTime({ elapsedMs }: TurnState, { maxDurationMs }: AgentLimits): number {
  if (elapsedMs >= maxDurationMs) return 0;
  return maxDurationMs - elapsedMs < maxDurationMs * lastTimeShare ? 1 : Infinity;
}

export function limitReached(code: AgentErrorCode, state: TurnState, limits: AgentLimits): AgentError {
  if (state.spentBudget !== undefined && code === 'agent_cost_budget') return budgetSpent(state.spentBudget);
  const remedy = 'Split the request, or raise the limit in the project settings.';
  return new AgentError(code, describe(code, state, limits), { remedy });
}

/** @param reason a sentence */
export const budgetSpent = (reason: string): AgentError =>
  new AgentError('agent_cost_budget', reason.replace(/\.$/, ''), {
    remedy: 'Raise the budget, or wait until the next month.',
  });

function describe(code: AgentErrorCode, state: TurnState, limits: AgentLimits): string {
  switch (code) {
    case 'agent_deadline':
      return `the turn took ${Math.round(state.elapsedMs / 1000)} s of at most ${Math.round(limits.maxDurationMs / 1000)} s`;
    case 'agent_token_budget':
      return `the turn used ${state.budgetTokens} of ${limits.maxTokens} tokens`;
    case 'agent_cost_budget':
      return `the turn cost $${state.costUsd.toFixed(4)} of $${limits.maxCostUsd}`;
    default:
      return `the turn used all of its ${limits.maxSteps} answers`;
  }
}
