import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSandbox } from './choose-sandbox.ts';

const one = { severalOrganizations: false };
const several = { severalOrganizations: true };
const databaseUrl = 'postgres://database/docwright';

test('by default, only an installation with the embedded database and one organization can continue without bubblewrap', () => {
  assert.equal(chooseSandbox({ sandbox: 'auto', databaseUrl: undefined }, one), 'auto');
  assert.equal(chooseSandbox({ sandbox: 'auto', databaseUrl: undefined }, several), 'require');
  assert.equal(chooseSandbox({ sandbox: 'auto', databaseUrl }, one), 'require');
});

test('an explicit sandbox setting applies with one and with several organizations', () => {
  for (const sandbox of ['require', 'process', 'none'] as const)
    for (const found of [one, several]) assert.equal(chooseSandbox({ sandbox, databaseUrl }, found), sandbox);
});
