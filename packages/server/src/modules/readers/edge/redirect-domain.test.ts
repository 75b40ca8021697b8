import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectDomain } from './redirect-domain.ts';

const found = { kind: 'production', primaryDomain: 'docs.example.com', primaryLeadsHere: true } as const;
const domain = (name: string) => ({ kind: 'domain', domain: name }) as const;
const label = { kind: 'label', label: 'acme' } as const;

test('a site’s other domains redirect to the primary one, which serves the site', () => {
  assert.equal(redirectDomain(domain('www.docs.example.com'), found), 'docs.example.com');
  assert.equal(redirectDomain(domain('docs.example.com'), found), undefined);
});

test('the name below the sites domain redirects to the primary domain when that resolves to an edge', () => {
  assert.equal(redirectDomain(label, found), 'docs.example.com');
  assert.equal(redirectDomain(label, { ...found, primaryLeadsHere: false }), undefined);
});

test('a preview, an address and a site without domains don’t redirect', () => {
  assert.equal(redirectDomain(label, { ...found, kind: 'preview' }), undefined);
  assert.equal(redirectDomain({ kind: 'default' }, found), undefined);
  assert.equal(redirectDomain(label, { ...found, primaryDomain: null }), undefined);
});
