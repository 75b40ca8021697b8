import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareRounds, resolveComparison } from './compare.ts';
import { linkFolder } from './second-checkout.ts';

const measurement = {
  program: 'api/x.ts',
  args: ['1000'],
  measures: '',
  takes: 'a minute',
  comparison: { args: ['10'], costs: ['cpu', 'count'], rates: ['perSecond'] },
} as const;
const figures = (cpu: number, perSecond: number): string => JSON.stringify({ cpu, perSecond, count: 0 });

test('a cost ratio is greater than 1 if a cost rises or a rate falls', () => {
  const compared = compareRounds(measurement, [{ before: figures(2, 100), after: figures(3, 50) }]);
  assert.deepEqual(
    compared.map(({ figure, costRatio }) => [figure, costRatio]),
    [
      ['cpu', 1.5],
      ['count', 1],
      ['perSecond', 2],
    ],
  );
  assert.equal(compared[0]?.measurement, 'api/x.ts 10');
});

test('the reported ratio is the median of the rounds, with their range', () => {
  const rounds = [1, 1.1, 9].map((factor) => ({ before: figures(2, 1), after: figures(2 * factor, 1) }));
  const [compared] = compareRounds(measurement, rounds);
  assert.equal(compared?.costRatio, 1.1);
  assert.deepEqual(compared?.range, [1, 9]);
});

test('a figure that one side lacks is reported as an error', () => {
  assert.throws(() => compareRounds(measurement, [{ before: '{}', after: figures(1, 1) }]), /no figure "cpu"/);
});

test('the commit is HEAD~1 unless the first word is another commit', () => {
  const unset = { rounds: undefined, atMost: undefined };
  assert.deepEqual(resolveComparison([], unset), { commit: 'HEAD~1', words: [], rounds: 5, atMost: Infinity });
  assert.deepEqual(resolveComparison(['main', 'agent'], { rounds: '1', atMost: '1.2' }), {
    commit: 'main',
    words: ['agent'],
    rounds: 1,
    atMost: 1.2,
  });
  assert.throws(() => resolveComparison([], { rounds: 'many', atMost: undefined }), /--rounds.*"many"/);
});

test('linked packages keep relative links, and omit caches', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-link-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const from = join(folder, 'from');
  mkdirSync(join(from, 'one'), { recursive: true });
  mkdirSync(join(from, '.cache'));
  writeFileSync(join(from, 'one/file'), 'text');
  symlinkSync('../packages/own', join(from, 'own'));
  const to = join(folder, 'to');
  linkFolder(from, to, ['.cache']);
  assert.equal(readFileSync(join(to, 'one/file'), 'utf8'), 'text');
  assert.equal(readlinkSync(join(to, 'own')), '../packages/own');
  assert.throws(() => readFileSync(join(to, '.cache')), /ENOENT/);
});
