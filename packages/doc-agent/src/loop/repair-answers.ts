import type { LanguageModelV4Content } from '@ai-sdk/provider';
import type { LanguageModelMiddleware, ModelMessage } from 'ai';
import { isTooDeep } from '../json/is-too-deep.ts';
import { readTextCalls } from './read-text-calls.ts';

const maxTextLength = 200_000;
const maxInputLength = 2_000_000;

/** Thoughts that a server didn't separate from the answer. */
const thoughts = /^\s*<think(?:ing)?>[^]*?<\/think(?:ing)?>\s*/i;

/**
 * Converts answers to the form that the loop expects:
 *
 * 1. Thoughts at the beginning of a text are removed: they would be sent again with every request, and shown to people.
 * 2. Calls that a model wrote as text are converted to real calls.
 * 3. IDs are made unique in the whole history: for two calls with one ID, the SDK would pass the first call's input to
 *    both.
 * 4. Answers of many megabytes are truncated, and deeply nested arguments are rejected, before they are parsed.
 */
export function repairAnswers(messages: readonly ModelMessage[]): LanguageModelMiddleware {
  const used = usedIds(messages);
  return {
    specificationVersion: 'v4',
    async wrapGenerate({ doGenerate, params: { prompt, tools = [] } }) {
      const result = await doGenerate();
      const toolNames = new Set(tools.map(({ name }) => name));
      const answer = result.content.flatMap(withoutThoughts);
      const content = readTextCalls(answer, { prompt, toolNames }).map((part) => {
        if (part.type === 'text' && part.text.length > maxTextLength)
          return { ...part, text: part.text.slice(0, maxTextLength).toWellFormed() };
        if (part.type !== 'tool-call') return part;
        return { ...part, input: fitInput(part.input), toolCallId: takeId(part.toolCallId, used) };
      });
      return { ...result, content };
    },
  };
}

function withoutThoughts(part: LanguageModelV4Content): LanguageModelV4Content[] {
  if (part.type !== 'text') return [part];
  const text = part.text.replace(thoughts, '');
  if (text === part.text) return [part];
  return text === '' ? [] : [{ ...part, text }];
}

/**
 * Replaces input that is too large or nested too deeply with invalid JSON, so that the call is rejected with the
 * reason.
 */
function fitInput(input: string): string {
  if (input.length > maxInputLength) return '{"answer too large';
  return isTooDeep(input) ? '{"answer nested too deeply' : input;
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
