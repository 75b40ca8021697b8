import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Isolation } from '../audit-deps.ts';
import { checkSandbox } from './check-sandbox.ts';
import { Findings } from '../findings.ts';

function check(isolation: Isolation): readonly string[] {
  const findings = new Findings();
  checkSandbox({ isolation }, findings);
  const { checked, violations } = findings.report();
  assert.equal(checked.N13, 1);
  return violations.map(({ subject, message }) => `${subject}: ${message}`);
}

test('a broken bubblewrap is reported if the settings require it', () => {
  const found = { mode: 'process', problem: 'bubblewrap (bwrap) is not installed' } as const;
  assert.deepEqual(check({ asked: 'require', found }), [
    "DOCWRIGHT_SANDBOX: bubblewrap is required, but sites can't be isolated with it: bubblewrap (bwrap) is not installed",
  ]);
});

test('isolation that meets or exceeds the required level is accepted', () => {
  assert.deepEqual(check({ asked: 'require', found: { mode: 'bwrap', problem: undefined } }), []);
  assert.deepEqual(check({ asked: 'auto', found: { mode: 'process', problem: 'not installed' } }), []);
  assert.deepEqual(check({ asked: 'none', found: { mode: 'none', problem: undefined } }), []);
});
