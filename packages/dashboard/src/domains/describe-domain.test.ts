import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { describeCertificate, describeDomain, describeRecords, findLocalAddress } from './describe-domain.ts';

for (const [status, claimed, leadsHere, label, isDone] of [
  ['verified', true, true, 'Live', true],
  ['verified', true, false, 'Verified, points elsewhere', false],
  ['pending', false, false, 'Waiting for the record', false],
  ['pending', false, true, 'Waiting for the record', false],
  ['failed', true, true, 'Record missing', false],
  ['failed', false, false, 'Not verified', false],
] as const)
  test(`${status}, ${claimed ? '' : 'not '}claimed, resolving ${leadsHere ? 'here' : 'elsewhere'}: ${label}`, () => {
    const look = describeDomain({ status, claimed, leadsHere });
    assert.deepEqual([look.label, look.isDone], [label, isDone]);
  });

test('the required records depend on whether the name can have a CNAME', () => {
  assert.match(describeRecords([{ type: 'CNAME' }, { type: 'TXT' }]), /^The CNAME record is enough/);
  assert.match(describeRecords([{ type: 'AAAA' }, { type: 'TXT' }]), /the others point it here/);
  assert.match(describeRecords([{ type: 'TXT' }]), /Ask the installation’s operator for the addresses/);
});

test('a certificate that can’t be renewed is shown with its expiry date and the reason', () => {
  const certificate = { reason: 'The authority reports: no.', expiresAt: 'June', nextOrderAt: 'noon' } as const;
  const describe = (changes: Partial<Parameters<typeof describeCertificate>[0]>): string =>
    describeCertificate({ ...certificate, status: 'failed', ...changes }, (at) => at);
  assert.equal(
    describe({}),
    'Valid until June. The last order failed; the next is at noon. The authority reports: no.',
  );
  assert.equal(describe({ expiresAt: null, status: 'pending', reason: null }), 'It will be ordered in a moment.');
  assert.equal(
    describe({ expiresAt: null, status: 'postponed', reason: 'No more today.' }),
    'No more today. The next order is at noon.',
  );
  assert.equal(describe({ status: 'issued', reason: null }), 'Valid until June.');
});

test('a site’s address or a CNAME target on this machine is found', () => {
  const to = (value: string) => [{ records: [{ type: 'CNAME', value } as const] }];
  for (const [url, domains, found] of [
    ['http://acme.localhost:4401', [], 'http://acme.localhost:4401'],
    ['http://localhost:4401/docs', [], 'http://localhost:4401/docs'],
    ['https://acme.sites.example', to('acme.sites.example'), undefined],
    ['https://localhost.example', [], undefined],
    ['https://notlocalhost', [], undefined],
    // The primary domain is the site's address, regardless of the sites domain.
    ['https://docs.example.net', to('acme.localhost'), 'acme.localhost'],
    [undefined, to('acme.localhost'), 'acme.localhost'],
    [undefined, [{ records: [{ type: 'TXT', value: 'acme.localhost' } as const] }], undefined],
  ] as const)
    assert.equal(findLocalAddress(url, domains), found, String(url));
});

test('the manual’s pages about domains use the page’s names for states', () => {
  const shown = new Set(
    (['pending', 'verified', 'failed'] as const).flatMap((status) =>
      [true, false].flatMap((claimed) =>
        [true, false].map((leadsHere) => describeDomain({ status, claimed, leadsHere }).label),
      ),
    ),
  );
  const read = (page: string) => readFileSync(new URL(`../../../../docs/${page}.mdx`, import.meta.url), 'utf8');
  const [, table = ''] = /## Domains\n([\s\S]*?)\n## /.exec(read('help/troubleshooting')) ?? [];
  const named = [...table.matchAll(/^\| \*([^*]+)\*/gm)].map(([, name]) => name ?? '');
  assert.ok(named.length >= 2, 'the table names states');
  for (const name of named) assert.ok(shown.has(name), `“${name}” in the manual isn’t a state on the page`);
  const [, states = ''] = /## States\n([\s\S]*?)\n## /.exec(read('deploy/domains')) ?? [];
  for (const label of shown) assert.ok(states.includes(`*${label}*`), `the manual doesn’t explain “${label}”`);
});
