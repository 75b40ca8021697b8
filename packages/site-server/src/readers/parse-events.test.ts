import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newUuid7 } from './new-uuid7.ts';
import { parseEvents, type ReportContext } from './parse-events.ts';

const nowMs = Date.parse('2026-05-05T12:00:00Z');
const pages: Readonly<Record<string, string>> = { '/': '/', '/a': '/a', '/a.html': '/a', '/a/': '/a' };
const context: ReportContext = { findPage: (pathname) => pages[pathname], host: 'docs.example', nowMs };

const idAt = (ms: number): string => newUuid7(ms, Buffer.alloc(10, 7));
const read = (event: object) =>
  parseEvents(
    JSON.stringify({
      events: [{ id: idAt(nowMs), kind: 'view', path: '/a', ...event }],
    }),
    context,
  )[0];
const refuses = (event: object, message: RegExp): void => assert.throws(() => read(event), { message });

test('a page has the same name for each of its addresses', () => {
  for (const path of ['/a', '/a.html', '/a/']) assert.equal(read({ path })?.path, '/a', path);
});

test('views are accepted only for the site’s pages, and `not_found` only for other addresses', () => {
  refuses({ path: '/none' }, /not a page of the site/);
  refuses({ kind: 'code_copy', path: '/none' }, /not a page of the site/);
  refuses({ kind: 'not_found', path: '/a.html' }, /is a page of the site/);
  refuses({ path: 'a' }, /start with a slash/);
  assert.equal(read({ kind: 'not_found', path: '/none' })?.path, '/none');
});

test('an event’s time comes from its ID and can’t be in the future or more than a day ago', () => {
  assert.equal(read({ id: idAt(nowMs - 86_400_000) })?.atMs, nowMs - 86_400_000);
  assert.equal(read({ id: idAt(nowMs + 60_000) })?.atMs, nowMs + 60_000);
  refuses({ id: idAt(nowMs - 86_400_001) }, /more than a day ago/);
  refuses({ id: idAt(nowMs + 60_001) }, /in the future/);
  refuses({ id: '6ba7b810-9dad-41d1-80b4-00c04fd430c8' }, /version 7/);
  refuses({ id: idAt(nowMs).toUpperCase() }, /lowercase/);
});

test('control characters and half of a surrogate pair are refused in paths, queries and targets', () => {
  for (const bad of ['\0', '\n', '\u007f', '\ud800']) {
    refuses({ path: `/a${bad}` }, /path must not contain/);
    refuses({ kind: 'not_found', path: `/x${bad}` }, /path must not contain/);
    refuses({ kind: 'search', query: `x${bad}` }, /query must not contain/);
    refuses({ kind: 'outlink', target: `https://other.example/${bad}` }, /target must not contain/);
  }
});

test('a search can report the number of results that it showed', () => {
  assert.equal(read({ kind: 'search', query: 'x', results: 0 })?.results, 0);
  assert.equal(read({ kind: 'search', query: 'x' })?.results, null);
  assert.equal(read({ results: 3 })?.results, null);
  for (const results of [-1, 0.5, 1_001, 2 ** 31, '0', null, []])
    refuses({ kind: 'search', query: 'x', results }, /results must be a whole number from 0 to 1000/);
});

test('unknown kinds, text that is too long, and invalid events are rejected', () => {
  refuses({ kind: 'mouse' }, /kind must be one of view, search/);
  refuses({ kind: 'not_found', path: `/${'x'.repeat(512)}` }, /1 to 512/);
  refuses({ kind: 'search', query: 'x'.repeat(201) }, /1 to 200/);
  refuses({ kind: 'search', query: '   ' }, /must not be empty/);
  for (const text of ['', '{', '[]', 'null', '{"events":[]}', '{"events":[null]}', '{"events":"view"}'])
    assert.throws(() => parseEvents(text, context), { name: 'ReportRefused' }, text);
  const event = { id: idAt(nowMs), kind: 'view', path: '/a' };
  assert.equal(parseEvents(JSON.stringify({ events: Array.from({ length: 20 }, () => event) }), context).length, 20);
  const tooMany = JSON.stringify({ events: Array.from({ length: 21 }, () => event) });
  assert.throws(() => parseEvents(tooMany, context), { message: /1 to 20/ });
});

test('only the host of a referrer is stored, and only the origin and path of an outgoing link', () => {
  assert.equal(read({ referrer: 'https://search.example/?q=secret' })?.referrer, 'search.example');
  for (const referrer of ['https://docs.example/a', 'javascript:alert(1)', 'x', '', 7])
    assert.equal(read({ referrer })?.referrer, null, String(referrer));
  const target = 'https://user:word@other.example:8443/path?token=secret#part';
  assert.equal(read({ kind: 'outlink', target })?.target, 'https://other.example:8443/path');
  for (const bad of [
    'mailto:a@b.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//a.example',
    'x',
  ])
    refuses({ kind: 'outlink', target: bad }, /web address/);
  refuses({ kind: 'outlink', target: `https://a.example/${'x'.repeat(2_000)}` }, /1 to 2000/);
});

test('copied code is identified by its language and first line, or only by its page if neither is reported', () => {
  const copy = (fields: object) => read({ kind: 'code_copy', ...fields })?.target;
  assert.equal(copy({ language: 'js', line: 'const a = 1;' }), 'js\nconst a = 1;');
  assert.equal(copy({ line: '😀'.repeat(160) }), `\n${'😀'.repeat(160)}`);
  for (const fields of [{}, { language: '', line: '' }, { language: ' ', line: ' ' }]) assert.equal(copy(fields), null);
  refuses({ kind: 'code_copy', line: 'x'.repeat(321) }, /line must be a string of 1 to 320/);
  refuses({ kind: 'code_copy', language: 'x'.repeat(41) }, /language must be a string/);
  for (const bad of ['\0', 'a\nb', '\ud800']) {
    refuses({ kind: 'code_copy', line: bad }, /line must not contain/);
    refuses({ kind: 'code_copy', language: bad }, /language must not contain/);
  }
  refuses({ kind: 'code_copy', line: 7 }, /line must be a string/);
});

test('only a playground call’s operation and status class are stored, without the reader’s input', () => {
  const good = { kind: 'playground_call', method: 'POST', operation: '/users/{id}', status: '4xx' };
  const extra = { query: 'x', referrer: 'https://a.example/', body: 'secret', target: 'https://api.example/users/7' };
  const { target, query, referrer } = read({ ...good, ...extra }) ?? {};
  assert.deepEqual([target, query, referrer], ['POST\n/users/{id}\n4xx', null, null]);
  refuses({ ...good, path: '/none' }, /not a page of the site/);
  for (const method of ['post', 'GET /', '-', '', 7, 'X'.repeat(21)]) refuses({ ...good, method }, /method must be/);
  for (const operation of ['users', 'https://api.example/', '/a?key=1', '/a#b', '', null, `/${'x'.repeat(512)}`])
    refuses({ ...good, operation }, /operation must be/);
  for (const status of ['200', 200, '6xx', 'unknown', '2xx\n', undefined, null])
    refuses({ ...good, status }, /status must be one of 1xx, 2xx/);
  for (const bad of ['\0', '\n', '\ud800']) refuses({ ...good, operation: `/a${bad}` }, /operation must not contain/);
});

test('case and extra spaces of a search are ignored, and a click must refer to a page of the site', () => {
  assert.equal(read({ kind: 'search', query: '  API   Keys ' })?.query, 'api keys');
  assert.equal(read({ kind: 'search_click', query: 'x', target: '/a/' })?.target, '/a');
  refuses({ kind: 'search_click', query: 'x', target: 'https://other.example/' }, /not a page of the site/);
});
