import type { TurnOutcome } from '@docwright/doc-agent';

/** The default outcome of an agent's turn that changed something. */
export const outcomeOf = (changes: Partial<TurnOutcome> = {}): TurnOutcome => ({
  result: 'changes',
  title: 'First title',
  summary: 'Did it.',
  files: [],
  overlay: new Map(),
  usage: { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, costUsd: 0, known: true },
  gate: { status: 'passed', introduced: [], fixed: 0, existing: 0, repairRounds: 0 },
  steps: 1,
  model: 'm',
  sources: [],
  citations: [],
  citedLines: [],
  risks: [],
  notes: [],
  ...changes,
});
