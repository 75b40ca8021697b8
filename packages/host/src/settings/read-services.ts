import { defaultTurnLimits } from '@docwright/site-assistant';
import type { ServiceMode, SiteServiceSettings } from '@docwright/site-assistant';
import { HostError } from '../errors.ts';

/** Where the assistant's model is; undefined where it has none. */
export interface AssistantModelSettings {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
}

/** What a site answers besides its files. */
export interface ReaderServices extends Omit<SiteServiceSettings, 'model'> {
  readonly model: AssistantModelSettings | undefined;
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
    model: readModel(values),
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

function readModel(values: Values): AssistantModelSettings | undefined {
  const baseUrl = values.text('assistant.baseUrl').replace(/(?<!\/)\/+$/, '');
  const model = values.text('assistant.model');
  if (baseUrl === '' && model === '') return undefined;
  if (baseUrl === '' || model === '')
    throw new HostError(
      'setting-invalid',
      `assistant.baseUrl and assistant.model belong together; ${baseUrl === '' ? 'assistant.baseUrl' : 'assistant.model'} is empty`,
    );
  return { baseUrl, model, apiKey: values.text('assistant.apiKey') };
}
