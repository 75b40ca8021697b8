import { APICallError } from 'ai';
import type { AgentModel } from '@docwright/doc-agent';
import { modelLabel } from '@docwright/doc-agent';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';

/**
 * Combines several models: each request is sent to the first model, and to the next if that model fails. If all fail,
 * the first error is thrown. `response.modelId` is the model that answered, as `provider/model`. No other model
 * continues a stream that has started: if it is interrupted, the request fails.
 */
export function createFallbackModel(models: readonly AgentModel[]): AgentModel {
  const chain = models.filter((model): model is LanguageModelV4 => model.specificationVersion === 'v4');
  return {
    specificationVersion: 'v4',
    provider: 'fallback',
    modelId: chain.map((model) => modelLabel(model)).join(' → '),
    supportedUrls: {},
    doGenerate: (options) => askFirst(chain, options, generate),
    doStream: (options) => askFirst(chain, options, stream),
  };
}

async function askFirst<T>(
  chain: readonly LanguageModelV4[],
  options: LanguageModelV4CallOptions,
  ask: (model: LanguageModelV4, options: LanguageModelV4CallOptions) => Promise<T>,
): Promise<T> {
  let firstError: unknown = new Error('the list of models is empty');
  for (const [index, model] of chain.entries()) {
    try {
      return await ask(model, options);
    } catch (error) {
      if (options.abortSignal?.aborted === true) throw error;
      if (index === 0) firstError = error;
      if (!mayAnswerElsewhere(error)) throw error;
    }
  }
  throw firstError;
}

async function generate(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  const result = await model.doGenerate(options);
  return { ...result, response: { ...result.response, modelId: modelLabel(model, result.response?.modelId) } };
}

/** Parts that don't contain any of the answer's text yet. */
const preludes: ReadonlySet<LanguageModelV4StreamPart['type']> = new Set([
  'stream-start',
  'response-metadata',
  'raw',
  'text-start',
  'reasoning-start',
]);

/** Settles with the first part of an answer. If an error arrives before that, the next model is tried. */
async function stream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  const result = await model.doStream(options);
  const reader = result.stream.getReader();
  const begun: LanguageModelV4StreamPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.type === 'error' || value.type === 'finish') {
      await reader.cancel();
      throw value.type === 'error' ? value.error : new Error(`${modelLabel(model)} wrote nothing`);
    }
    begun.push(value.type === 'response-metadata' ? { ...value, modelId: modelLabel(model, value.modelId) } : value);
    if (!preludes.has(value.type)) break;
  }
  const rest = new ReadableStream<LanguageModelV4StreamPart>({
    pull: async (controller) => {
      const first = begun.shift();
      if (first !== undefined) return controller.enqueue(first);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { ...result, stream: rest };
}

/**
 * Whether another provider may be able to answer. A request that one provider considers malformed is probably malformed
 * for all providers, but keys, quotas, names and faults differ between providers.
 */
function mayAnswerElsewhere(error: unknown): boolean {
  return (
    !APICallError.isInstance(error) ||
    (error.statusCode !== 400 && error.statusCode !== 413 && error.statusCode !== 422)
  );
}
