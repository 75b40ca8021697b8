/** An endpoint with the Chat Completions API that reads its answers from files. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { startScriptedModels } from '../../../packages/server/src/platform/models/testing/scripted-models.ts';
import { askFolder, type AskModel } from './ask-model.ts';
import { toCompletion } from './recording.ts';

export interface Relay extends AsyncDisposable {
  readonly baseUrl: string;
}

/**
 * Starts the endpoint. Each conversation has a folder, named after the messages before its first answer. Conversations
 * can therefore run at the same time, and the answers of an interrupted run can be reused.
 */
export async function startRelay(folder: string): Promise<Relay> {
  const conversations = new Map<string, AskModel>();
  const models = await startScriptedModels();
  const { baseUrl } = models.add('relay', 'openai-compatible', async ({ body }) => {
    const name = nameConversation(body);
    const ask = conversations.get(name) ?? askFolder(join(folder, name));
    conversations.set(name, ask);
    return { body: toCompletion(await ask(body), 'relay') };
  });
  return { baseUrl, [Symbol.asyncDispose]: () => models[Symbol.asyncDispose]() };
}

/** Returns the name of the folder of a request's conversation. */
export function nameConversation(body: Readonly<Record<string, unknown>>): string {
  const messages = body['messages'] as readonly { readonly role: string }[];
  const firstAnswer = messages.findIndex(({ role }) => role === 'assistant');
  const opening = firstAnswer === -1 ? messages : messages.slice(0, firstAnswer);
  return createHash('sha256').update(JSON.stringify(opening)).digest('hex').slice(0, 16);
}
