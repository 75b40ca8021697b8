import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPrompt } from './to-prompt.ts';

test('the text of a single message is the prompt, unchanged', () => {
  assert.equal(toPrompt([{ role: 'user', content: ' Describe\n\nkeys ' }]), ' Describe\n\nkeys ');
});

test('instructions and earlier answers are introduced, in the order of the messages', () => {
  const prompt = toPrompt([
    { role: 'system', content: 'Write briefly.' },
    { role: 'user', content: 'Describe keys.' },
    { role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: 'Done.' }] },
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'Now' },
        { type: 'reasoning', text: 'x' },
        { type: 'text', text: 'more.' },
      ],
    },
  ]);
  assert.equal(
    prompt,
    'Further instructions:\n\nWrite briefly.\n\nDescribe keys.\n\nAn earlier answer, as context:\n\nDone.\n\nNow\nmore.',
  );
});

test('a message’s `content` is used instead of its `parts`', () => {
  assert.equal(toPrompt([{ role: 'user', content: 'One', parts: [{ type: 'text', text: 'Two' }] }]), 'One');
});
