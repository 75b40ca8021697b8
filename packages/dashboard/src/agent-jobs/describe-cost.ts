import type { AgentJob } from '@docwright/sdk';
import { formatUsd } from '../ui/format.ts';

/**
 * Describes the cost of a job. Unknown costs aren't zero: a model can lack a price, and a provider can omit a step's
 * figures.
 */
export function describeCost({ costUsd, known }: AgentJob['usage']): string {
  if (known) return formatUsd(costUsd);
  return costUsd > 0 ? `${formatUsd(costUsd)} or more` : 'Unknown';
}

/** Describes the cost in a list row. Returns `undefined` for a job that used no tokens. */
export function describeListedCost(usage: AgentJob['usage']): string | undefined {
  if (usage.inputTokens + usage.outputTokens === 0) return undefined;
  return usage.known || usage.costUsd > 0 ? describeCost(usage) : 'cost unknown';
}
