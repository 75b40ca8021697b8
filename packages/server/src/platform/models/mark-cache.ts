import { createHash } from 'node:crypto';
import type { LanguageModelV4CallOptions, LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { AgentModel } from '@docwright/doc-agent';
import { wrapLanguageModel } from 'ai';
import type { CacheMarking } from './cache-support.ts';

/**
 * A model whose requests mark what the provider should cache: tools, instructions, and the conversation up to its last
 * message. The next request begins with the same bytes, which the provider reads from the cache.
 */
export function markCache(model: AgentModel, marking: CacheMarking): AgentModel {
  if (marking === 'none') return model;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      transformParams: ({ params }) => Promise.resolve(mark(params, marking)),
    },
  });
}

function mark(params: LanguageModelV4CallOptions, marking: Exclude<CacheMarking, 'none'>): LanguageModelV4CallOptions {
  switch (marking) {
    case 'anthropic':
      return {
        ...params,
        prompt: markMessages(params.prompt, { anthropic: { cacheControl: ephemeral } }),
        ...(params.tools !== undefined && { tools: markLastTool(params.tools) }),
      };
    case 'bedrock':
      return { ...params, prompt: markMessages(params.prompt, { amazonBedrock: { cachePoint: { type: 'default' } } }) };
    case 'openrouter':
      return {
        ...params,
        prompt: params.prompt.map((message) => (message.role === 'system' ? markSystemText(message) : message)),
        providerOptions: withOptions(params.providerOptions, { openaiCompatible: { cache_control: ephemeral } }),
      };
    case 'openai':
      return {
        ...params,
        providerOptions: withOptions(params.providerOptions, { openai: { promptCacheKey: keyOf(params.prompt) } }),
      };
  }
}

const ephemeral = { type: 'ephemeral' } as const;

/**
 * Marks the instructions, the last message, and the message that was the last message of the previous request. A
 * provider searches for earlier entries only a few blocks back, and one answer can contain many calls.
 */
function markMessages(
  prompt: readonly LanguageModelV4Message[],
  options: SharedV4ProviderOptions,
): LanguageModelV4Message[] {
  const last = prompt.length - 1;
  const before = prompt.findLastIndex(({ role }, index) => index < last && (role === 'user' || role === 'tool'));
  const marked = new Set([prompt.findLastIndex(({ role }) => role === 'system'), before, last]);
  return prompt.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: withOptions(message.providerOptions, options) } : message,
  );
}

function markLastTool(tools: NonNullable<LanguageModelV4CallOptions['tools']>): typeof tools {
  return tools.map((tool, index) => {
    if (index < tools.length - 1 || tool.type !== 'function') return tool;
    return { ...tool, providerOptions: withOptions(tool.providerOptions, { anthropic: { cacheControl: ephemeral } }) };
  });
}

/** Writes instructions as a list of parts with a mark, because the SDK writes plain text, which can't have one. */
function markSystemText(message: Extract<LanguageModelV4Message, { role: 'system' }>): LanguageModelV4Message {
  const content = [{ type: 'text', text: message.content, cache_control: ephemeral }];
  return { ...message, providerOptions: withOptions(message.providerOptions, { openaiCompatible: { content } }) };
}

function withOptions(
  before: SharedV4ProviderOptions | undefined,
  added: SharedV4ProviderOptions,
): SharedV4ProviderOptions {
  const merged = Object.entries(added).map(([name, options]) => [name, { ...before?.[name], ...options }] as const);
  return { ...before, ...Object.fromEntries(merged) };
}

/** Returns the key that all requests of a job share: a digest of the instructions and the first message. */
function keyOf(prompt: readonly LanguageModelV4Message[]): string {
  const first = JSON.stringify(prompt.slice(0, 2).map(({ content }) => content));
  return `docwright-${createHash('sha256').update(first).digest('base64url').slice(0, 22)}`;
}
