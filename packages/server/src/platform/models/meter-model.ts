import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { AgentModel } from '@docwright/doc-agent';
import { wrapLanguageModel } from 'ai';
import type { ModelPrices } from './model-settings.ts';
import { findCost } from './price-model.ts';

/** The budget for answers. */
export interface ModelBudget {
  /**
   * Whether the budget is limited. If so, models without a known cost aren't used. Otherwise, costs are only counted.
   */
  readonly isLimited: boolean;
  /**
   * Reserves the maximum cost of a call, and returns a function that releases the unused part.
   * @throws BudgetSpent if less remains
   */
  reserve(usd: number): Promise<(unusedUsd: number) => Promise<void>>;
}

export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** Maximum number of output tokens if the caller doesn't set a limit. */
const defaultOutputTokens = 4_096;

/**
 * A model whose calls stay within a budget, even if they run concurrently.
 *
 * 1. Before a call, its maximum cost is reserved: a text never has more tokens than bytes.
 * 2. After the call, the unused part is released. If a call is interrupted or doesn't report its usage, the whole
 *    reservation counts.
 */
export function meterModel(model: AgentModel, prices: ModelPrices, budget: ModelBudget): AgentModel {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: () => Promise.reject(new Error('a model with a budget must stream')),
      wrapStream: async ({ doStream, params }) => {
        const most = findMost(params, prices);
        const giveBack = await budget.reserve(most); // 1
        const result = await Promise.resolve(doStream()).catch(async (error: unknown) => {
          // Rule 2. A refusal costs nothing. A provider that was abandoned because it was silent may still be
          // generating tokens, which are billed.
          if (!isLeft(error)) await giveBack(most);
          throw error;
        });
        const metered = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
          transform: async (part, controller) => {
            if (part.type === 'finish') {
              const cost = findCost(part.usage, prices);
              if (cost !== undefined) await giveBack(most - cost); // 2
            }
            controller.enqueue(part);
          },
        });
        return { ...result, stream: result.stream.pipeThrough(metered) };
      },
    },
  });
}

const isLeft = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');

function findMost({ prompt, tools, maxOutputTokens }: LanguageModelV4CallOptions, prices: ModelPrices): number {
  const input = Buffer.byteLength(JSON.stringify([prompt, tools]));
  const output = maxOutputTokens ?? defaultOutputTokens;
  const { inputUsdPerMillion, cachedInputUsdPerMillion = 0, cacheWriteUsdPerMillion = 0 } = prices;
  const price = Math.max(inputUsdPerMillion, cachedInputUsdPerMillion, cacheWriteUsdPerMillion);
  return (input * price + output * prices.outputUsdPerMillion) / 1_000_000;
}
