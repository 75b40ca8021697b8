import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDomain, describeRecords } from './describe-domain.ts';

for (const [status, claimed, leadsHere, label, isDone] of [
  ['verified', true, true, 'Live', true],
  ['verified', true, false, 'Verified, leads elsewhere', false],
  ['pending', false, false, 'Waiting for its record', false],
  ['pending', false, true, 'Waiting for its record', false],
  ['failed', true, true, 'Record missing', false],
  ['failed', false, false, 'Not verified', false],
] as const)
  test(`${status}, ${claimed ? '' : 'not '}claimed, leading ${leadsHere ? 'here' : 'elsewhere'}: ${label}`, () => {
    const look = describeDomain({ status, claimed, leadsHere });
    assert.deepEqual([look.label, look.isDone], [label, isDone]);
  });

test('which records are needed depends on whether the name can have a CNAME', () => {
  assert.match(describeRecords([{ type: 'CNAME' }, { type: 'TXT' }]), /^The CNAME record is enough/);
  assert.match(describeRecords([{ type: 'AAAA' }, { type: 'TXT' }]), /the others lead readers here/);
  assert.match(describeRecords([{ type: 'TXT' }]), /operator of the installation knows the addresses/);
});
