import type { ModelMessage } from 'ai';
import type { JournalRecord } from '../ports.ts';
import { attachedNote, toImageMessage, type ImageBytes } from '../images/shown-images.ts';
import { quoteEvidence } from '../policy/evidence.ts';
import { reminderMark } from '../turn.ts';
import { Conversation } from './conversation.ts';
import type { HistoryLimits } from './conversation.ts';
import { typed } from './journal-data.ts';
import type { PromptData } from './journal-data.ts';

/**
 * Builds the conversation that a job sends to the model from the journal of all its turns.
 *
 * A pure function of the journal: a restarted turn sends the same bytes. Unless the conversation was summarized, each
 * request is the previous request with more messages. Images outside `images` are only named.
 */
export function buildMessages(
  records: readonly JournalRecord[],
  limits: HistoryLimits,
  images: ImageBytes = new Map(),
): ModelMessage[] {
  const conversation = new Conversation(limits, images);
  for (const record of records) {
    const { kind, data } = typed(record);
    switch (kind) {
      case 'prompt':
        conversation.addPrompt(toPromptMessages(data, images));
        break;
      case 'assistant':
        if (data.doubts === undefined && data.decision === undefined) conversation.addAnswer(data);
        break;
      case 'tool_results':
        conversation.addResults(data.results);
        break;
      case 'note':
        if (data.historyTokens !== undefined) conversation.limit(data.historyTokens);
        if (data.say !== '') conversation.addNote({ role: 'user', content: `${reminderMark}${data.say}` });
        break;
    }
  }
  return conversation.toMessages();
}

function toPromptMessages({ prompt, evidence = [], images = [] }: PromptData, known: ImageBytes): ModelMessage[] {
  const messages: ModelMessage[] = [];
  // Marked as our own message. The rules engine skips it, like every message that isn't from a person.
  if (evidence.length > 0) messages.push({ role: 'user', content: `${reminderMark}${quoteEvidence(evidence)}` });
  // Blank messages are omitted, because providers reject them.
  if (prompt.trim() !== '') messages.push({ role: 'user', content: prompt });
  const attached = toImageMessage(images, known, attachedNote);
  if (attached !== undefined) messages.push(attached);
  return messages;
}
