import type { AssistantThread } from '@docwright/contract';
import type { StoredMessage } from './store.ts';

/** Converts messages to UI messages of the AI SDK, as `useChat` accepts them. */
export function toThread(threadId: string, messages: readonly StoredMessage[]): AssistantThread {
  return { threadId, messages: messages.flatMap(toUiMessages) };
}

function toUiMessages({ messageId, question, answerId, answer }: StoredMessage): AssistantThread['messages'] {
  const asked = { id: messageId, role: 'user' as const, parts: [{ type: 'text' as const, text: question }] };
  if (answer === undefined) return [asked];
  const sources = answer.sources.map(({ url, title }) => ({ type: 'source-url' as const, sourceId: url, url, title }));
  const parts = [...sources, { type: 'text' as const, text: answer.text }];
  return [asked, { id: answerId, role: 'assistant', parts, metadata: { outcome: answer.outcome } }];
}
