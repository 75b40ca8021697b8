import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const assistantOff = (domain: string): ApiError =>
  new ApiError(
    'assistant_off',
    `The live deployment of "${domain.slice(0, 200)}" has no assistant. Set "features.assistant" of the project and deploy it again.`,
    { hasMessage: true },
  );

export const assistantDisabled = (domain: string): ApiError =>
  new ApiError(
    'assistant_off',
    `The assistant is turned off for the project of "${domain.slice(0, 200)}". Set "enabled" in its assistant settings.`,
    { hasMessage: true },
  );

export const assistantBusy = (running: number): ApiError =>
  new ApiError(
    'assistant_busy',
    `${countOf(running, 'answer is', 'answers are')} in progress, which is the limit for this organization or address. Try again in a second.`,
    {
      hasMessage: true,
      headers: { 'retry-after': '1' },
    },
  );

export const messageInProgress = (messageId: string): ApiError =>
  new ApiError(
    'assistant_message_in_progress',
    `The message "${messageId}" is still being answered. Send it again in two seconds.`,
    { hasMessage: true, headers: { 'retry-after': '2' } },
  );

export const threadNotFound = (threadId: string): ApiError =>
  new ApiError('not_found', `This visitor (\`fp\`) has no thread "${threadId.slice(0, 200)}" on the site.`, {
    hasMessage: true,
  });

export const conversationNotFound = (conversationId: string): ApiError =>
  new ApiError('not_found', `The project has no conversation "${conversationId.slice(0, 200)}".`);

export const invalidMessage = (reason: string, cause: unknown): ApiError =>
  new ApiError('invalid_request', `The body is not valid: ${reason}.`, { hasMessage: true, cause });

export const operationRetired = (domain: string): ApiError => {
  const successor = `/discovery/v2/assistant/${encodeURIComponent(domain)}/message`;
  return new ApiError(
    'operation_retired',
    `Version 1 of the assistant was removed. Send the message to ${successor}.`,
    {
      hasMessage: true,
      headers: { link: `<${successor}>; rel="successor-version"` },
    },
  );
};
