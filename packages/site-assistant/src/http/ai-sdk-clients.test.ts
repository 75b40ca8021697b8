/**
 * Tests the AI SDK's own clients of each major version: the class on which `useChat` is built reads an answer from a
 * real server.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as major7 from 'ai';
import * as major5 from 'ai-5';
import * as major6 from 'ai-6';
import { sampleSite } from '../testing/sample-site.ts';
import { serveSample, type ServedSample } from '../testing/serve-sample.ts';

let site: ServedSample;
before(async () => {
  const markdown = '## Rotate a key\n\nCreate a second key, then delete the first.';
  site = await serveSample(sampleSite([{ path: 'guides/keys', title: 'API keys', markdown }]));
});
after(() => site[Symbol.asyncDispose]());

/** The state that a framework stores for a chat; here, plain fields. */
class PlainState<Message> {
  status: 'submitted' | 'streaming' | 'ready' | 'error' = 'ready';
  error: Error | undefined;
  messages: Message[] = [];
  pushMessage = (message: Message): void => void this.messages.push(message);
  popMessage = (): void => void this.messages.pop();
  replaceMessage = (place: number, message: Message): void => void (this.messages[place] = message);
  snapshot = <T>(thing: T): T => structuredClone(thing);
}

class Chat5 extends major5.AbstractChat<major5.UIMessage> {}
class Chat6 extends major6.AbstractChat<major6.UIMessage> {}
class Chat7 extends major7.AbstractChat<major7.UIMessage> {}

const options = () => ({ api: `${site.origin}/_docwright/assistant/message` });
const chats = {
  5: () => new Chat5({ state: new PlainState(), transport: new major5.DefaultChatTransport(options()) }),
  6: () => new Chat6({ state: new PlainState(), transport: new major6.DefaultChatTransport(options()) }),
  7: () => new Chat7({ state: new PlainState(), transport: new major7.DefaultChatTransport(options()) }),
} as const;

for (const [major, open] of Object.entries(chats))
  test(`a chat of the AI SDK ${major} receives an answer with its source for each of two questions`, async () => {
    const chat = open();
    for (const text of ['How do I rotate a key?', 'Which key do I delete?']) {
      await chat.sendMessage({ text });
      assert.deepEqual([chat.status, chat.error], ['ready', undefined]);
    }
    const answers = chat.messages.filter(({ role }) => role === 'assistant');
    assert.equal(answers.length, 2);
    for (const { parts, metadata } of answers) {
      assert.match(JSON.stringify(parts), /then delete the first/);
      assert.equal(parts.find((part) => part.type === 'source-url')?.url, '/guides/keys#rotate-a-key');
      assert.deepEqual(metadata, { outcome: 'answered' });
    }
  });

test('a program without a client library can read server-sent events that end with [DONE]', async () => {
  const messages = [{ role: 'user', content: 'How do I rotate a key?' }];
  const answer = await fetch(options().api, { method: 'POST', body: JSON.stringify({ messages }) });
  assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
  const events = (await answer.text()).trimEnd().split('\n\n');
  assert.ok(events.every((event) => event.startsWith('data: ')));
  assert.equal(events.pop(), 'data: [DONE]');
  const types = events.map((event) => (JSON.parse(event.slice(6)) as { readonly type: string }).type);
  assert.deepEqual([types[0], types.at(-1)], ['start', 'finish']);
  assert.ok(types.includes('text-delta') && types.includes('source-url'));
});
