import { resolvePolicy, runAgentTurn, type Journal, type TurnOutcome } from '../../packages/doc-agent/src/index.ts';
import type { ChosenModel } from './choose-model.ts';
import type { siteGate } from './site-gate.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** The clock is stopped if answers are read from files, so that they can take any amount of time. */
const clocks = { running: { now: () => performance.now(), sleep }, stopped: { now: () => 0, sleep } };
const turnMs = 20 * 60_000;

export interface ReplayedTurn {
  readonly site: ReturnType<typeof siteGate>;
  readonly by: ChosenModel;
  readonly journal: Journal;
  readonly turn: number;
  readonly prompt: string;
}

/** Runs one turn of an agent job on a site in memory, with the service's docs gate. */
export function replayTurn({ site, by: { model, patienceMs }, ...turn }: ReplayedTurn): Promise<TurnOutcome> {
  return runAgentTurn(
    {
      jobId: 'job_1',
      ...turn,
      model,
      base: site.base,
      gate: site.gate,
      policy: resolvePolicy({
        limits: { maxFiles: 200, maxPatchBytes: 4_000_000, ...(patienceMs && { modelTimeoutMs: patienceMs }) },
      }),
      clock: patienceMs === undefined ? clocks.running : clocks.stopped,
      random: Math.random,
    },
    AbortSignal.timeout(patienceMs ?? turnMs),
  );
}
