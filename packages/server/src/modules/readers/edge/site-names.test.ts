import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSiteName, tableNameOf } from './site-names.ts';

test('the first part of a host name below the sites domain names a site or a preview', () => {
  for (const host of ['acme.docs.example', 'ACME.docs.example', 'acme.docs.example.', 'acme.docs.example:443'])
    assert.deepEqual(readSiteName(host, 'docs.example'), { kind: 'label', label: 'acme' });
  assert.deepEqual(readSiteName('main-01234567--acme.localhost:4401', 'localhost'), {
    kind: 'label',
    label: 'main-01234567--acme',
  });
});

test('an address, and the domain itself, refer to the default site', () => {
  for (const host of ['127.0.0.1:4401', '127.0.0.1', '::1', '[::1]:4401', 'localhost', 'localhost:80'])
    assert.deepEqual(readSiteName(host, 'localhost'), { kind: 'default' });
});

test('all addresses share one name in the site table, and other hosts have their own', () => {
  const names = ['127.0.0.1', '192.0.2.7', '::1', '2001:db8::7', '::ffff:192.0.2.7'].map(tableNameOf);
  assert.equal(new Set(names).size, 1);
  assert.deepEqual(readSiteName(names[0] ?? '', 'docs.example'), { kind: 'default' });
  for (const host of ['acme.docs.example', 'docs.example', '192.0.2', '1.2.3.4.example'])
    assert.equal(tableNameOf(host), host);
});

test('another name with a dot may be a project’s own domain', () => {
  for (const host of ['docs.other.example', 'DOCS.Other.example.', 'docs.other.example:443'])
    assert.deepEqual(readSiteName(host, 'docs.example'), { kind: 'domain', domain: 'docs.other.example' });
  assert.deepEqual(readSiteName('docs.example.evil.example', 'docs.example'), {
    kind: 'domain',
    domain: 'docs.example.evil.example',
  });
});

test('names that can’t belong to a site are not looked up', () => {
  for (const host of [
    '',
    'other',
    'other..example',
    'other_.example',
    `${'a.'.repeat(127)}example`,
    'a.b.docs.example',
    '-a.docs.example',
    'a_b.docs.example',
    '%00.docs.example',
    "a'--.docs.example",
    `${'x'.repeat(64)}.docs.example`,
    `${'x'.repeat(300)}.docs.example`,
    'acme.docs.example:99999999',
    'acme.docs.example..',
    '[::1',
    'a:b:c',
  ])
    assert.equal(readSiteName(host, 'docs.example'), undefined, host);
});
