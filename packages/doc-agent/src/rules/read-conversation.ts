import type { LanguageModelV4Message, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { readOwnWords } from '../policy/line-comments.ts';
import { readOptions, resolveChoice } from './options.ts';
import type { ToolAnswer } from './plan.ts';

export interface Conversation {
  /** The person's last request. */
  readonly prompt: string;
  /** The answers to each round of calls since then, in order. */
  readonly answers: readonly (readonly ToolAnswer[])[];
}

/** Splits a conversation. Messages that begin with `reminderMark` are reminders of the loop, not a person's words. */
export function readConversation(messages: readonly LanguageModelV4Message[], reminderMark: string): Conversation {
  let prompt = '';
  let options: string[] = [];
  let answers: ToolAnswer[][] = [];
  for (const message of messages) {
    if (message.role === 'user') {
      const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      if (text.startsWith(reminderMark)) continue;
      prompt = resolveChoice(readOwnWords(text), options);
      answers = [];
    }
    if (message.role === 'assistant') {
      for (const part of message.content) {
        const summary = part.type === 'tool-call' && part.toolName === 'finish' ? readSummary(part.input) : undefined;
        if (summary !== undefined) options = readOptions(summary);
      }
    }
    if (message.role === 'tool')
      answers.push(message.content.flatMap((part) => (part.type === 'tool-result' ? [toAnswer(part.output)] : [])));
  }
  return { prompt, answers };
}

function readSummary(input: unknown): string | undefined {
  // A malformed call's input is a string.
  const { summary } = Object(input) as { summary?: unknown };
  return typeof summary === 'string' ? summary : undefined;
}

function toAnswer(output: LanguageModelV4ToolResultOutput): ToolAnswer {
  const raw: unknown = 'value' in output ? output.value : {};
  let value = (typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : {}) as Record<string, unknown>;
  // The loop breaker wraps a repeated result with a warning.
  if (typeof value['warning'] === 'string' && typeof value['result'] === 'object')
    value = (value['result'] ?? {}) as Record<string, unknown>;
  const error = value['error'] as { code?: unknown; message?: unknown } | undefined;
  if (error === undefined) return { value };
  return { value, error: { code: String(error.code), message: String(error.message) } };
}
