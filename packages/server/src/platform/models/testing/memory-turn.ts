/** A turn of the agent's engine. Everything is in memory, except that the model is called over HTTP. */
import { resolvePolicy, type AgentModel, type AgentTurn, type JournalRecord, type Overlay } from '@docwright/doc-agent';
import { createHttpClient } from '../../http-client/index.ts';
import { createModel } from '../create-model.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { WireFormat } from './wire-formats.ts';

/** A key that must never occur in any output. */
export const key = 'key-4f9a8b7c6d5e4f3a2b1c';

export function settingsFor(format: WireFormat, baseUrl: string): ModelSettings {
  const credentials =
    format.provider === 'bedrock'
      ? { region: 'eu-west-1', accessKeyId: 'AKID', secretAccessKey: key }
      : { apiKey: key };
  return { provider: format.provider, model: format.model, baseUrl, ...credentials };
}

export function connectModel(
  host: string,
  settings: ModelSettings | ModelSettings[],
  maxAnswerBytes = 1_000_000,
): { model: AgentModel } & AsyncDisposable {
  const http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: [host] });
  return {
    model: createModel(settings, { http, maxAnswerBytes }),
    [Symbol.asyncDispose]: () => http.close(),
  };
}

export interface MemoryTurn extends AgentTurn {
  readonly records: JournalRecord[];
}

const onePage = { 'a.mdx': '---\ntitle: A\n---\n\nThe colour.\n' };

/** Creates a turn in which delays end immediately, and gates find no issues. */
export function memoryTurn(
  model: AgentModel,
  {
    files = onePage,
    limits = {},
  }: { files?: Readonly<Record<string, string>>; limits?: Readonly<Record<string, number>> } = {},
): MemoryTurn {
  const pages = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const records: JournalRecord[] = [];
  let overlay: Overlay = new Map();
  let now = 0;
  return {
    jobId: 'job_1',
    turn: 1,
    prompt: 'Write color.',
    model,
    base: {
      list: () => Promise.resolve([...pages].map(([path, bytes]) => ({ path, sizeBytes: bytes.length }))),
      read: (path) => Promise.resolve(pages.get(path)),
    },
    gate: { check: () => Promise.resolve([]), parsePage: () => Promise.resolve([]) },
    journal: {
      load: () => Promise.resolve({ records: [...records], overlay }),
      append(record, changes) {
        records.push(record);
        overlay = new Map([
          ...overlay,
          ...changes.flatMap(({ path, entry }) => (entry === null ? [] : [[path, entry] as const])),
        ]);
        return Promise.resolve();
      },
    },
    policy: resolvePolicy({ limits: { maxModelAttempts: 3, ...limits } }),
    clock: {
      now: () => now,
      sleep(ms) {
        now += ms;
        return Promise.resolve();
      },
    },
    random: () => 0,
    secrets: [key],
    records,
  };
}
