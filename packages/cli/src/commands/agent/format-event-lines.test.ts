import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEvent } from './format-event-lines.ts';

const followUp = (data: Record<string, unknown>) =>
  describeEvent({ id: 2, type: 'job.follow_up', at: '2026-01-01T00:00:00.000Z', data });

test('a follow-up shows its prompt, and one line for each comment', () => {
  const comment = { path: 'a.mdx', side: 'after', from: 7, to: 8, lines: ['x', 'y'], text: 'Shorter.\nMuch.' };
  assert.deepEqual(followUp({ prompt: 'Continue' }), ['Follow-up: Continue']);
  assert.deepEqual(followUp({ comments: [comment, { ...comment, to: 7 }] }), [
    'Comment on a.mdx, lines 7–8: Shorter. Much.',
    'Comment on a.mdx, line 7: Shorter. Much.',
  ]);
  assert.deepEqual(followUp({ prompt: 'Continue', comments: [comment] }).length, 2);
});
