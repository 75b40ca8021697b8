import {
  resolvePolicy,
  runAgentTurn,
  type AgentModel,
  type Journal,
  type TurnOutcome,
} from '../../packages/doc-agent/src/index.ts';
import type { siteGate } from './site-gate.ts';

const clock = {
  now: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

export interface ReplayedTurn {
  readonly site: ReturnType<typeof siteGate>;
  readonly model: AgentModel;
  readonly journal: Journal;
  readonly turn: number;
  readonly prompt: string;
}

/** Runs one turn of an agent job on a site in memory, with the service's docs gate. */
export function replayTurn({ site, ...turn }: ReplayedTurn): Promise<TurnOutcome> {
  return runAgentTurn(
    {
      jobId: 'job_1',
      ...turn,
      base: site.base,
      gate: site.gate,
      policy: resolvePolicy({ limits: { maxFiles: 200, maxPatchBytes: 4_000_000 } }),
      clock,
      random: Math.random,
    },
    AbortSignal.timeout(20 * 60_000),
  );
}
