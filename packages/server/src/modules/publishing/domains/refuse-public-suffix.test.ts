import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusePublicSuffix } from './refuse-public-suffix.ts';

test('a public suffix is refused, and the error names a domain to add instead', () => {
  for (const domain of ['co.uk', 'github.io', 'xn--55qx5d.cn', 'anything.ck'])
    assert.throws(() => refusePublicSuffix(domain), {
      code: 'invalid_domain',
      message: new RegExp(`is a public suffix.*docs\\.example\\.${domain.replace('.', '\\.')}`),
    });
});

test('a name below a public suffix, an exception in the list and an unlisted name are accepted', () => {
  for (const domain of ['example.co.uk', 'acme.github.io', 'www.ck', 'docs.internal', 'docs.example.com'])
    refusePublicSuffix(domain);
});
