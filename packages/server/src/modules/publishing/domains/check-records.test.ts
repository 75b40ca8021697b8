import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from '../../../platform/dns/index.ts';
import { toRecords, type Expected } from './expected-records.ts';
import { checkRecords, type FoundRecords } from './check-records.ts';

const expected: Expected = { domain: 'docs.example.com', target: 'acme.sites.example', token: 't0ken', addresses: [] };
const none: Found = { kind: 'none' };
const records = (...values: string[]): Found => ({ kind: 'records', values });
const judge = (found: Partial<FoundRecords>) =>
  checkRecords(expected, { txt: none, cname: none, addresses: none, targetAddresses: none, ...found });

test('an alias for the project’s own name verifies the domain, which then resolves to this installation', () => {
  const { proof, leadsHere } = judge({ cname: records('acme.sites.example') });
  assert.deepEqual([proof, leadsHere], ['proved', true]);
});

test('an alias for another name of the installation doesn’t verify the domain', () => {
  for (const target of ['other.sites.example', 'sites.example', 'x.acme.sites.example'])
    assert.equal(judge({ cname: records(target) }).proof, 'missing');
});

test('the project’s own token verifies the domain, even next to another TXT record; another project’s token doesn’t', () => {
  const own = judge({ txt: records('v=spf1', 'docwright-verification=t0ken') });
  assert.deepEqual([own.proof, own.leadsHere], ['proved', false]);
  assert.match(own.reason, /don't reach this installation yet: the domain has no A or AAAA record/);
  assert.equal(judge({ txt: records('docwright-verification=0ther') }).proof, 'missing');
});

test('a domain with an address of an edge resolves to this installation', () => {
  const found = { txt: records('docwright-verification=t0ken'), addresses: records('192.0.2.7') };
  assert.equal(judge({ ...found, targetAddresses: records('192.0.2.7') }).leadsHere, true);
  const elsewhere = { ...found, addresses: records('93.184.215.14', '10.20.30.40', 'fd00::17') };
  const { reason } = judge({ ...elsewhere, targetAddresses: records('192.0.2.8') });
  assert.match(reason, /the domain resolves to "93\.184\.215\.14", a private address, a private address\./);
});

test('the message about a missing record states what was expected and what was found, with limited length', () => {
  const { reason } = judge({ txt: records('x'.repeat(9_000), 'b', 'c', 'd'), cname: records('elsewhere.example') });
  assert.match(
    reason,
    /Expected the TXT record _docwright-challenge\.docs\.example\.com with the value "docwright-verification=t0ken"/,
  );
  assert.match(reason, /or a CNAME record from docs\.example\.com to acme\.sites\.example/);
  assert.match(reason, /Current CNAME record of docs\.example\.com: "elsewhere\.example"/);
  assert.match(reason, /"b", "c" and more/);
  assert.ok(reason.length < 1_000);
});

test('a missing response doesn’t count as a missing record, but a failure of the domain’s own servers does', () => {
  assert.equal(judge({ txt: { kind: 'unanswered' } }).proof, 'unknown');
  assert.equal(judge({ txt: { kind: 'unanswered' }, cname: records('acme.sites.example') }).proof, 'proved');
  assert.equal(judge({ txt: { kind: 'refused' }, cname: { kind: 'refused' } }).proof, 'missing');
});

test('a name below an apex gets a CNAME record to copy; an apex, which can’t have one, gets address records', () => {
  const types = (domain: string) =>
    toRecords({ ...expected, domain, addresses: ['192.0.2.7', '2001:db8::7'] }).map(
      ({ type, name }) => `${type} ${name}`,
    );
  assert.deepEqual(types('docs.example.co.uk'), [
    'CNAME docs.example.co.uk',
    'TXT _docwright-challenge.docs.example.co.uk',
  ]);
  assert.deepEqual(types('example.co.uk'), [
    'A example.co.uk',
    'AAAA example.co.uk',
    'TXT _docwright-challenge.example.co.uk',
  ]);
});
