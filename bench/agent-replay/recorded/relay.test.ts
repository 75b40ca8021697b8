import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nameConversation, startRelay } from './relay.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

test('simultaneous conversations are answered from their own folders, one answer after another', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await using relay = await startRelay(folder);
  const ask = async (messages: readonly Message[]): Promise<Message> => {
    const body = JSON.stringify({ model: 'm', messages });
    const response = await fetch(`${relay.baseUrl}/chat/completions`, { method: 'POST', body });
    const { choices } = (await response.json()) as { readonly choices: readonly { readonly message: Message }[] };
    assert.ok(choices[0]);
    return choices[0].message;
  };
  const talk = async (name: string): Promise<void> => {
    const first: readonly Message[] = [{ role: 'user', content: `Change ${name}` }];
    const own = join(folder, nameConversation({ messages: first }));
    mkdirSync(own);
    for (const count of [1, 2])
      writeFileSync(join(own, `${count}.answer.json`), JSON.stringify({ text: `${name} ${count}` }));
    const answer = await ask(first);
    const second = [...first, answer, { role: 'user', content: 'Thanks' }];
    assert.deepEqual([answer.content, (await ask(second)).content], [`${name} 1`, `${name} 2`]);
    const written = JSON.parse(readFileSync(join(own, '2.request.json'), 'utf8')) as { readonly messages: Message[] };
    assert.deepEqual(written.messages, second);
  };
  await Promise.all([talk('index'), talk('install')]);
});
