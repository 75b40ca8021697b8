import assert from 'node:assert/strict';
import { test } from 'node:test';
import { features, resolveFeatures } from '../index.ts';

const all = Object.fromEntries(features.map((feature) => [feature, true]));

test('an air-gapped deployment has no search service, assistant or analytics, even if its settings enable them', () => {
  const { search, assistant, analytics } = resolveFeatures('air-gapped', all);
  assert.deepEqual({ search, assistant, analytics }, { search: false, assistant: false, analytics: false });
});

test('the playground of an air-gapped deployment is off unless its settings turn it on', () => {
  assert.equal(resolveFeatures('air-gapped', {}).playground, false);
  assert.equal(resolveFeatures('air-gapped', all).playground, true);
});

test('the search of a client-hosted deployment is off unless its settings turn it on', () => {
  assert.equal(resolveFeatures('client-hosted', {}).search, false);
  assert.equal(resolveFeatures('client-hosted', { search: true }).search, true);
});

test('the analytics of a live site are off unless its settings turn them on', () => {
  assert.equal(resolveFeatures('cloud', {}).analytics, false);
  assert.equal(resolveFeatures('cloud', { analytics: true }).analytics, true);
});

test('live sites have search and assistant unless their settings turn them off', () => {
  const { search, assistant } = resolveFeatures('cloud', {});
  assert.deepEqual({ search, assistant }, { search: true, assistant: true });
  assert.equal(resolveFeatures('cloud', { assistant: false }).assistant, false);
});

test('static export and offline search are available in every deployment kind', () => {
  for (const kind of ['cloud', 'client-hosted', 'air-gapped'] as const) {
    assert.equal(resolveFeatures(kind, {}).staticExport, true);
    assert.equal(resolveFeatures(kind, all).offlineSearch, true);
  }
});

test('pages of an air-gapped deployment have no links to AI services on other hosts', () => {
  assert.equal(resolveFeatures('cloud', {}).aiLinks, true);
  assert.equal(resolveFeatures('air-gapped', all).aiLinks, false);
});

test('social preview images are drawn unless disabled, and never for air-gapped sites', () => {
  assert.equal(resolveFeatures('cloud', {}).socialImages, true);
  assert.equal(resolveFeatures('client-hosted', {}).socialImages, true);
  assert.equal(resolveFeatures('client-hosted', { socialImages: false }).socialImages, false);
  assert.equal(resolveFeatures('air-gapped', all).socialImages, false);
});
