import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { checkDeployments } from './check-deployments.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

const key = 'bundles/org_home/proj_docs/dpl_1.tar.gz';

describe('N15: a live site', () => {
  let installation: AuditedInstallation;
  before(async () => {
    installation = await openAuditedInstallation();
    await installation.database.pool.query(`
      INSERT INTO sites (project_id, organization_id, slug) VALUES ('proj_docs', 'org_home', 'docs');
      INSERT INTO site_environments (id, organization_id, project_id, kind, observation, active_observation)
        VALUES ('env_1', 'org_home', 'proj_docs', 'production', 2, 2);
      INSERT INTO site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
          issues, issue_count, issue_counts, error_count, missing, missing_count)
        VALUES ('sb_1', 'org_home', 'proj_docs', 'i', 'c', '${key}', 's', 5, 1, '[]', 0, '{}', 0, '[]', 0);
      INSERT INTO site_deployments (id, organization_id, project_id, environment_id, branch, status, source, commit, observation, bundle_id)
        VALUES ('dpl_0', 'org_home', 'proj_docs', 'env_1', 'main', 'success', 'push', 'b', 1, 'sb_1'),
          ('dpl_1', 'org_home', 'proj_docs', 'env_1', 'main', 'success', 'push', 'c', 2, 'sb_1');
      UPDATE site_environments SET active_deployment_id = 'dpl_1'`);
  });
  after(() => installation.close());
  beforeEach(() => put(key, 'whole'));
  const put = (name: string, text: string) =>
    installation.blobs.put(name, Buffer.from(text), { contentType: 'application/gzip' });
  const find = () => installation.find(checkDeployments);
  const findAfter = (statement: string) => installation.findAfter(checkDeployments, statement);

  test('is valid if its newest ready deployment is active and complete', async () => {
    assert.equal(await find(), '');
  });

  for (const [what, change, found] of [
    ['nothing active', 'active_deployment_id = NULL', 'env_1 has a deployment that was ready, and none is active'],
    [
      'an older deployment active',
      `active_deployment_id = 'dpl_0', active_observation = 1`,
      'env_1 the newer deployment dpl_1 is ready, and an older one is active',
    ],
    [
      'a promotion that still applies',
      `active_deployment_id = 'dpl_0', active_observation = 2, pinned_commit = 'c'`,
      '',
    ],
  ] as const)
    test(`with ${what} is ${found === '' ? 'valid' : 'found'}`, async () => {
      assert.equal(await findAfter(`UPDATE site_environments SET ${change}`), found && `N15 ${found}`);
    });

  test('is reported if its vectors are missing, or were changed after their creation', async () => {
    const vectors = `${key}.vectors`;
    const sha256 = createHash('sha256').update('made').digest('hex');
    const made = `INSERT INTO site_vectors (bundle_id, project_id, model, made_at, made_model, sha256, size_bytes, claimed_until)
      VALUES ('sb_1', 'proj_docs', 'm', now(), 'm', '${sha256}', 4, now())`;
    assert.equal(await findAfter(made), `N15 sb_1 the vectors of its sections, ${vectors}, do not exist`);
    await put(vectors, 'made');
    assert.equal(await findAfter(made), '');
    await put(vectors, 'evil');
    assert.equal(
      await findAfter(made),
      `N15 sb_1 the vectors of its sections, ${vectors}, were changed after their creation`,
    );
    await installation.blobs.delete(vectors);
  });

  test('is reported if its active deployment failed or has no bundle', async () => {
    assert.equal(
      await findAfter(`UPDATE site_deployments SET status = 'failure' WHERE id = 'dpl_1'`),
      'N15 env_1 its active deployment dpl_1 is failure',
    );
    assert.equal(
      await findAfter(`UPDATE site_deployments SET bundle_id = NULL WHERE id = 'dpl_1'`),
      'N15 env_1 its active deployment dpl_1 has no bundle',
    );
  });

  test('is reported if its bundle is missing or truncated', async () => {
    await put(key, 'cut');
    assert.equal(await find(), 'N15 sb_1 its file has 3 bytes; 5 were stored');
    await installation.blobs.delete(key);
    assert.equal(await find(), `N15 sb_1 its file ${key} does not exist`);
  });

  test('is reported if an unused file still exists after cleanup had time to run', async () => {
    const stray = 'bundles/org_home/proj_docs/stray.tar.gz';
    await put(stray, 'x');
    await put(`${key}.index`, 'x');
    assert.equal(await find(), '');
    const old = new Date(Date.now() - 4 * 3_600_000);
    for (const name of [stray, `${key}.index`])
      await utimes(join(installation.folder, 'blobs/objects', `${name}~`), old, old);
    assert.equal(await find(), `N15 ${stray} no deployment, export or bundle uses this file`);
    await installation.blobs.delete(stray);
  });
});
