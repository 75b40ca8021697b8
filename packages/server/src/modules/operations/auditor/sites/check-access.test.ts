import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOME } from '../../../../testing/module-database.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';
import { checkAccess } from './check-access.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  await insertProject(installation.database, 'protected');
});
after(() => installation.close());

const site = (mode: string): string =>
  `INSERT INTO sites (project_id, organization_id, slug, access_mode) VALUES ('protected', '${HOME}', 'p', '${mode}');`;
const access = (columns: string, values: string): string =>
  `INSERT INTO site_access (project_id, organization_id, ${columns}) VALUES ('protected', '${HOME}', ${values});`;
const session = (id: string, expires: string): string =>
  `INSERT INTO reader_sessions (id, project_id, subject_sha256, session_epoch, expires_at)
   VALUES ('${id}', 'protected', '\\x00', 0, now() + interval '${expires}');`;
const find = (statement: string): Promise<string> => installation.findAfter(checkAccess, statement);

test('N25: complete settings and unexpired sessions are valid', async () => {
  for (const mode of ['public', 'password', 'members']) assert.equal(await find(site(mode)), '');
  assert.equal(await find(site('oauth') + access('oauth', `'{}'`) + session('a', '1 hour')), '');
  assert.equal(await find(site('jwt') + access('jwt', `'{}'`) + session('a', '-23 hours')), '');
  assert.equal(await find(site('proxy') + access('proxy, secrets, key_id', `'{}', 'x', 'k'`)), '');
});

test('N25: a mode without its settings is found', async () => {
  for (const mode of ['oauth', 'jwt', 'proxy'])
    assert.equal(await find(site(mode)), `N25 protected has the access mode "${mode}" without its settings`);
  assert.equal(
    await find(site('proxy') + access('proxy', `'{}'`)),
    'N25 protected has the access mode "proxy" without its settings',
  );
});

test('N25: expired sessions that a running service has not deleted are found', async () => {
  assert.equal(
    await find(site('password') + session('a', '-25 hours') + session('b', '1 hour')),
    'N25 protected has 1 session that expired more than a day ago',
  );
});

test('N25: readers’ expired tokens that a running service has not deleted are found', async () => {
  const environment = `INSERT INTO site_environments (id, organization_id, project_id, kind)
    VALUES ('env', '${HOME}', 'protected', 'production');`;
  const token = (id: string, expires: string): string =>
    `INSERT INTO reader_access_tokens (id, environment_id, owner, sealed, expires_at)
     VALUES ('${id}', 'env', 'ada', 'x', now() + interval '${expires}');`;
  assert.equal(await find(site('password') + environment + token('a', '-23 hours') + token('b', '1 hour')), '');
  assert.equal(
    await find(site('password') + environment + token('a', '-25 hours') + token('b', '1 hour')),
    "N25 protected has 1 reader's token that expired more than a day ago",
  );
});
