import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAsk, describeLeftOut } from './describe-ask.ts';

const draft = { branch: 'main', file: 'a.mdx', hasQuote: false, suggestions: ['cmt_1'], leftOut: [] };
const ended = { status: 'completed', result: 'changes', error: null, summary: 'Done.', draft } as const;

test('a finished request is described by its suggestions, question or error', () => {
  assert.deepEqual(describeAsk(ended), { tone: 'good', title: '1 suggestion', text: '' });
  const nothing = { ...ended, result: 'no_changes' as const, draft: { ...draft, suggestions: [] } };
  assert.deepEqual(describeAsk(nothing), { tone: 'neutral', title: 'The agent suggests no changes', text: 'Done.' });
  assert.equal(describeAsk({ ...nothing, result: 'needs_input' }).title, 'The agent has a question');
  const answer = describeAsk({ ...nothing, result: 'answer', summary: 'In a.mdx.' });
  assert.deepEqual(answer, { tone: 'neutral', title: 'The agent’s answer', text: 'In a.mdx.' });
  const leftOut = [{ file: 'a.mdx', reason: 'outside', changes: 2 } as const];
  assert.equal(describeAsk({ ...nothing, draft: { ...nothing.draft, leftOut } }).text, '', 'the list says why');
  const error = { code: 'budget_exceeded', message: 'Too long.', remedy: 'Ask less.', retryable: false } as const;
  assert.deepEqual(describeAsk({ ...ended, status: 'failed', result: null, error }), {
    tone: 'bad',
    title: 'Too long.',
    text: 'Ask less.',
  });
  const stopped = { ...error, code: 'cancelled' } as const;
  assert.equal(
    describeAsk({ ...ended, status: 'failed', result: null, error: stopped }).title,
    'The agent was stopped',
  );
});

test('the list of omitted changes names other files', () => {
  const left = { reason: 'outside', changes: 2 } as const;
  assert.equal(describeLeftOut({ ...left, file: undefined }), '2 changes outside the part that you chose');
  assert.equal(describeLeftOut({ ...left, file: 'b.mdx' }), 'b.mdx: 2 changes outside the part that you chose');
});
