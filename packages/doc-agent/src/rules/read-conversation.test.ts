import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { readConversation } from './read-conversation.ts';

const say = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
const finish = (input: unknown): LanguageModelV4Message => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'finish', input }],
});
const readPrompt = (...messages: readonly LanguageModelV4Message[]) => readConversation(messages, '[reminder]').prompt;

test('a follow-up can choose a request that the last summary offers, even a long one', () => {
  const long = `replace "a" with "${'b'.repeat(3000)}"`;
  const summary = `Send one of these instead:\n- \`delete page a\`\n- \`\` say \`x\` \`\`\n- \`${long}\``;
  const offer = finish({ summary });
  assert.equal(readPrompt(say('x'), offer, say('the second one')), 'say `x`');
  assert.equal(readPrompt(say('x'), offer, say('option 3')), long);
  assert.equal(readPrompt(say('x'), offer, say('`` say `x` ``')), 'say `x`');
  assert.equal(readPrompt(say('x'), offer, finish({ summary: 'Done.' }), say('1')), '1');
});

test('an earlier model’s malformed calls offer no requests and are ignored', () => {
  for (const input of ['{"summary": "- `delete', '', null, undefined, 7, [], { summary: 7 }])
    assert.equal(readPrompt(say('x'), finish(input), say('yes')), 'yes');
});
