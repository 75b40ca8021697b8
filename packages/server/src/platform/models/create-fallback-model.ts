import { APICallError } from 'ai';
import type { AgentModel } from '@docwright/doc-agent';
import { modelLabel } from '@docwright/doc-agent';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';

/**
 * Several models as one: each answer is asked of the first, and of the next when that one can't give it. The first
 * error is the one that is thrown when none can. `response.modelId` says which one answered, as `provider/model`.
 */
export function createFallbackModel(models: readonly AgentModel[]): AgentModel {
  const chain = models.filter((model): model is LanguageModelV4 => model.specificationVersion === 'v4');
  return {
    specificationVersion: 'v4',
    provider: 'fallback',
    modelId: chain.map((model) => modelLabel(model)).join(' → '),
    supportedUrls: {},
    doGenerate: (options) => generateWithFirst(chain, options),
    doStream: () =>
      Promise.reject(new Error('a chain of models does not stream: a cut answer could not be taken over')),
  };
}

async function generateWithFirst(
  chain: readonly LanguageModelV4[],
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  let firstError: unknown = new Error('the chain holds no model');
  for (const [index, model] of chain.entries()) {
    try {
      const result = await model.doGenerate(options);
      return { ...result, response: { ...result.response, modelId: modelLabel(model, result.response?.modelId) } };
    } catch (error) {
      if (options.abortSignal?.aborted === true) throw error;
      if (index === 0) firstError = error;
      if (!mayAnswerElsewhere(error)) throw error;
    }
  }
  throw firstError;
}

/** A request that one provider calls malformed is most likely so for all; keys, quotas, names and faults differ. */
function mayAnswerElsewhere(error: unknown): boolean {
  return (
    !APICallError.isInstance(error) ||
    (error.statusCode !== 400 && error.statusCode !== 413 && error.statusCode !== 422)
  );
}
