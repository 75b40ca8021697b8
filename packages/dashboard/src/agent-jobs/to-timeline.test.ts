import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentJobEvent } from '@docwright/sdk';
import { findGate, findRisks, findSentComments, toTimeline } from './to-timeline.ts';

let id = 0;
const event = (type: AgentJobEvent['type'], data: Record<string, unknown> = {}): AgentJobEvent => ({
  id: (id += 1),
  type,
  at: '2026-03-01T12:00:00.000Z',
  data,
});
const model = event('step.model', {
  detail: { text: 'Looking.', elapsedMs: 100, calls: [{ id: 'a', name: 'read', input: { path: 'x.mdx' } }] },
});
const tools = event('step.tools', {
  detail: { elapsedMs: 20, results: [{ id: 'a', output: { lines: 3 }, isError: false }] },
});

test('a step shows its calls as running until their results arrive', () => {
  const [running] = toTimeline([model]);
  assert.ok(running?.kind === 'step');
  assert.deepEqual(
    running.calls.map(({ name, state }) => `${name} ${state}`),
    ['read running'],
  );
  const [done] = toTimeline([model, tools]);
  assert.ok(done?.kind === 'step');
  assert.deepEqual([done.calls[0]?.state, done.calls[0]?.output, done.elapsedMs], ['done', { lines: 3 }, 120]);
});

test('a call that a tool rejected is marked', () => {
  const refused = event('step.tools', { detail: { results: [{ id: 'a', output: 'no such file', isError: true }] } });
  const [step] = toTimeline([model, refused]);
  assert.ok(step?.kind === 'step');
  assert.equal(step.calls[0]?.state, 'refused');
});

test('an answer is a successful end without text in the timeline', () => {
  const [entry] = toTimeline([event('job.completed', { result: 'answer', summary: 'After 30 days.' })]);
  assert.ok(entry?.kind === 'mark');
  assert.deepEqual([entry.tone, entry.title, entry.text], ['good', 'Answered', undefined]);
});

test('prompts, the pull request and the end are separate entries', () => {
  const kinds = toTimeline([
    event('job.created', { prompt: 'Do it' }),
    event('turn.started'),
    event('pull_request.ready', { number: 7, prLink: 'https://host/7' }),
    event('job.completed', { summary: 'Done.' }),
  ]).map((entry) => (entry.kind === 'prompt' ? entry.prompt : entry.kind === 'mark' ? entry.title : entry.kind));
  assert.deepEqual(kinds, ['Do it', 'Pull request #7 is ready', 'Completed']);
});

test('events with invalid data cause no error', () => {
  for (const data of [{}, { detail: null }, { detail: [] }, { detail: { calls: 'x', results: 4 } }]) {
    toTimeline([event('step.model', data), event('step.tools', data), event('job.failed', data)]);
    assert.equal(findGate([event('step.tools', data)]), undefined);
  }
});

test('the gate’s result is from the last turn', () => {
  const gate = (status: string) => event('step.tools', { detail: { finished: { gate: { status, introduced: [] } } } });
  assert.equal(findGate([gate('failed'), gate('passed')])?.status, 'passed');
});

test('the reasons for a draft are from the last turn with changes', () => {
  const end = (result: string, risks: unknown) => event('job.completed', { result, risks });
  assert.deepEqual(findRisks([end('changes', ['a']), end('changes', ['b', 'c']), end('needs_input', [])]), ['b', 'c']);
  assert.deepEqual(findRisks([end('changes', ['a']), end('changes', [])]), []);
  for (const unknown of [undefined, null, 'a', {}]) assert.deepEqual(findRisks([end('changes', unknown)]), []);
});

test('a job that ended without the requested change isn’t shown as a success', () => {
  for (const result of ['needs_input', 'needs_model', 'blocked_by_policy', 'conflict']) {
    const [entry] = toTimeline([event('job.completed', { result, summary: 'Why.' })]);
    assert.ok(entry?.kind === 'mark', result);
    assert.equal(entry.tone, 'neutral', result);
    assert.match(entry.title, /^Stopped/);
  }
});

test('a follow-up’s comments belong to its entry, and invalid comments are left out', () => {
  const comment = { path: 'a.mdx', side: 'after', from: 3, to: 3, lines: ['Old.'], text: 'Shorter.' };
  const entries = toTimeline([
    event('job.created', { prompt: 'Write it' }),
    event('job.follow_up', { comments: [comment, { ...comment, from: 0 }, 'x', null] }),
    event('job.follow_up', { prompt: 'More', comments: 'x' }),
  ]);
  assert.deepEqual(
    entries.map((entry) => entry.kind === 'prompt' && [entry.prompt, entry.comments.length]),
    [
      ['Write it', 0],
      ['', 1],
      ['More', 0],
    ],
  );
  assert.deepEqual(
    findSentComments(entries).map(({ comment: sent }) => sent),
    [comment],
  );
});
