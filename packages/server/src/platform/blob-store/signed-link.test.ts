import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signLink, verifySignedLink } from './signed-link.ts';
import type { LinkTarget } from './signed-link.ts';

const target: LinkTarget = { host: 'docs.example.com', path: '/v1/blobs/a/b', sha256: 'f'.repeat(64) };
const secrets = ['new', 'old'] as const;
const expiresAt = new Date('2030-01-01T00:00:00Z');
const before = new Date('2029-12-31T23:59:59.999Z');
const query = (): URLSearchParams => signLink(secrets, target, { expiresAt, fileName: 'site.tar.gz' });

describe('a signed link', () => {
  test('allows GET and HEAD for its object until it expires', () => {
    for (const method of ['GET', 'HEAD']) {
      assert.deepEqual(verifySignedLink(secrets, target, { method, query: query() }, before), {
        expiresAt,
        fileName: 'site.tar.gz',
      });
    }
    assert.equal(verifySignedLink(secrets, target, { method: 'GET', query: query() }, expiresAt), undefined);
  });

  test('is not valid for another method, host, path, object or secret', () => {
    const request = { method: 'GET', query: query() };
    for (const method of ['POST', 'DELETE', 'get', ''])
      assert.equal(verifySignedLink(secrets, target, { ...request, method }, before), undefined);
    for (const change of [{ host: 'evil.example' }, { path: '/v1/blobs/a/c' }, { sha256: 'e'.repeat(64) }]) {
      assert.equal(verifySignedLink(secrets, { ...target, ...change }, request, before), undefined);
    }
    assert.equal(verifySignedLink(['other'], target, request, before), undefined);
  });

  test('stays valid after a new secret was added, while the old secret is still accepted', () => {
    const old = signLink(['old'], target, { expiresAt, fileName: 'x' });
    assert.ok(verifySignedLink(secrets, target, { method: 'GET', query: old }, before));
  });

  test('is not valid with a different spelling of the same signature', () => {
    const signature = query().get('signature') ?? '';
    const respelled = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
      .map((last) => signature.slice(0, -1) + last)
      .filter(
        (other) => other !== signature && Buffer.from(other, 'base64url').equals(Buffer.from(signature, 'base64url')),
      );
    assert.equal(respelled.length, 3);
    for (const other of respelled) {
      const changed = query();
      changed.set('signature', other);
      assert.equal(verifySignedLink(secrets, target, { method: 'GET', query: changed }, before), undefined, other);
    }
  });

  test('is not valid if a field is missing, duplicated, altered or malformed', () => {
    const values = {
      expires: ['', '0', '-1', '1e9', '99999999999999', ' 1'],
      name: ['', 'other'],
      signature: ['', 'x', 'A'.repeat(43), 'é'.repeat(43)],
    };
    for (const [field, bad] of Object.entries(values)) {
      const missing = query();
      missing.delete(field);
      const doubled = query();
      doubled.append(field, doubled.get(field) ?? '');
      const altered = bad.map((value) => {
        const changed = query();
        changed.set(field, value);
        return changed;
      });
      for (const one of [missing, doubled, ...altered]) {
        assert.equal(verifySignedLink(secrets, target, { method: 'GET', query: one }, before), undefined, String(one));
      }
    }
  });
});
