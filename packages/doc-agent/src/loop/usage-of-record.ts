import type { JournalRecord } from '../ports.ts';
import type { TurnUsage } from '../turn.ts';
import { typed } from './journal-data.ts';

/**
 * The cost of a model's answer, or `undefined` if the record isn't an answer. The sum over a journal is its total cost.
 */
export function usageOfRecord(record: JournalRecord): TurnUsage | undefined {
  const { kind, data } = typed(record);
  if (kind !== 'assistant') return undefined;
  const { inputTokens, outputTokens, costUsd } = data;
  return {
    inputTokens: inputTokens ?? 0,
    cachedInputTokens: data.cachedInputTokens ?? 0,
    cacheWriteTokens: data.cacheWriteTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    costUsd: costUsd ?? 0,
    known: inputTokens !== null && outputTokens !== null && costUsd !== null,
  };
}
