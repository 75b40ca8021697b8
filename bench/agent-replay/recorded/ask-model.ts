/** Two sources of a model's answers: an endpoint with the Chat Completions API, or files. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { WireReply } from '../../../packages/server/src/platform/models/testing/wire-streams.ts';
import { readCompletion, type ChatAnswer } from './recording.ts';

export type ChatRequest = Readonly<Record<string, unknown>>;

/** A provider's error, which the service receives unchanged. */
export class ProviderError extends Error {
  readonly reply: WireReply;
  constructor(reply: WireReply) {
    super('the provider returned an error');
    this.reply = reply;
  }
}

export type AskModel = (request: ChatRequest) => Promise<ChatAnswer>;

export interface Endpoint {
  readonly model: string;
  /** The address before `/chat/completions`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** @throws if the settings contain no endpoint */
export function readEndpoint(file: string): Endpoint {
  const { model, baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Endpoint>;
  if (model === undefined || baseUrl === undefined)
    throw new Error(`${file} needs "model" and "baseUrl" of an endpoint with the Chat Completions API`);
  return { model, baseUrl, ...(apiKey !== undefined && { apiKey }) };
}

/** Forwards the request without streaming, because the complete answer is stored. */
export function askEndpoint({ model, baseUrl, apiKey = '' }: Endpoint): AskModel {
  return async ({ stream: _stream, stream_options: _options, ...request }) => {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ ...request, model }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new ProviderError({ status: response.status, body: text });
    return readCompletion(JSON.parse(text));
  };
}

const pollMs = 100;

/**
 * Writes each request to a file, and waits for the file with its answer. An answer that already exists is used, so an
 * interrupted recording continues.
 */
export function askFolder(folder: string): AskModel {
  let count = 0;
  mkdirSync(folder, { recursive: true });
  return async (request) => {
    count += 1;
    const number = count;
    const file = join(folder, `${number}.request.json`);
    writeFileSync(`${file}.part`, JSON.stringify(request, null, 2));
    renameSync(`${file}.part`, file);
    const answerFile = join(folder, `${number}.answer.json`);
    while (!existsSync(answerFile)) await wait(pollMs);
    const { text = '', calls = [] } = JSON.parse(readFileSync(answerFile, 'utf8')) as {
      readonly text?: string;
      readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
    };
    return {
      text,
      calls: calls.map(({ name, arguments: input }, index) => ({
        id: `call_${number}_${index + 1}`,
        name,
        arguments: typeof input === 'string' ? input : JSON.stringify(input),
      })),
      finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
      usage: null,
    };
  };
}
