import { defaultTurnLimits } from '@docwright/site-assistant';
import type { ServiceMode, SiteServiceSettings } from '@docwright/site-assistant';
import { HostError } from '../errors.ts';

/** The location of a model. */
export interface ServedModelSettings {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
}

/** A site's services in addition to its files. */
export interface ReaderServices extends Omit<SiteServiceSettings, 'model' | 'meaning'> {
  /** The assistant's model, or `undefined` if none exists. */
  readonly model: ServedModelSettings | undefined;
  /** Maximum time without data from its server. */
  readonly silenceMs: number;
  /** The model that compares searches by meaning, or `undefined` if only words count. */
  readonly embedding: ServedModelSettings | undefined;
}

interface Values {
  text(name: string): string;
  number(name: string): number;
}

const MAX_STARTERS = 6;

/** @throws HostError `setting-invalid` */
export function readServices(values: Values): ReaderServices {
  const mode = (name: string): ServiceMode => {
    const value = values.text(name);
    return value === 'on' || value === 'off' ? value : 'bundle';
  };
  return {
    search: mode('search.mode'),
    mcp: mode('mcp.mode'),
    assistant: mode('assistant.mode'),
    model: readModel(values, ['assistant.baseUrl', 'assistant.model', 'assistant.apiKey']),
    silenceMs: values.number('assistant.silenceSeconds') * 1000,
    embedding: readModel(values, ['search.embeddingBaseUrl', 'search.embeddingModel', 'search.embeddingApiKey']),
    name: values.text('assistant.name'),
    greeting: values.text('assistant.greeting'),
    starters: values
      .text('assistant.starters')
      .split('|')
      .map((starter) => starter.trim())
      .filter((starter) => starter !== '')
      .slice(0, MAX_STARTERS),
    instructions: values.text('assistant.instructions'),
    turn: {
      ...defaultTurnLimits,
      maxSteps: values.number('assistant.maxSteps'),
      timeoutMs: values.number('assistant.timeoutSeconds') * 1000,
    },
    messagesPerMinute: values.number('assistant.messagesPerMinute'),
    messagesPerDay: values.number('assistant.messagesPerDay'),
    searchesPerMinute: values.number('search.requestsPerMinute'),
    maxConcurrent: values.number('assistant.maxConcurrent'),
    clientAddressHeader: values.text('assistant.clientAddressHeader'),
  };
}

type Names = readonly [baseUrl: string, model: string, apiKey: string];

function readModel(values: Values, names: Names): ServedModelSettings | undefined {
  const baseUrl = values.text(names[0]).replace(/(?<!\/)\/+$/, '');
  const model = values.text(names[1]);
  if (baseUrl === '' && model === '') return undefined;
  if (baseUrl === '' || model === '')
    throw new HostError(
      'setting-invalid',
      `${names[0]} and ${names[1]} must be set together; ${baseUrl === '' ? names[0] : names[1]} is empty`,
    );
  return { baseUrl, model, apiKey: values.text(names[2]) };
}
