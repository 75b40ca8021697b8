import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, parseChoice, prepare } from './choose.ts';
import { keyOf, type Measurement } from './measurement.ts';

const short: Measurement = { program: 'api/short.ts', measures: '', takes: 'a minute' };
const long: Measurement = { program: 'api/long.ts', args: ['500'], measures: '', takes: 'hours' };
const site: Measurement = { program: 'edge/site.ts', args: ['{sites}', '--all'], measures: '', takes: 'a minute' };
const peer: Measurement = { program: 'edge/peer.ts', needs: ['nginx'], measures: '', takes: 'a minute' };
const all = [short, long, site, peer];
const chosen = (...args: readonly string[]): string[] => choose(all, parseChoice(args)).map(({ program }) => program);

test('words are looked up in the path and the arguments; without words, everything is selected', () => {
  assert.equal(chosen().length, 4);
  assert.deepEqual(chosen('edge/', 'long.ts 500'), ['api/long.ts', 'edge/site.ts', 'edge/peer.ts']);
});

test('--quick leaves out measurements that take longer or have requirements', () => {
  assert.deepEqual(chosen('--quick'), ['api/short.ts']);
  assert.deepEqual(chosen('edge', '--quick'), []);
});

test('an unknown option is rejected, and so is --stored with --write', () => {
  assert.throws(() => parseChoice(['--fast']), /--fast/);
  assert.throws(() => parseChoice(['--stored', '--write']), /nothing to store/);
});

test('a placeholder is replaced by its option; if the option is missing, the reason names it', () => {
  const installed = (): boolean => true;
  assert.deepEqual(prepare(site, { sites: '/corpus' }, installed), { args: ['/corpus', '--all'] });
  assert.deepEqual(prepare(site, {}, installed), { reason: 'needs --sites' });
  assert.deepEqual(prepare({ ...site, args: ['{unknown}'] }, {}, installed), { args: ['{unknown}'] });
});

test('the reason names a program that is not installed', () => {
  assert.deepEqual(
    prepare(peer, {}, () => false),
    { reason: 'needs nginx' },
  );
  assert.deepEqual(
    prepare(peer, {}, (program) => program === 'nginx'),
    { args: [] },
  );
});

test('the key of a result contains the arguments of its run', () => {
  assert.equal(keyOf(long), 'api/long.ts 500');
  assert.equal(keyOf(short), 'api/short.ts');
});
