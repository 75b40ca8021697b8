import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AnswerError, parseAnswer } from './parse-answer.ts';

const report = {
  pages: 3,
  expected: 4,
  missing: [],
  rendered: 3,
  files: 9,
  bytes: 1_000.5,
  durationMs: 12.5,
  peakMemoryBytes: 2 ** 40,
  issues: [],
  issueCounts: {},
};
const issue = { path: 'a.mdx', severity: 'error', code: 'broken-link', message: 'No such page.' };
const built = (changes: object) => ({ type: 'built', id: 1, report: { ...report, ...changes } });
const checked = (...issues: readonly unknown[]) => ({ type: 'checked', id: 1, issues });
const refused = (header: unknown, message?: RegExp) =>
  assert.throws(
    () => parseAnswer(header, 1),
    (error) => error instanceof AnswerError && (message?.test(error.message) ?? true),
  );

describe('an answer from the builder', () => {
  test('is copied field by field: unexpected fields are dropped', () => {
    const more = { toString: 'x', constructor: {}, secret: 1 };
    const output = parseAnswer({ type: 'output', id: 1, path: 'a.html', ...more }, 1);
    assert.deepEqual(output, { type: 'output', id: 1, path: 'a.html' });
    const parsed = parseAnswer(checked({ ...issue, ...more }), 1);
    assert.deepEqual(parsed, { type: 'checked', id: 1, issues: [issue] });
    assert.deepEqual(parseAnswer({ ...built(more), ...more }, 1), { type: 'built', id: 1, report });
  });

  for (const header of [undefined, null, 7, 'text', [], {}, { type: 'output' }, { id: 1 }, { type: 'built', id: 1 }])
    test(`is refused if it is ${JSON.stringify(header)}`, () => refused(header));

  test('is matched to its question only by its number', () => {
    for (const id of [0, 2, '1', 1.5, null, [1], true]) refused({ type: 'cache-saved', id }, /a different question/);
    assert.deepEqual(parseAnswer({ type: 'cache-saved', id: 1 }, 1), { type: 'cache-saved', id: 1 });
  });

  for (const type of ['', 'OUTPUT', 'constructor', '__proto__', 'file', 7, null])
    test(`is refused if its type is ${JSON.stringify(type)}`, () => refused({ type, id: 1 }, /type is unknown/));

  test('needs a digest of the bytes if it is about an existing file', () => {
    const sha256 = 'a'.repeat(64);
    const reused = { type: 'output-reused', id: 1, path: 'a.html', sha256 };
    assert.deepEqual(parseAnswer(reused, 1), reused);
    for (const digest of [undefined, '', 'a'.repeat(63), 'A'.repeat(64), `${sha256}\n`, 7, '../../etc/passwd'])
      refused({ ...reused, sha256: digest }, /digest/);
  });

  test('never has more progress than the total', () => {
    const progress = (done: unknown, total: unknown) => parseAnswer({ type: 'progress', id: 1, done, total }, 1);
    assert.deepEqual(progress(9, 5), { type: 'progress', id: 1, done: 5, total: 5 });
    for (const figure of [-1, Number.NaN, Infinity, '5', null, undefined]) {
      assert.throws(() => progress(figure, 5), AnswerError);
      assert.throws(() => progress(1, figure), AnswerError);
    }
  });

  test('contains only counts that are whole numbers and fit in a column', () => {
    for (const name of ['pages', 'expected', 'rendered', 'files'])
      for (const figure of [-1, 0.5, 2 ** 31, Number.NaN, '3', null]) refused(built({ [name]: figure }), /figure/);
    for (const name of ['bytes', 'durationMs', 'peakMemoryBytes'])
      for (const figure of [-1, Infinity, '3', null]) refused(built({ [name]: figure }), /figure/);
  });

  test('contains missing pages only with a known cause', () => {
    refused(built({ missing: [{ path: 'a', cause: 'because' }] }), /no cause/);
    refused(built({ missing: [{ path: 7, cause: 'no-file' }] }));
    refused(built({ missing: 'a' }), /list/);
  });

  test('counts issues by valid codes, and has a limited number of codes', () => {
    assert.deepEqual(
      parseAnswer(built({ issueCounts: { 'broken-link': 2 } }), 1),
      built({ issueCounts: { 'broken-link': 2 } }),
    );
    for (const code of ['', 'Broken', '-x', 'a'.repeat(65), '__proto__', 'a b', 'a\n']) {
      refused(built({ issueCounts: JSON.parse(`{${JSON.stringify(code)}:1}`) as object }), /code/);
    }
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`c${index}`, 1]));
    refused(built({ issueCounts: many }), /too many issue codes/);
  });
});

describe('text from the builder', () => {
  const shown = (message: unknown) => {
    const answer = parseAnswer(checked({ ...issue, message }), 1);
    assert.ok(answer.type === 'checked');
    return answer.issues[0]?.message;
  };

  test('loses control characters that terminals interpret and databases refuse, and keeps tabs, line breaks and non-Latin scripts', () => {
    assert.equal(shown('a\0b\u001b[31mc\u0085d'), 'a\ufffdb\ufffd[31mc\ufffdd');
    assert.equal(shown('a\tb\nc'), 'a\tb\nc');
    assert.equal(shown('文档 😀 é'), '文档 😀 é');
    assert.equal(shown('\ud800x'), '\ufffdx');
  });

  test('is truncated if it is too long, but never within a character', () => {
    assert.equal(shown('x'.repeat(3_000))?.length, 2_000);
    assert.equal(shown(`${'x'.repeat(1_999)}😀`), `${'x'.repeat(1_999)}\ufffd`);
    const answer = parseAnswer(checked({ ...issue, path: 'p'.repeat(5_000), fix: 'f'.repeat(5_000) }), 1);
    assert.ok(answer.type === 'checked');
    assert.deepEqual([answer.issues[0]?.path.length, answer.issues[0]?.fix?.length], [1_024, 2_000]);
  });

  test('must be a string', () => {
    for (const message of [undefined, null, 7, {}, ['x']]) refused(checked({ ...issue, message }), /not a string/);
    refused(checked({ ...issue, severity: 'fatal' }), /severity/);
    refused(checked(null), /not an object/);
    refused({ type: 'checked', id: 1, issues: { length: 1 } }, /list/);
  });

  test('has a valid line, or none', () => {
    const places = [1, 2 ** 31 - 1, 0, -1, 1.5, 2 ** 31, '3', Number.NaN].map((line) => {
      const answer = parseAnswer({ type: 'parsed', id: 1, problems: [{ message: 'm', line, column: line }] }, 1);
      assert.ok(answer.type === 'parsed');
      return answer.problems[0]?.line;
    });
    assert.deepEqual(places, [1, 2 ** 31 - 1, undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  test('is truncated if it is about a failure, whose unknown code is replaced with `failed`', () => {
    const failed = parseAnswer({ type: 'failed', id: 1, code: 'own-code', message: 'x'.repeat(9_000) }, 1);
    assert.ok(failed.type === 'failed');
    assert.deepEqual([failed.code, failed.message.length], ['failed', 2_000]);
    const known = parseAnswer({ type: 'failed', id: 1, code: 'no-config', message: 'm' }, 1);
    assert.equal(known.type === 'failed' && known.code, 'no-config');
  });
});
