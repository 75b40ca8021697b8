import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from './api-error.ts';
import { findGap, requireAuthority, type Authority, type AuthorityGap } from './authority.ts';
import type { Principal } from './principal.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));
const all: Authority = { scopes: ['admin'], projectIds: null, expiresAt: null };
const keys: Authority = { scopes: ['api-keys:write', 'projects:write'], projectIds: null, expiresAt: null };

const rows: readonly {
  readonly title: string;
  readonly held: Authority;
  readonly wanted: Authority;
  readonly gap: AuthorityGap | undefined;
}[] = [
  { title: 'an authority covers itself', held: keys, wanted: keys, gap: undefined },
  { title: 'admin covers everything', held: all, wanted: keys, gap: undefined },
  { title: 'only admin covers admin', held: keys, wanted: all, gap: { kind: 'scope', scope: 'admin' } },
  {
    title: 'a write scope covers the matching read scope',
    held: keys,
    wanted: { ...keys, scopes: ['projects:read'] },
    gap: undefined,
  },
  {
    title: 'a read scope does not cover the matching write scope',
    held: { ...keys, scopes: ['projects:read'] },
    wanted: { ...keys, scopes: ['projects:write'] },
    gap: { kind: 'scope', scope: 'projects:write' },
  },
  {
    title: 'a missing scope counts even if it would have no effect for a key that is bound to a project',
    held: { ...keys, projectIds: ['a'] },
    wanted: { ...keys, scopes: ['audit:read'], projectIds: ['a'] },
    gap: { kind: 'scope', scope: 'audit:read' },
  },
  {
    title: 'a bound key does not cover an unbound key',
    held: { ...all, projectIds: ['a'] },
    wanted: all,
    gap: { kind: 'project', id: null },
  },
  {
    title: 'a bound key does not cover another project',
    held: { ...all, projectIds: ['a', 'b'] },
    wanted: { ...all, projectIds: ['b', 'c'] },
    gap: { kind: 'project', id: 'c' },
  },
  {
    title: 'a bound key covers a key with fewer of its projects',
    held: { ...all, projectIds: ['a', 'b'] },
    wanted: { ...all, projectIds: ['b'] },
    gap: undefined,
  },
  {
    title: 'a key that expires does not cover a key that doesn’t expire',
    held: { ...all, expiresAt: day(2) },
    wanted: all,
    gap: { kind: 'life', until: null },
  },
  {
    title: 'a key that expires does not cover a key that expires later',
    held: { ...all, expiresAt: day(2) },
    wanted: { ...all, expiresAt: day(3) },
    gap: { kind: 'life', until: day(3) },
  },
  {
    title: 'a key that expires covers a key that expires at the same time',
    held: { ...all, expiresAt: day(2) },
    wanted: { ...all, expiresAt: day(2) },
    gap: undefined,
  },
  {
    title: 'a key without an expiry date covers a key with an expiry date',
    held: all,
    wanted: { ...all, expiresAt: day(2) },
    gap: undefined,
  },
];

describe('authority', () => {
  for (const { title, held, wanted, gap } of rows) {
    test(title, () => assert.deepEqual(findGap(held, wanted), gap));
  }

  test('a refusal contains the caller and the missing permission, and the attempt for the audit log', () => {
    const principal: Principal = {
      ...keys,
      actor: { kind: 'api_key', id: 'key_1', name: 'ci' },
      organizationId: 'org_1',
      plan: 'free',
      isOperator: false,
      role: null,
      origin: { address: '127.0.0.1', userAgent: null, requestId: 'req_1' },
    };
    const attempt = { action: 'api_key.rolled', target: { kind: 'api_key', id: 'key_2' } };
    assert.throws(
      () => requireAuthority(principal, all, attempt),
      (error) =>
        error instanceof ApiError &&
        error.status === 403 &&
        error.message.includes('the key "ci" lacks the scope "admin"') &&
        error.attempt === attempt,
    );
  });
});
