import type { Dispatcher } from 'undici';
import { HttpClientError } from './errors.ts';
import type { HttpResponse } from './http-client.ts';

export interface ResponseRules {
  readonly url: URL;
  readonly maxBytes: number;
  /** Converts connection errors. */
  readonly toError: (error: unknown) => HttpClientError;
}

/** @throws HttpClientError `response-too-large` immediately if the response announces its size */
export function toHttpResponse(answer: Dispatcher.ResponseData, rules: ResponseRules): HttpResponse {
  const headers = joinHeaders(answer.headers);
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > rules.maxBytes) {
    answer.body.on('error', () => undefined).destroy();
    throw tooLarge(rules, announced);
  }
  const body = readCapped(answer, rules);
  const bytes = async (): Promise<Uint8Array> => Buffer.concat(await Array.fromAsync(body));
  return {
    status: answer.statusCode,
    headers,
    url: rules.url.href,
    body,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
    discard: async () => {
      answer.body.on('error', () => undefined).destroy();
    },
  };
}

async function* readCapped(answer: Dispatcher.ResponseData, rules: ResponseRules): AsyncGenerator<Uint8Array> {
  let total = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      total += chunk.byteLength;
      if (total > rules.maxBytes) throw tooLarge(rules, total);
      yield chunk;
    }
  } catch (error) {
    throw rules.toError(error);
  }
}

function tooLarge(rules: ResponseRules, bytes: number): HttpClientError {
  return new HttpClientError(
    'response-too-large',
    `The response from ${rules.url.hostname} has ${bytes} bytes or more; at most ${rules.maxBytes} are allowed.`,
  );
}

function joinHeaders(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return Object.fromEntries(entries) as Record<string, string>;
}
