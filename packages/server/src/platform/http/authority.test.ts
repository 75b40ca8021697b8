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
  { title: 'everybody holds their own', held: keys, wanted: keys, gap: undefined },
  { title: 'admin holds everything', held: all, wanted: keys, gap: undefined },
  { title: 'admin is held by admin alone', held: keys, wanted: all, gap: { kind: 'scope', scope: 'admin' } },
  {
    title: 'write covers read of the same',
    held: keys,
    wanted: { ...keys, scopes: ['projects:read'] },
    gap: undefined,
  },
  {
    title: 'read does not cover write',
    held: { ...keys, scopes: ['projects:read'] },
    wanted: { ...keys, scopes: ['projects:write'] },
    gap: { kind: 'scope', scope: 'projects:write' },
  },
  {
    title: 'a scope that a binding makes useless counts too',
    held: { ...keys, projectIds: ['a'] },
    wanted: { ...keys, scopes: ['audit:read'], projectIds: ['a'] },
    gap: { kind: 'scope', scope: 'audit:read' },
  },
  {
    title: 'a bound one holds no unbound one',
    held: { ...all, projectIds: ['a'] },
    wanted: all,
    gap: { kind: 'project', id: null },
  },
  {
    title: 'a bound one holds no other project',
    held: { ...all, projectIds: ['a', 'b'] },
    wanted: { ...all, projectIds: ['b', 'c'] },
    gap: { kind: 'project', id: 'c' },
  },
  {
    title: 'a bound one holds fewer of its projects',
    held: { ...all, projectIds: ['a', 'b'] },
    wanted: { ...all, projectIds: ['b'] },
    gap: undefined,
  },
  {
    title: 'one that ends holds nothing without an end',
    held: { ...all, expiresAt: day(2) },
    wanted: all,
    gap: { kind: 'life', until: null },
  },
  {
    title: 'one that ends holds nothing that ends later',
    held: { ...all, expiresAt: day(2) },
    wanted: { ...all, expiresAt: day(3) },
    gap: { kind: 'life', until: day(3) },
  },
  {
    title: 'one that ends holds what ends with it',
    held: { ...all, expiresAt: day(2) },
    wanted: { ...all, expiresAt: day(2) },
    gap: undefined,
  },
  { title: 'one without an end holds what ends', held: all, wanted: { ...all, expiresAt: day(2) }, gap: undefined },
];

describe('authority', () => {
  for (const { title, held, wanted, gap } of rows) {
    test(title, () => assert.deepEqual(findGap(held, wanted), gap));
  }

  test('a refusal names the caller and the missing permission, and contains the attempt for the audit log', () => {
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
