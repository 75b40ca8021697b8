import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReaderEvent } from './event.ts';
import { newUuid7 } from './new-uuid7.ts';
import { ReportRefused } from './parse-events.ts';
import { parseForwardedEvent } from './parse-forwarded-event.ts';

const nowMs = Date.parse('2026-05-05T12:00:00Z');
const dayMs = 86_400_000;
const context = { hasPage: (path: string) => path === '/a' || path === '/', nowMs, maxAgeMs: 90 * dayMs };
const idAt = (ms: number): string => newUuid7(ms, Buffer.alloc(10, 7));
const kept = (fields: object, atMs = nowMs): ReaderEvent => ({
  id: idAt(atMs),
  at: new Date(atMs).toISOString(),
  kind: 'view',
  path: '/a',
  visitor: '0a'.repeat(16),
  isAi: false,
  referrer: null,
  query: null,
  target: null,
  results: null,
  ...fields,
});
const read = (value: unknown): ReaderEvent => parseForwardedEvent(value, context);
const refuses = (value: unknown, code: string): void => {
  assert.throws(
    () => read(value),
    (error) => error instanceof ReportRefused && error.code === code,
    `${JSON.stringify(value)} is ${code}`,
  );
};

test('stored events of all kinds are read back unchanged', () => {
  for (const fields of [
    {},
    { path: '/' },
    { referrer: 'search.example' },
    { referrer: '[2001:db8::1]' },
    { referrer: '(other)' },
    { isAi: true, target: 'markdown' },
    { isAi: true, target: 'mcp\nread_page' },
    { isAi: true },
    { kind: 'agent_read', path: '', isAi: true, target: 'llms.txt' },
    { kind: 'agent_read', path: '', isAi: true, target: 'mcp\nsearch' },
    { kind: 'search', query: 'api keys', results: 0 },
    { kind: 'search', path: '', query: 'api keys' },
    { kind: 'search_click', query: 'api keys', target: '/a' },
    { kind: 'outlink', path: '', target: 'https://elsewhere.example/x' },
    { kind: 'outlink', target: '(other)' },
    { kind: 'code_copy', target: 'js\nconst a = 1;' },
    { kind: 'code_copy' },
    { kind: 'not_found', path: '/gone', referrer: 'old.example' },
    { kind: 'not_found', path: '(other)' },
    // A later version may have the page.
    { kind: 'not_found', path: '/a' },
    { kind: 'playground_call', target: 'GET\n/users/{id}\n2xx' },
    { kind: 'playground_call', target: '(other)' },
  ])
    assert.deepEqual(read(kept(fields)), kept(fields));
});

test('an event’s time is taken from its ID, even if the event contains a different time', () => {
  const event = read(kept({ at: '2001-01-01T00:00:00Z' }, nowMs - 80 * dayMs));
  assert.equal(event.at, new Date(nowMs - 80 * dayMs).toISOString());
});

test('events that no page could report are refused with a reason', () => {
  for (const value of [null, 7, 'view', [], [kept({})]]) refuses(value, 'not_an_event');
  for (const kind of ['feedback', 'question', 'x', 7, null]) refuses(kept({ kind }), 'unknown_kind');
  for (const id of ['', 7, idAt(nowMs).toUpperCase(), '00000000-0000-4000-8000-000000000000', `${idAt(nowMs)}\n`])
    refuses(kept({ id }), 'invalid_id');
  refuses(kept({}, nowMs + 61_000), 'in_the_future');
  refuses(kept({}, nowMs - 91 * dayMs), 'too_old');
  for (const path of ['/of-another-project', '', '/A', '/a/', '/404']) refuses(kept({ path }), 'unknown_page');
  refuses(kept({ path: '/none', isAi: true, target: 'markdown' }), 'unknown_page');
  refuses(kept({ kind: 'search_click', query: 'q', target: '/none' }), 'unknown_page');
  for (const fields of [
    { path: 'a' },
    { path: '/a\u0000' },
    { path: `/${'x'.repeat(512)}` },
    { visitor: '0A'.repeat(16) },
    { visitor: '0a'.repeat(17) },
    { visitor: null },
    { isAi: 'true' },
    { referrer: 'https://x.example/a?token=1' },
    { referrer: 'x.example/a' },
    { referrer: 'user@x.example' },
    { referrer: 'x\u0000.example' },
    { referrer: 7 },
    { kind: 'search' },
    { kind: 'search', query: ' ' },
    { kind: 'search', query: 'a\u0000b' },
    { kind: 'search', query: '\ud800' },
    { kind: 'search', query: 'x'.repeat(201) },
    { kind: 'search', query: 'q', results: -1 },
    { kind: 'search', query: 'q', results: 2 ** 31 },
    { kind: 'outlink', target: 'javascript:alert(1)' },
    { kind: 'outlink', target: null },
    { kind: 'code_copy', target: 'js\na\nb' },
    { kind: 'code_copy', target: 'js\na\nb\nc' },
    { kind: 'code_copy', target: `js\n${'x'.repeat(321)}` },
    { kind: 'playground_call', target: 'GET\n/users?token=1\n2xx' },
    { kind: 'playground_call', target: 'GET\n/users\n200' },
    { kind: 'agent_read', path: '/a', isAi: true, target: 'mcp' },
    { kind: 'agent_read', path: '', isAi: true, target: 'ftp' },
    { kind: 'agent_read', path: '', isAi: true, target: 'mcp\na\nb' },
    { kind: 'agent_read', path: '', isAi: true, target: `mcp\n${'x'.repeat(61)}` },
    { isAi: true, target: 'mcp\n\u0000' },
  ])
    refuses(kept(fields), 'invalid_field');
});
