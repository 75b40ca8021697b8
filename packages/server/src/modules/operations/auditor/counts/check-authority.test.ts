import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkAuthority } from './check-authority.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

interface Key {
  readonly id: string;
  readonly organization?: string;
  readonly maker?: string;
  readonly scopes?: string;
  readonly projects?: string;
  /** An SQL expression. */
  readonly end?: string;
  readonly givenUntil?: string;
  readonly revoked?: string;
}

const toInsert = (key: Key): string => {
  const { id, organization = 'org_home', maker = 'key_maker', scopes = 'projects:read', projects = `'{p1}'` } = key;
  const { end = `now() + interval '10 minutes'`, givenUntil = end, revoked = 'NULL' } = key;
  return `INSERT INTO api_keys (id, organization_id, name, sha256, prefix, last_four, created_by, scopes, project_ids, expires_at, given_until, revoked_at)
    VALUES ('${id}', '${organization}', '${id}', decode(md5('${id}'), 'hex'), 'dw_', 'last', '${maker}', '{${scopes}}', ${projects}, ${end}, ${givenUntil}, ${revoked})`;
};

const maker: Key = {
  id: 'key_maker',
  maker: 'setup',
  scopes: 'api-keys:write,projects:write',
  end: `now() + interval '1 hour'`,
};

describe('N11: valid keys', () => {
  let installation: AuditedInstallation;
  before(async () => {
    installation = await openAuditedInstallation();
  });
  after(() => installation.close());
  const findWith = (made: Omit<Key, 'id'>, of: Key = maker) =>
    installation.findAfter(checkAuthority, `${toInsert(of)}; ${toInsert({ id: 'key_made', ...made })}`);

  test('have at most their creator’s permissions, and write includes read', async () => {
    assert.equal(await findWith({}), '');
    assert.equal(await findWith({ scopes: 'api-keys:read,projects:write', end: `now() + interval '1 hour'` }), '');
    const endless: Key = { id: 'key_maker', maker: 'setup', scopes: 'admin', projects: 'NULL', end: 'NULL' };
    assert.equal(await findWith({ scopes: 'exports:write', projects: 'NULL', end: 'NULL' }, endless), '');
  });

  test('are reported if they have more permissions, more projects or a longer lifetime than their creator', async () => {
    for (const [made, fault] of [
      [{ scopes: 'admin' }, 'has the scope admin, which key_maker lacked'],
      [{ scopes: 'projects:read,exports:read' }, 'has the scope exports:read, which key_maker lacked'],
      [{ projects: 'NULL' }, 'covers projects that its creator, key_maker, did not'],
      [{ projects: `'{p1,p2}'` }, 'covers projects that its creator, key_maker, did not'],
      [{ end: `now() + interval '2 hours'` }, 'expires later than its creator, key_maker'],
      [{ end: 'NULL' }, 'expires later than its creator, key_maker'],
      [{ givenUntil: `now() + interval '5 minutes'` }, 'expires later than the time that was set at its creation'],
      [
        { end: 'NULL', givenUntil: `now() + interval '5 minutes'` },
        'expires later than the time that was set at its creation',
      ],
    ] as const) {
      assert.ok((await findWith(made)).split('\n').includes(`N11 key_made ${fault}`), fault);
    }
  });

  test('are compared with their creator even if the creator was revoked, or was rolled and expires earlier', async () => {
    const rolled = { ...maker, end: `now() + interval '1 minute'`, givenUntil: `now() + interval '1 hour'` };
    assert.equal(await findWith({}, rolled), '', 'created before the creator was rolled');
    assert.match(await findWith({ scopes: 'admin' }, { ...maker, revoked: 'now()' }), /has the scope admin/);
  });

  test('are not reported if they have expired or were revoked', async () => {
    assert.equal(await findWith({ scopes: 'admin', revoked: 'now()' }), '');
    assert.equal(await findWith({ scopes: 'admin', end: `now() - interval '1 second'` }), '');
  });

  test('aren’t compared with another organization’s key, even if it has the creator’s ID', async () => {
    assert.equal(await findWith({ scopes: 'admin' }, { ...maker, organization: 'org_other' }), '');
  });

  test('are reported if they invited a member with a role that they may not assign', async () => {
    const invite = (role: string, of: Key) =>
      installation.findAfter(
        checkAuthority,
        `${toInsert(of)}; INSERT INTO invitations (id, organization_id, email, role, token_sha256, invited_by, expires_at)
         VALUES ('inv_made', 'org_home', 'x@example.com', '${role}', 'x', 'key_maker', now() + interval '1 day')`,
      );
    const endless = { ...maker, projects: 'NULL', end: 'NULL' };
    assert.equal(await invite('admin', { ...endless, scopes: 'members:write' }), '');
    assert.equal(await invite('owner', { ...endless, scopes: 'admin' }), '');
    for (const [role, of] of [
      ['owner', { ...endless, scopes: 'members:write' }],
      ['viewer', { ...endless, projects: `'{p1}'` }],
      ['viewer', { ...endless, end: maker.end ?? '' }],
    ] as const) {
      const found = await invite(role, of);
      assert.equal(
        found,
        `N11 inv_made is for the role ${role}, which exceeds the permissions of the key that sent it`,
      );
    }
  });
});
