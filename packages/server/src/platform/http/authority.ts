import type { Scope } from '@docwright/contract';
import { ApiError, type RefusedAttempt } from './api-error.ts';
import { coversScope, type Principal } from './principal.ts';

/**
 * The permissions of a key, a person or a role: scopes, projects and expiry. A caller who grants, revokes, replaces, or
 * extends an authority must have all of it: a key can't create, roll, or revoke a key with more scopes, more projects,
 * or a later expiry, and no one can assign or remove a role with more permissions than their own. Anyone can change
 * their own authority, because this doesn't add permissions.
 */
export interface Authority {
  readonly scopes: readonly Scope[];
  /** Null for all projects, and the organization's shared resources. */
  readonly projectIds: readonly string[] | null;
  /** Null if it doesn't expire. Only keys expire; people and their sessions don't. */
  readonly expiresAt: Date | null;
}

/** The first part of an authority that another authority lacks. */
export type AuthorityGap =
  | { readonly kind: 'scope'; readonly scope: Scope }
  /** Null for all other projects. */
  | { readonly kind: 'project'; readonly id: string | null }
  /** Null for no expiry date. */
  | { readonly kind: 'life'; readonly until: Date | null };

/** Returns `undefined` if `held` covers all of `wanted`. */
export function findGap(held: Authority, wanted: Authority): AuthorityGap | undefined {
  const scope = wanted.scopes.find((one) => !coversScope(held.scopes, one));
  if (scope !== undefined) return { kind: 'scope', scope };
  const { projectIds: own } = held;
  if (own !== null) {
    if (wanted.projectIds === null) return { kind: 'project', id: null };
    const foreign = wanted.projectIds.find((id) => !own.includes(id));
    if (foreign !== undefined) return { kind: 'project', id: foreign };
  }
  const { expiresAt: end } = held;
  if (end === null) return undefined;
  const { expiresAt: until } = wanted;
  return until === null || until.getTime() > end.getTime() ? { kind: 'life', until } : undefined;
}

/**
 * @param attempt the attempted action, for the audit log
 * @throws {ApiError} insufficient_scope
 */
export function requireAuthority(principal: Principal, wanted: Authority, attempt: RefusedAttempt): void {
  const gap = findGap(principal, wanted);
  if (gap === undefined) return;
  const { actor, role } = principal;
  const who = role === null ? `the key "${actor.name}"` : `the role "${role}" of ${actor.name}`;
  throw new ApiError(
    'insufficient_scope',
    `You can't grant or revoke permissions you don't have: ${who} ${describe(gap)}.`,
    {
      attempt,
    },
  );
}

function describe(gap: AuthorityGap): string {
  switch (gap.kind) {
    case 'scope':
      return `lacks the scope "${gap.scope}"`;
    case 'project':
      return gap.id === null ? 'is bound to projects' : `is not bound to the project "${gap.id}"`;
    case 'life':
      return gap.until === null
        ? 'has an expiry date, but this would have none'
        : `expires before ${gap.until.toISOString()}`;
  }
}

/**
 * Refuses actions outside a key's projects: other repositories, branches, folders and addresses.
 * @param what the action, after "can't"
 * @throws {ApiError} insufficient_scope
 */
export function requireUnbound(principal: Principal, what: string, attempt: RefusedAttempt): void {
  if (principal.projectIds === null) return;
  const { name } = principal.actor;
  throw new ApiError('insufficient_scope', `The key "${name}" is bound to projects, so it can't ${what}.`, { attempt });
}
