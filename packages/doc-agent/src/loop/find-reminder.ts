import { AgentError } from '../errors.ts';
import type { AssistantData } from './journal-data.ts';
import { isTextCall } from './read-text-calls.ts';

export const noTools = (message: string): AgentError =>
  new AgentError('model_no_tools', message, {
    remedy: 'Use a model that supports tools, or a server that parses its tool calls.',
  });

/** The message after an answer without a tool call. */
export function findReminder({ text, truncated }: AssistantData): string {
  if (truncated === true)
    return 'Your answer was cut off by the output limit before it called a tool. Write less text, and large pages in parts.';
  if (text.trim() === '') return 'Your answer was empty. Call a tool, or finish.';
  if (isTextCall(text))
    return 'Your answer contains a tool call as text, so nothing was done. Call the tool through the interface for tools.';
  return 'Your answer called no tool, so nothing was done. Continue with a tool, or call finish with your result or question.';
}
