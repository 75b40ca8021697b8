import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSiteName } from './site-names.ts';

test('the first part of a host name below the sites domain names a site or a preview', () => {
  for (const host of ['acme.docs.example', 'ACME.docs.example', 'acme.docs.example.', 'acme.docs.example:443'])
    assert.deepEqual(readSiteName(host, 'docs.example'), { kind: 'label', label: 'acme' });
  assert.deepEqual(readSiteName('main-01234567--acme.localhost:4401', 'localhost'), {
    kind: 'label',
    label: 'main-01234567--acme',
  });
});

test('an address, and the domain itself, ask for the default site', () => {
  for (const host of ['127.0.0.1:4401', '127.0.0.1', '[::1]:4401', 'localhost', 'localhost:80'])
    assert.deepEqual(readSiteName(host, 'localhost'), { kind: 'default' });
});

test('what can be no site’s name is looked up nowhere', () => {
  for (const host of [
    '',
    'other.example',
    'a.b.docs.example',
    'docs.example.evil.example',
    'evildocs.example',
    '-a.docs.example',
    'a_b.docs.example',
    '%00.docs.example',
    "a'--.docs.example",
    `${'x'.repeat(64)}.docs.example`,
    `${'x'.repeat(300)}.docs.example`,
    'acme.docs.example:99999999',
    '[::1',
    'a:b:c',
  ])
    assert.equal(readSiteName(host, 'docs.example'), undefined, host);
});
