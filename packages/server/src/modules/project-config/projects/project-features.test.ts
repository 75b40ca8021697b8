import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeFeatures, defaultFeatures, effectiveFeatures, findIneffective } from './project-features.ts';

test('a new project has the playground unless it is air-gapped', () => {
  assert.equal(defaultFeatures('cloud').playground, true);
  assert.equal(defaultFeatures('client-hosted').playground, true);
  assert.equal(defaultFeatures('air-gapped').playground, false);
});

test('an air-gapped project has offline search by default, and no other feature', () => {
  const { offlineSearch, ...features } = defaultFeatures('air-gapped');
  assert.equal(offlineSearch, true);
  assert.deepEqual(
    Object.entries(features).filter(([, isOn]) => isOn),
    [],
  );
});

test('an air-gapped project shows its effective features instead of the requested ones', () => {
  const asked = { search: true, assistant: true, analytics: true, socialImages: true, playground: true };
  assert.deepEqual(effectiveFeatures('air-gapped', asked), { ...defaultFeatures('air-gapped'), playground: true });
});

test('a requested feature without effect is reported with the reason', () => {
  assert.deepEqual(findIneffective('air-gapped', { search: true, analytics: false, playground: true }), [
    'features.search has no effect: it is not available in air-gapped deployments',
  ]);
  assert.deepEqual(findIneffective('cloud', { search: true, assistant: true, analytics: true }), []);
});

test('a project that becomes air-gapped loses the playground if it was on only by default', () => {
  const cloud = { kind: 'cloud', features: defaultFeatures('cloud') } as const;
  assert.equal(changeFeatures(cloud, { kind: 'air-gapped', features: {} }).playground, false);
  assert.equal(changeFeatures(cloud, { kind: 'air-gapped', features: { playground: true } }).playground, true);
});

test('a setting that differs from its default is kept when the deployment kind changes', () => {
  const before = { kind: 'cloud', features: { ...defaultFeatures('cloud'), offlineSearch: false } } as const;
  const after = changeFeatures(before, { kind: 'client-hosted', features: {} });
  assert.deepEqual(after, { ...defaultFeatures('client-hosted'), offlineSearch: false });
});
