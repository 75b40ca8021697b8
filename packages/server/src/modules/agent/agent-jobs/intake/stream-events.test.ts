import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAgentJobEvent } from './stream-events.ts';
import type { ReadEvent } from './store.ts';

const event: ReadEvent = {
  job_id: 'aj_1',
  id: 3,
  type: 'pull_request.ready',
  at: new Date('2026-11-22T12:00:00Z'),
  data: { prLink: 'http://old.example:8080/pulls/docs/7/key', number: 7 },
  prompt: null,
  comments: null,
  attachments: null,
};

test('the link in an event points to the service’s current address, even if the address has changed since', () => {
  const { data } = toAgentJobEvent(event, { repository: 'local:docs' }, 'https://new.example/git/docs.git');
  assert.deepEqual(data, { prLink: 'https://new.example/pulls/docs/7/key', number: 7 });
});

test('a link to another code host is unchanged', () => {
  const data = { prLink: 'https://github.com/acme/docs/pull/7' };
  const repository = 'https://github.com/acme/docs';
  assert.deepEqual(toAgentJobEvent({ ...event, data }, { repository }, repository).data, data);
});

test('an event that starts a turn contains the turn’s prompt', () => {
  const begun: ReadEvent = { ...event, type: 'job.follow_up', data: { turn: 2 }, prompt: 'Continue' };
  const converted = toAgentJobEvent(begun, { repository: 'local:docs' }, 'https://new.example/git/docs.git');
  assert.deepEqual(converted.data, { prompt: 'Continue', turn: 2 });
});

test('a follow-up’s event contains its comments, and no prompt if the prompt is empty', () => {
  const comment = { path: 'a.mdx', side: 'after', from: 7, to: 7, lines: ['Old.'], text: 'Shorter.' } as const;
  const begun: ReadEvent = { ...event, type: 'job.follow_up', data: { turn: 2 }, prompt: '', comments: [comment] };
  const converted = toAgentJobEvent(begun, { repository: 'local:docs' }, 'https://new.example/git/docs.git');
  assert.deepEqual(converted.data, { comments: [comment], turn: 2 });
});
