import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseSandbox } from './choose-sandbox.ts';

const one = { severalOrganizations: false };
const several = { severalOrganizations: true };
const databaseUrl = 'postgres://database/docwright';

it('only an installation on one machine for one organization may go on without bubblewrap by itself', () => {
  assert.equal(chooseSandbox({ sandbox: 'auto', databaseUrl: undefined }, one), 'auto');
  assert.equal(chooseSandbox({ sandbox: 'auto', databaseUrl: undefined }, several), 'require');
  assert.equal(chooseSandbox({ sandbox: 'auto', databaseUrl }, one), 'require');
});

it('what the operator says about the sandbox counts everywhere', () => {
  for (const sandbox of ['require', 'process', 'none'] as const)
    for (const found of [one, several]) assert.equal(chooseSandbox({ sandbox, databaseUrl }, found), sandbox);
});
