import type { LanguageModelMiddleware, ModelMessage } from 'ai';
import { readTextCalls } from './read-text-calls.ts';

const maxTextLength = 200_000;
const maxInputLength = 2_000_000;

/**
 * Answers as the loop expects them:
 *
 * 1. Calls that a model wrote as text are real calls.
 * 2. IDs are unique, also within the whole history: for two calls with one ID, the SDK would pass the first call's input
 *    to both.
 * 3. Answers of many megabytes are cut before anything parses them.
 */
export function repairAnswers(messages: readonly ModelMessage[]): LanguageModelMiddleware {
  const used = usedIds(messages);
  return {
    specificationVersion: 'v4',
    async wrapGenerate({ doGenerate, params: { prompt, tools = [] } }) {
      const result = await doGenerate();
      const toolNames = new Set(tools.map(({ name }) => name));
      const content = readTextCalls(result.content, { prompt, toolNames }).map((part) => {
        if (part.type === 'text' && part.text.length > maxTextLength)
          return { ...part, text: part.text.slice(0, maxTextLength).toWellFormed() };
        if (part.type !== 'tool-call') return part;
        const input = part.input.length > maxInputLength ? '{"answer too large' : part.input;
        return { ...part, input, toolCallId: takeId(part.toolCallId, used) };
      });
      return { ...result, content };
    },
  };
}

function takeId(id: string, used: Set<string>): string {
  let unique = id === '' ? 'call' : id;
  for (let count = 2; used.has(unique); count++) unique = `${id === '' ? 'call' : id}-${count}`;
  used.add(unique);
  return unique;
}

function usedIds(messages: readonly ModelMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue;
    for (const part of message.content) if (part.type === 'tool-call') ids.add(part.toolCallId);
  }
  return ids;
}
