import type { AgentTurn, TurnOutcome } from '../turn.ts';

/**
 * Runs one turn of an agent job to its end, going on from the last journalled record when there is one.
 * Throws `AgentError`, or whatever the journal throws.
 */
export function runAgentTurn(turn: AgentTurn, signal: AbortSignal): Promise<TurnOutcome> {
  signal.throwIfAborted();
  return Promise.reject(new Error(`turn ${turn.turn} of job ${turn.jobId}: the loop is not built yet`));
}
