import { readFileSync } from 'node:fs';
import { createRulesModel, type AgentModel } from '../../packages/doc-agent/src/index.ts';
import { createHttpClient } from '../../packages/server/src/platform/http-client/index.ts';
import { createModel, type ModelSettings } from '../../packages/server/src/platform/models/index.ts';
import { startRelay } from './recorded/relay.ts';

export interface ChosenModel {
  readonly model: AgentModel;
  /** The time limit for an answer if the limits of the service don't apply. */
  readonly patienceMs?: number;
  /** The number of tasks that run at the same time. */
  readonly atOnce: number;
}

/** Answers from files are written by a person, or by a model without an endpoint, which takes hours. */
const inFiles = { patienceMs: 4 * 3_600_000, atOnce: 8 };

/**
 * Returns the rules engine, or the model whose settings are in a file. With `{ "answersFrom": "<folder>" }`, the
 * answers are read from files. Disposing of the result closes the model's connections.
 */
export async function chooseModel(file: string | undefined): Promise<ChosenModel & AsyncDisposable> {
  const http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: ['localhost', '127.0.0.1'] });
  const close = { [Symbol.asyncDispose]: () => http.close() };
  if (file === undefined) return { model: createRulesModel(), atOnce: 1, ...close };
  const settings = JSON.parse(readFileSync(file, 'utf8')) as
    | ModelSettings
    | ModelSettings[]
    | { readonly answersFrom: string };
  if (!('answersFrom' in settings)) return { model: createModel(settings, { http }), atOnce: 1, ...close };
  const relay = await startRelay(settings.answersFrom);
  const { patienceMs } = inFiles;
  const model = createModel(
    { provider: 'openai-compatible', model: 'answers-in-files', baseUrl: relay.baseUrl },
    { http, timeoutMs: patienceMs, silenceMs: patienceMs },
  );
  const closeAll = async (): Promise<void> => {
    await http.close();
    await relay[Symbol.asyncDispose]();
  };
  return { model, ...inFiles, [Symbol.asyncDispose]: closeAll };
}
