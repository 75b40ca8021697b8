import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles, scopes, type Role, type Scope } from '@docwright/contract';
import { principalOf } from '../../../testing/module-database.ts';
import { isRole, requireRole, scopesOfRole } from './roles.ts';

const attempt = { action: 'member.invited', target: { kind: 'user', id: 'user_1' } };
const scopesWithRead = (role: Role): Set<Scope> =>
  new Set(
    scopesOfRole[role].flatMap((scope) => {
      const read = scope.replace(/:write$/, ':read');
      return [scope, ...scopes.filter((known) => known === read)];
    }),
  );
const mayGive = (changes: Parameters<typeof principalOf>[0], role: Role): boolean => {
  try {
    requireRole(principalOf(changes), role, attempt);
    return true;
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'insufficient_scope');
    return false;
  }
};

test('each role includes the permissions of the weaker roles, and an owner has all permissions', () => {
  assert.deepEqual(scopesOfRole.owner, ['admin']);
  const [viewer, editor, admin] = (['viewer', 'editor', 'admin'] as const).map(scopesWithRead);
  assert.deepEqual(
    [...(viewer ?? [])].filter((scope) => editor?.has(scope) !== true),
    [],
  );
  assert.deepEqual(
    [...(editor ?? [])].filter((scope) => admin?.has(scope) !== true),
    [],
  );
  for (const role of roles) for (const scope of scopesOfRole[role]) assert.ok(scopes.includes(scope), scope);
});

test('a viewer can’t change anything, and an editor can’t change settings, people or keys', () => {
  assert.deepEqual(
    scopesOfRole.viewer.filter((scope) => !scope.endsWith(':read')),
    [],
  );
  const changed = scopesOfRole.editor.filter((scope) => scope.endsWith(':write'));
  assert.deepEqual(changed, [
    'agent-jobs:write',
    'exports:write',
    'deployments:write',
    'content:write',
    'analytics:write',
  ]);
  assert.ok(!scopesOfRole.admin.includes('admin'));
});

test('assigning a role requires all of its permissions, for all projects and without an expiry date', () => {
  const asRole = (role: Role) => ({ role, scopes: scopesOfRole[role] });
  const table = roles.map((by) => [by, roles.filter((role) => mayGive(asRole(by), role)).sort()]);
  assert.deepEqual(Object.fromEntries(table), {
    owner: ['admin', 'editor', 'owner', 'viewer'],
    admin: ['admin', 'editor', 'viewer'],
    editor: ['editor', 'viewer'],
    viewer: ['viewer'],
  });
  assert.equal(mayGive({ projectIds: ['project'] }, 'viewer'), false, 'a key that is bound to a project');
  assert.equal(mayGive({ expiresAt: new Date('2030-01-01') }, 'viewer'), false, 'a key that expires');
  assert.equal(mayGive({ scopes: ['members:write'] }, 'viewer'), false, 'a key that may only invite');
});

test('the error for a refused role names a missing permission', () => {
  assert.throws(() => requireRole(principalOf({ scopes: ['members:write'] }), 'viewer', attempt), {
    message: /agent-jobs:read|exports:read|projects:read/,
  });
});

test('only the exact names of roles are roles', () => {
  for (const role of roles) assert.equal(isRole(role), true);
  for (const text of ['', 'Owner', 'owner ', 'constructor', '__proto__', 'root'])
    assert.equal(isRole(text), false, text);
});
