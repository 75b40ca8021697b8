import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEvent } from '@docwright/contract';
import { toCsvField } from '@docwright/site-server';
import { writeAuditExport } from './write-audit-export.ts';

const event = (id: number, name = 'Docs'): AuditEvent => ({
  id: String(id),
  at: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'user', id: 'usr_1', name: 'ada@example.com' },
  action: 'project.updated',
  target: { kind: 'project', id: null, name },
  result: 'success',
  address: null,
  userAgent: null,
  requestId: null,
  details: {},
});

test('a value that a spreadsheet would run as a formula is exported as text, even after white space', () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =1',
    '\n@x',
    '＝1+1',
    ' ＋1',
    '－1',
    '＠SUM(A1)',
  ]) {
    assert.match(toCsvField(text), /^"'/, JSON.stringify(text));
  }
  assert.equal(toCsvField('a-b'), 'a-b');
});

test('a value’s commas, quotes and line breaks stay in its field', () => {
  assert.equal(toCsvField('a,b'), '"a,b"');
  assert.equal(toCsvField('say "no"'), '"say ""no"""');
  assert.equal(toCsvField('two\r\nlines'), '"two\r\nlines"');
  assert.equal(toCsvField(''), '');
});

test('a file is read page by page, each from the last event of the previous page, until a page is empty', async () => {
  const asked: (string | undefined)[] = [];
  const pages = [[event(4), event(3)], [event(2, '=evil()')], []];
  const pieces = await Array.fromAsync(
    writeAuditExport('csv', (before) => {
      asked.push(before);
      return Promise.resolve(pages.shift() ?? []);
    }),
  );
  assert.deepEqual(asked, [undefined, '3', '2']);
  const lines = pieces.join('').split('\r\n');
  assert.deepEqual([lines.length, lines[0]?.startsWith('id,at,actor_kind')], [5, true]);
  assert.ok(lines[3]?.includes(`"'=evil()"`), lines[3]);
});
