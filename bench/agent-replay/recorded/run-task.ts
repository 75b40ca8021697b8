import { readdirSync, readFileSync } from 'node:fs';
import { relative, sep, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolvePolicy, runAgentTurn, type TurnOutcome } from '../../../packages/doc-agent/src/index.ts';
import { memoryCode } from '../../../packages/doc-agent/src/testing/memory-code.ts';
import { memoryJournal } from '../../../packages/doc-agent/src/testing/memory-journal.ts';
import { createHttpClient } from '../../../packages/server/src/platform/http-client/index.ts';
import { createModel, type ModelPrices } from '../../../packages/server/src/platform/models/index.ts';
import { startScriptedModels } from '../../../packages/server/src/platform/models/testing/scripted-models.ts';
import type { WireReply } from '../../../packages/server/src/platform/models/testing/wire-streams.ts';
import { siteGate } from '../site-gate.ts';
import { ProviderError, type ChatRequest } from './ask-model.ts';
import { ferryCode, ferrySite } from './ferry.ts';
import { toCompletion, type ChatAnswer } from './recording.ts';
import type { RecordedTask } from './task.ts';

export interface TaskRun {
  /** The outcome of the last turn. */
  readonly outcome: TurnOutcome;
  readonly requests: number;
  /** Total size of all requests. */
  readonly sentBytes: number;
  /** Totals of all turns, as the service counts them; `null` if an answer has no usage. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** `null` if an answer has no usage or the prices aren't known. */
  readonly costUsd: number | null;
}

/** A fixed date, so that requests are the same every day. */
const today = '2026-11-30';
/** A time limit that is long enough for a person or a slow model to answer. */
const patienceMs = 4 * 3_600_000;

/** Runs a task with the service's engine, model client and docs gate. The answers are sent over HTTP. */
export async function runTask(
  task: RecordedTask,
  answer: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>,
  prices?: ModelPrices,
): Promise<TaskRun> {
  let sentBytes = 0;
  let isCounted = true;
  await using models = await startScriptedModels();
  const { baseUrl } = models.add('recorded', 'openai-compatible', async ({ body }): Promise<WireReply> => {
    sentBytes += Buffer.byteLength(JSON.stringify(body));
    try {
      const given = await answer(body);
      isCounted &&= given.usage !== null;
      return { body: toCompletion(given, 'recorded') };
    } catch (error) {
      if (error instanceof ProviderError) return error.reply;
      return { status: 400, body: { error: { message: String(error), type: 'recording', param: null, code: null } } };
    }
  });
  const http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: [models.host] });
  await using _ = { [Symbol.asyncDispose]: () => http.close() };
  const settings = { provider: 'openai-compatible', model: 'recorded', baseUrl, prices } as const;
  const model = createModel(settings, { http, timeoutMs: patienceMs, silenceMs: patienceMs });
  using site = siteGate(openSite(task));
  const journal = memoryJournal();
  const outcomes: TurnOutcome[] = [];
  for (const [index, prompt] of task.turns.entries())
    outcomes.push(
      await runAgentTurn(
        {
          jobId: 'job_1',
          turn: index + 1,
          prompt,
          model,
          journal,
          base: site.base,
          gate: site.gate,
          policy: resolvePolicy({ limits: { modelTimeoutMs: patienceMs } }),
          // The clock is stopped, so that answers can take any amount of time.
          clock: { now: () => 0, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
          random: () => 0.5,
          today,
          ...(index === 0 && { evidence: task.evidence ?? [], asksFirst: task.asksFirst ?? false }),
          ...(task.hasCode === true && { code: [memoryCode(ferryCode, 'ferry/ferry')] }),
        },
        AbortSignal.timeout(patienceMs),
      ),
    );
  const outcome = outcomes.at(-1);
  if (outcome === undefined) throw new Error(`the task ${task.id} has no turn`);
  const sum = (count: (outcome: TurnOutcome) => number): number | null =>
    isCounted ? outcomes.reduce((total, each) => total + count(each), 0) : null;
  return {
    outcome,
    requests: models.requestsOf('recorded').length,
    sentBytes,
    inputTokens: sum(({ usage }) => usage.inputTokens),
    outputTokens: sum(({ usage }) => usage.outputTokens),
    costUsd: prices === undefined ? null : sum(({ usage }) => usage.costUsd),
  };
}

/** Returns the files before the task. */
export function openSite({ site }: RecordedTask): ReadonlyMap<string, Uint8Array> {
  if (site === 'examples') return readFolder(fileURLToPath(new URL('../../../examples/docs-site', import.meta.url)));
  const files = Object.entries({ ...ferrySite, ...site });
  return new Map(files.flatMap(([path, text]) => (text === null ? [] : [[path, Buffer.from(text)]])));
}

function readFolder(folder: string): ReadonlyMap<string, Uint8Array> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]));
}
