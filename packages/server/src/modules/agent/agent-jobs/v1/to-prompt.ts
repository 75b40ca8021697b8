import { maxPromptLength, type MessageV1 } from '@docwright/contract';
import { ApiError } from '../../../../platform/http/index.ts';

/** Introductions for the text of messages that aren't the task. */
const introductions = {
  user: undefined,
  system: 'Further instructions:',
  assistant: 'An earlier answer, as context:',
} as const;

/**
 * Converts messages to a job's prompt. A single user message is the prompt, unchanged.
 * @throws ApiError invalid_request
 */
export function toPrompt(messages: readonly MessageV1[]): string {
  const texts = messages
    .map((message) => ({ role: message.role, text: readText(message) }))
    .filter(({ text }) => text.trim() !== '');
  if (!texts.some(({ role }) => role === 'user')) {
    throw refused('must contain a message with the role "user" and text in `content` or `parts`');
  }
  const prompt = texts
    .map(({ role, text }) => (introductions[role] === undefined ? text : `${introductions[role]}\n\n${text}`))
    .join('\n\n');
  if (prompt.length > maxPromptLength) {
    throw refused(`must have at most ${maxPromptLength} characters in total, but has ${prompt.length}`);
  }
  return prompt;
}

const readText = ({ content, parts = [] }: MessageV1): string =>
  content ??
  parts
    .filter(({ type }) => type === 'text')
    .map(({ text = '' }) => text)
    .join('\n');

const refused = (message: string): ApiError =>
  new ApiError('invalid_request', `The field "messages" ${message}.`, { details: [{ path: 'messages', message }] });
