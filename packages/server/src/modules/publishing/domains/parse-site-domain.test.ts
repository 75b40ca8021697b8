import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSiteDomain, type OwnNames } from './parse-site-domain.ts';

const own: OwnNames = {
  sitesDomain: 'sites.example',
  refuse: (domain) => (domain === 'docwright.example.org' ? 'it is used by the installation itself.' : undefined),
};

test('a domain is stored in normalized form', () => {
  for (const [name, stored] of [
    ['Docs.Example.COM', 'docs.example.com'],
    ['docs.example.com.', 'docs.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ] as const)
    assert.equal(parseSiteDomain(name, own), stored);
});

for (const [name, why] of [
  ['*.example.com', /wildcard/],
  ['192.0.2.1', /is an IP address/],
  ['2001:db8::1', /is an IP address/],
  ['[2001:db8::1]', /is an IP address/],
  ['0x7f.1', /the address 127\.0\.0\.1/],
  ['2130706433', /the address 127\.0\.0\.1/],
  ['localhost', /not a public DNS name/],
  ['docs.localhost', /not a public DNS name/],
  ['sites.example', /belong to the installation/],
  ['acme.sites.example', /belong to the installation/],
  ['docwright.example.org', /used by the installation itself/],
  [`${'a'.repeat(64)}.example`, /is not a domain/],
  [`${'a.'.repeat(130)}example`, /is not a domain/],
  ['docs.example.com\u0000', /is not a domain/],
  ['https://docs.example.com', /is not a domain/],
  ['https://docs.acme.example/guide', /only the host name, such as docs\.acme\.example,/],
  [`https://${'a'.repeat(300)}.example/`, /such as docs\.example\.com,/],
  ['docs.example.com:443', /is not a domain/],
  ['docs.example.com/docs', /is not a domain/],
  ['docs..example.com', /is not a domain/],
  ['-docs.example.com', /is not a domain/],
  ['docs_x.example.com', /is not a domain/],
  ['', /is not a domain/],
] as const)
  test(`${JSON.stringify(name.slice(0, 30))} is refused with a specific reason`, () => {
    assert.throws(() => parseSiteDomain(name, own), { code: 'invalid_domain', message: why });
  });
