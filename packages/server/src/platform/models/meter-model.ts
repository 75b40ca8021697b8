import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { AgentModel } from '@docwright/doc-agent';
import { wrapLanguageModel } from 'ai';
import type { ModelPrices } from './model-settings.ts';
import { findCost } from './price-model.ts';

/** What may be spent on answers. */
export interface ModelBudget {
  /** Whether there is a limit: a model whose cost nobody knows is not asked then. Without one, costs are only counted. */
  readonly isLimited: boolean;
  /** Sets aside what a call can cost at most, and gives how the unused part comes back. @throws BudgetSpent where less is left */
  reserve(usd: number): Promise<(unusedUsd: number) => Promise<void>>;
}

export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** Output where the caller names no bound. */
const defaultOutputTokens = 4_096;

/**
 * A model whose calls stay within a budget, whatever else is asked at the same time.
 *
 * 1. Before a call, the most that it can cost is set aside: no text has more tokens than bytes.
 * 2. After it, the rest comes back. A call that breaks off, or doesn't say what it used, keeps all that was set aside.
 */
export function meterModel(model: AgentModel, prices: ModelPrices, budget: ModelBudget): AgentModel {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: () => Promise.reject(new Error('a model with a budget streams')),
      wrapStream: async ({ doStream, params }) => {
        const most = findMost(params, prices);
        const giveBack = await budget.reserve(most); // 1
        const result = await Promise.resolve(doStream()).catch(async (error: unknown) => {
          // A refusal costs nothing; a provider that was left while it said nothing may be thinking for money. 2
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
  const price = Math.max(prices.inputUsdPerMillion, prices.cachedInputUsdPerMillion ?? 0);
  return (input * price + output * prices.outputUsdPerMillion) / 1_000_000;
}
