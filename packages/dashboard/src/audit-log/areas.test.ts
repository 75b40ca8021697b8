import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isKnownArea, toActionChoices } from './areas.ts';

test('the area of every action in the service’s source is in the filter', () => {
  const server = new URL('../../../server/src/', import.meta.url).pathname;
  const actions = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts', '**/testing/**'] }).flatMap((path) =>
    [...readFileSync(server + path, 'utf8').matchAll(/action: ['`]([a-z_]+\.)/g)].map(([, area]) => area ?? ''),
  );
  assert.ok(actions.length >= 80, `found ${actions.length}`);
  assert.deepEqual(
    [...new Set(actions)].filter((area) => !isKnownArea(area)),
    [],
  );
});

test('an exact action is a choice while it is the active filter', () => {
  const labels = (action?: string) => toActionChoices(action).map(({ label }) => label);
  assert.ok(labels().includes('API key'));
  assert.equal(labels().includes('API key: created'), false);
  assert.ok(labels('api_key.created').includes('API key: created'));
  assert.equal(labels('api_key.').length, labels().length);
});
