import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { reminderMark } from '../turn.ts';
import { nextRequests } from './plan-turn.ts';
import { readConversation } from './read-conversation.ts';

/**
 * The deterministic engine behind `builtin/rules-1`: a model of the AI SDK that needs no key and no network. It reads
 * the language of docs/agent/rules-engine.mdx, and works through the same tools as any other model. The same
 * conversation always produces the same answer.
 */
export function createRulesModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'builtin',
    modelId: 'rules-1',
    supportedUrls: {},
    doGenerate: (options) => Promise.resolve(answer(options)),
    doStream: (options) => Promise.resolve({ stream: toStream(answer(options)) }),
  };
}

/** Reports zero tokens, because none are used. */
const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
} as const;

function answer(options: LanguageModelV4CallOptions): LanguageModelV4GenerateResult {
  const { prompt, answers } = readConversation(options.prompt, reminderMark);
  const known = new Set((options.tools ?? []).map((tool) => tool.name));
  const requests = nextRequests(prompt, answers).filter((request) => known.has(request.tool));
  const calls: LanguageModelV4Content[] = requests.map((request, index) => ({
    type: 'tool-call',
    toolCallId: `rules-${options.prompt.length}-${index + 1}`,
    toolName: request.tool,
    input: JSON.stringify(request.input),
  }));
  const content: LanguageModelV4Content[] =
    calls.length > 0 ? calls : [{ type: 'text', text: 'Nothing is left to do.' }];
  const finishReason = { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined } as const;
  return { content, finishReason, usage, warnings: [], providerMetadata: { docwright: { costUsd: 0 } } };
}

function toStream(result: LanguageModelV4GenerateResult): ReadableStream<LanguageModelV4StreamPart> {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const part of result.content) {
    if (part.type === 'tool-call') parts.push(part);
    if (part.type === 'text')
      parts.push(
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: part.text },
        { type: 'text-end', id: '1' },
      );
  }
  parts.push({ type: 'finish', usage: result.usage, finishReason: result.finishReason });
  return ReadableStream.from(parts);
}
