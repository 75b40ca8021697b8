import { defaultTurnLimits } from '@docwright/site-assistant';
import type { SiteServiceSettings } from '@docwright/site-assistant';
import { SettingsError, type SettingReader } from '@docwright/site-server/settings';
import type { readerSettings } from './reader-settings.ts';

/** The location of a model. */
export interface ServedModelSettings {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
}

/** A site's services in addition to its files. */
export interface ReaderServices extends Omit<SiteServiceSettings, 'model' | 'meaning'> {
  /** The assistant's model, or `undefined` if none is configured. */
  readonly model: ServedModelSettings | undefined;
  /** Maximum time without data from the model's server. */
  readonly silenceMs: number;
  /** The model that compares searches by meaning, or `undefined` if searches compare only words. */
  readonly embedding: ServedModelSettings | undefined;
}

type Reader = SettingReader<typeof readerSettings>;

const MAX_STARTERS = 6;

/** @throws SettingsError */
export function readServices(read: Reader): ReaderServices {
  return {
    search: read('search.mode'),
    mcp: read('mcp.mode'),
    assistant: read('assistant.mode'),
    model: readModel(read, ['assistant.baseUrl', 'assistant.model', 'assistant.apiKey']),
    silenceMs: read('assistant.silenceSeconds') * 1000,
    embedding: readModel(read, ['search.embeddingBaseUrl', 'search.embeddingModel', 'search.embeddingApiKey']),
    name: read('assistant.name'),
    greeting: read('assistant.greeting'),
    starters: read('assistant.starters')
      .split('|')
      .map((starter) => starter.trim())
      .filter((starter) => starter !== '')
      .slice(0, MAX_STARTERS),
    instructions: read('assistant.instructions'),
    turn: {
      ...defaultTurnLimits,
      timeoutMs: read('assistant.timeoutSeconds') * 1000,
    },
    messagesPerMinute: read('assistant.messagesPerMinute'),
    messagesPerDay: read('assistant.messagesPerDay'),
    searchesPerMinute: read('search.requestsPerMinute'),
    maxConcurrent: read('assistant.maxConcurrent'),
    clientAddressHeader: read('assistant.clientAddressHeader'),
  };
}

type Names = readonly [
  baseUrl: 'assistant.baseUrl' | 'search.embeddingBaseUrl',
  model: 'assistant.model' | 'search.embeddingModel',
  apiKey: 'assistant.apiKey' | 'search.embeddingApiKey',
];

function readModel(read: Reader, names: Names): ServedModelSettings | undefined {
  const baseUrl = read(names[0]);
  const model = read(names[1]);
  if (baseUrl === undefined && model === '') return undefined;
  if (baseUrl === undefined || model === '')
    throw new SettingsError(
      `${names[0]} and ${names[1]} must be set together; ${model === '' ? names[1] : names[0]} is empty.`,
    );
  return { baseUrl, model, apiKey: read(names[2]) };
}
