import { APICallError, wrapLanguageModel } from 'ai';
import type { LanguageModelMiddleware } from 'ai';
import { redactSecrets } from '@docwright/doc-agent';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { AgentModel } from '@docwright/doc-agent';
import { joinDeltas } from './join-deltas.ts';

/**
 * A model whose errors don't contain keys. Providers repeat keys in 401 messages, and the SDK's errors contain the
 * whole request. Only the status, the redacted text and the headers for retries are kept.
 */
export function hideKeys(model: AgentModel, secrets: readonly string[]): AgentModel {
  const middleware: LanguageModelMiddleware = {
    specificationVersion: 'v4',
    wrapGenerate: ({ doGenerate }) =>
      Promise.resolve(doGenerate()).catch((error: unknown) => rethrowClean(error, secrets)),
    wrapStream: async ({ doStream }) => {
      const result = await Promise.resolve(doStream()).catch((error: unknown) => rethrowClean(error, secrets));
      return { ...result, stream: ReadableStream.from(cleanParts(result.stream, secrets)) };
    },
  };
  return wrapLanguageModel({ model, middleware });
}

/** Removes keys from a stream's errors. A stream reports an error as a part or fails with it. */
async function* cleanParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  secrets: readonly string[],
): AsyncGenerator<LanguageModelV4StreamPart> {
  try {
    for await (const part of joinDeltas(stream))
      yield part.type === 'error' ? { ...part, error: toClean(part.error, secrets) } : part;
  } catch (error) {
    rethrowClean(error, secrets);
  }
}

const keptHeaders = ['retry-after', 'retry-after-ms', 'x-request-id', 'request-id'];
const maxBodyLength = 4000;

function rethrowClean(error: unknown, secrets: readonly string[]): never {
  throw toClean(error, secrets);
}

export function toClean(error: unknown, secrets: readonly string[]): unknown {
  if (error instanceof DOMException) return error;
  if (!APICallError.isInstance(error)) {
    const name = error instanceof Error ? error.name : 'Error';
    const message = clean(error instanceof Error ? error.message : JSON.stringify(error), secrets);
    return Object.assign(new Error(message), { name });
  }
  const headers = Object.entries(error.responseHeaders ?? {}).filter(([name]) =>
    keptHeaders.includes(name.toLowerCase()),
  );
  return new APICallError({
    message: clean(error.message, secrets),
    url: URL.parse(error.url)?.origin ?? '',
    requestBodyValues: {},
    ...(error.statusCode === undefined ? {} : { statusCode: error.statusCode }),
    responseHeaders: Object.fromEntries(headers),
    responseBody: clean((error.responseBody ?? '').slice(0, maxBodyLength), secrets),
    isRetryable: error.isRetryable,
  });
}

/**
 * Removes known values, keys in known formats, and the shortened form in which some providers repeat a wrong key
 * (`sk-ab***yz`).
 */
function clean(text: string, secrets: readonly string[]): string {
  let cleaned = redactSecrets(text, secrets);
  for (const secret of secrets) {
    const head = secret.slice(0, Math.min(8, Math.floor(secret.length / 2)));
    if (head.length >= 4) cleaned = cleaned.replace(new RegExp(`${escape(head)}[^\\s"'<>]*`, 'g'), '[redacted]');
  }
  return cleaned;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
