import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newUuid7 } from './new-uuid7.ts';
import { ReportRefused } from './parse-events.ts';
import { isForwardedTurn, parseForwardedTurn } from './parse-forwarded-turn.ts';

const nowMs = Date.UTC(2026, 4, 5, 12);
const dayMs = 86_400_000;
const pages = new Set(['/', '/guides/keys']);
const context = { hasPage: (path: string) => pages.has(path), nowMs, maxAgeMs: 90 * dayMs };
const idAt = (ms: number): string => newUuid7(ms, Buffer.alloc(10));
const question = {
  kind: 'question',
  id: idAt(nowMs),
  at: new Date(nowMs).toISOString(),
  path: 'guides/keys',
  thread: 'ab'.repeat(16),
  answerId: 'answer-1',
  question: 'How do I rotate a key?\nNow.',
  answer: 'So.',
  sources: ['/guides/keys#rotate'],
  outcome: 'answered',
  model: 'builtin/extracts-1',
  inputTokens: 1,
  outputTokens: 2,
  visitor: null,
};
const vote = { kind: 'vote', id: idAt(nowMs), thread: 'ab'.repeat(16), answerId: 'answer-1', rating: 'down' };

test('a question is accepted with its answer, and its sources that are pages are found below any base path', () => {
  const sources = ['/guides/keys#rotate', '/docs/v2/guides/keys', '/docs/', '/gone', '/#a#b'];
  const turn = parseForwardedTurn({ ...question, sources, also: 'ignored' }, context);
  assert.deepEqual(turn.kind === 'question' && turn.sources, [
    { path: '/guides/keys', anchor: 'rotate', url: '/guides/keys#rotate' },
    { path: '/guides/keys', anchor: '', url: '/docs/v2/guides/keys' },
    { path: '/', anchor: '', url: '/docs/' },
    { path: '/', anchor: 'a#b', url: '/#a#b' },
  ]);
  const { at: _, sources: __, ...kept } = question;
  assert.partialDeepStrictEqual(turn, { ...kept, atMs: nowMs });
});

test('a vote’s rating can be up, down or null', () => {
  for (const rating of ['up', 'down', null])
    assert.deepEqual(parseForwardedTurn({ ...vote, rating }, context), { ...vote, rating, atMs: nowMs });
});

test('only values whose kind is question or vote are recognized', () => {
  for (const other of [null, 'question', ['question'], { kind: 'feedback' }, { kind: 'Question' }, { question: 'x' }])
    assert.equal(isForwardedTurn(other), false);
  assert.ok(isForwardedTurn({ kind: 'vote' }) && isForwardedTurn({ kind: 'question' }));
});

const refusals: readonly (readonly [object, string])[] = [
  [{ ...question, id: 'x' }, 'invalid_id'],
  [{ ...question, id: idAt(nowMs + dayMs) }, 'in_the_future'],
  [{ ...question, id: idAt(nowMs - 91 * dayMs) }, 'too_old'],
  [{ ...question, thread: 'AB'.repeat(16) }, 'invalid_field'],
  [{ ...question, thread: ['ab'.repeat(16)] }, 'invalid_field'],
  [{ ...question, answerId: '' }, 'invalid_field'],
  [{ ...question, answerId: 'a'.repeat(201) }, 'invalid_field'],
  [{ ...question, question: ' \n' }, 'invalid_field'],
  [{ ...question, question: 'a\0b' }, 'invalid_field'],
  [{ ...question, question: 'half \ud800' }, 'invalid_field'],
  [{ ...question, question: 'a'.repeat(8_001) }, 'invalid_field'],
  [{ ...question, question: { toString: 'x' } }, 'invalid_field'],
  [{ ...question, answer: 'a'.repeat(50_001) }, 'invalid_field'],
  [{ ...question, answer: undefined }, 'invalid_field'],
  [{ ...question, path: 'a'.repeat(513) }, 'invalid_field'],
  [{ ...question, sources: '/guides/keys' }, 'invalid_field'],
  [{ ...question, sources: Array(51).fill('/guides/keys') }, 'invalid_field'],
  ...[
    'javascript:alert(1)',
    '//evil.example/guides/keys',
    '/\\evil.example/guides/keys',
    '/\t/evil.example/guides/keys',
  ].map((source) => [{ ...question, sources: [source] }, 'invalid_field'] as const),
  [{ ...question, sources: [`/${'a'.repeat(2_048)}`] }, 'invalid_field'],
  [{ ...question, sources: [7] }, 'invalid_field'],
  [{ ...question, outcome: 'stopped' }, 'invalid_field'],
  [{ ...question, model: 7 }, 'invalid_field'],
  [{ ...question, inputTokens: 2 ** 31 }, 'invalid_field'],
  [{ ...question, outputTokens: -1 }, 'invalid_field'],
  [{ ...question, outputTokens: 1.5 }, 'invalid_field'],
  [{ ...question, visitor: undefined }, 'invalid_field'],
  [{ ...question, visitor: "'; drop table projects; --" }, 'invalid_field'],
  [{ ...vote, rating: 'best' }, 'invalid_field'],
  [{ ...vote, rating: undefined }, 'invalid_field'],
  [{ ...vote, thread: null }, 'invalid_field'],
];
test('events that no host could have stored are refused with a reason', () => {
  for (const [value, code] of refusals)
    assert.throws(
      () => parseForwardedTurn(value, context),
      (error) => error instanceof ReportRefused && error.code === code,
      JSON.stringify(value).slice(0, 200),
    );
});
