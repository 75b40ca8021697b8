import { runAgentTurn } from '../loop/run-agent-turn.ts';
import { resolvePolicy } from '../policy/policy.ts';
import type { AgentModel } from '../ports.ts';
import type { AgentTurn } from '../loop/agent-turn.ts';
import type { TurnOutcome } from '../turn.ts';
import { memoryFiles } from './memory-files.ts';
import { memoryJournal } from './memory-journal.ts';
import type { MemoryJournal } from './memory-journal.ts';
import { simpleGate } from './simple-gate.ts';

export interface TestTurn extends Partial<Omit<AgentTurn, 'journal' | 'model'>> {
  readonly model: AgentModel;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly journal?: MemoryJournal;
}

/** Everything that a turn needs, in memory. Waiting takes no time. */
export function testTurn(parts: TestTurn): AgentTurn & { journal: MemoryJournal; waits: number[] } {
  const { files, ...rest } = parts;
  const waits: number[] = [];
  let now = 0;
  return {
    jobId: 'job_1',
    turn: 1,
    prompt: 'do it',
    base: memoryFiles(files),
    gate: simpleGate(),
    policy: resolvePolicy(),
    clock: {
      now: () => now,
      sleep(ms, signal) {
        waits.push(ms);
        now += ms;
        signal.throwIfAborted();
        return Promise.resolve();
      },
    },
    random: () => 0.5,
    ...rest,
    journal: parts.journal ?? memoryJournal(),
    waits,
  };
}

export function runTestTurn(parts: TestTurn): Promise<TurnOutcome> {
  return runAgentTurn(testTurn(parts), new AbortController().signal);
}

/** The content of a written file; `undefined` if it wasn't written. */
export function written(outcome: TurnOutcome, path: string): string | undefined {
  const entry = outcome.overlay.get(path);
  return entry?.kind === 'write' ? entry.content : undefined;
}
