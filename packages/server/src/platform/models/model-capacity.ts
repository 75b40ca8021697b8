import { defaultCapacity, type ModelCapacity } from '@docwright/doc-agent';
import type { ModelProvider, ModelSettings } from './model-settings.ts';

interface KnownFamily {
  /** Matches anywhere in the model's name, because gateways and regions add a prefix. */
  readonly name: RegExp;
  readonly contextTokens: number;
  readonly outputTokens: number;
  /** Set if the family's models can't see images. */
  readonly isBlind?: true;
}

const k = 1_000;

/**
 * Context windows and output limits by family; the first match applies. As of November 2026, from:
 * - Anthropic: platform.claude.com/docs/en/about-claude/models/overview and the pages of its models
 * - OpenAI: developers.openai.com/api/docs/models
 * - Google: ai.google.dev/gemini-api/docs/models
 */
const families: readonly KnownFamily[] = [
  { name: /claude-(?:fable|opus|sonnet)-[5-9]/, contextTokens: 1_000 * k, outputTokens: 128 * k },
  { name: /claude-3-(?:opus|sonnet|haiku)/, contextTokens: 200 * k, outputTokens: 4_096 },
  { name: /claude-3[.-]5/, contextTokens: 200 * k, outputTokens: 8_192 },
  { name: /claude/, contextTokens: 200 * k, outputTokens: 32 * k },
  { name: /gpt-[6-9]/, contextTokens: 1_050 * k, outputTokens: 128 * k },
  { name: /gpt-5/, contextTokens: 400 * k, outputTokens: 128 * k },
  { name: /gpt-4\.1/, contextTokens: 1_000 * k, outputTokens: 32 * k },
  { name: /gpt-4o/, contextTokens: 128 * k, outputTokens: 16 * k },
  { name: /gpt-4-turbo/, contextTokens: 128 * k, outputTokens: 4_096 },
  { name: /gpt-4(?!\d)/, contextTokens: 8_192, outputTokens: 4_096, isBlind: true },
  { name: /gpt-3\.5/, contextTokens: 16_385, outputTokens: 4_096, isBlind: true },
  { name: /(?:^|\/)o[1-9](?:-|$)/, contextTokens: 200 * k, outputTokens: 100 * k },
  { name: /gemini-(?:1\.5|2\.0)/, contextTokens: 1_000 * k, outputTokens: 8_192 },
  { name: /gemini-/, contextTokens: 1_000 * k, outputTokens: 64 * k },
];

/** A local server loads a model with the context window that its operator chose, which is rarely smaller than this. */
const localCapacity: ModelCapacity = { contextTokens: 32_768, outputTokens: 8_192 };
const localProviders: readonly ModelProvider[] = ['ollama', 'lmstudio', 'llamacpp', 'vllm'];
/** An answer never needs more tokens: longer pages are written in parts. */
const usedOutputTokens = 16 * k;

/**
 * The smallest limits in a chain, because any of its models may receive the next request. For the same reason, a chain
 * can see images only if all of its models can.
 */
export function findCapacity(chain: readonly ModelSettings[]): ModelCapacity {
  const capacities = chain.map(capacityOf);
  return {
    contextTokens: Math.min(...capacities.map(({ contextTokens }) => contextTokens)),
    outputTokens: Math.min(...capacities.map(({ outputTokens }) => outputTokens)),
    seesImages: capacities.every(({ seesImages }) => seesImages === true),
  };
}

function capacityOf({ provider, model, contextTokens, outputTokens, seesImages }: ModelSettings): ModelCapacity {
  const family = localProviders.includes(provider)
    ? undefined
    : families.find(({ name }) => name.test(model.toLowerCase()));
  const known = localProviders.includes(provider) ? localCapacity : (family ?? defaultCapacity);
  return {
    contextTokens: contextTokens ?? known.contextTokens,
    outputTokens: outputTokens ?? Math.min(known.outputTokens, usedOutputTokens),
    seesImages: seesImages ?? (family !== undefined && family.isBlind !== true),
  };
}
