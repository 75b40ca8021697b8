import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkLimits } from './check-limits.ts';
import { checkRepositories } from '../sites/check-repositories.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

describe('an organization’s usage', () => {
  let installation: AuditedInstallation;
  before(async () => {
    installation = await openAuditedInstallation();
  });
  after(() => installation.close());
  const uses = (bucket: string, count: number, overSeconds: number): string =>
    `INSERT INTO rate_uses (bucket, used_at)
     SELECT '${bucket}', now() - interval '9 days' + n * interval '1 second' * ${overSeconds} / ${count - 1}
     FROM generate_series(0, ${count - 1}) n`;
  const jobs = (count: number, more: string): string =>
    `INSERT INTO agent_jobs (id, organization_id, project_id, status, result, model, repository, base_branch, as_draft, usage, is_free)
     SELECT 'aj_' || n, 'org_home', 'proj_docs', 'completed', 'no_changes', 'm', 'local:docs', 'main', false, '{}', ${more}
     FROM generate_series(1, ${count}) n;
     INSERT INTO agent_job_turns (job_id, turn, prompt, created_at)
     SELECT 'aj_' || n, 1, 'x', now() - interval '9 days' FROM generate_series(1, ${count}) n`;

  test('N6: more uses than the limit within a sliding hour are found, even if they are old', async () => {
    const bucket = 'static-exports:org_past';
    const found = await installation.findAfter(checkLimits, uses(bucket, 11, 3_599));
    assert.equal(found, `N6 ${bucket} more than 10 uses in 3600 s`);
  });

  test('N6: uses up to the limit, more uses in a longer time, and a bucket without a rule are valid', async () => {
    assert.equal(await installation.findAfter(checkLimits, uses('static-exports:org_past', 10, 60)), '');
    assert.equal(await installation.findAfter(checkLimits, uses('static-exports:org_past', 11, 3_601)), '');
    assert.equal(await installation.findAfter(checkLimits, uses('other:org_past', 200, 60)), '');
  });

  test('N6: too many jobs or follow-ups are found by their rows, and the first start’s example doesn’t count', async () => {
    const tooMany = /^N6 proj_docs more than 100 agent jobs in 3600 s$/;
    assert.match(await installation.findAfter(checkLimits, jobs(101, 'false')), tooMany);
    assert.equal(await installation.findAfter(checkLimits, jobs(101, 'n = 1')), '');
    const messages = `INSERT INTO agent_job_turns (job_id, turn, prompt, created_at)
      SELECT 'aj_audited', n, 'x', now() FROM generate_series(2, 102) n`;
    assert.match(await installation.findAfter(checkLimits, messages), /more than 100 agent messages in 3600 s/);
  });

  test('N10: a project with a repository that its organization isn’t connected to is found', async () => {
    const { findAfter } = installation;
    assert.equal(await installation.find(checkRepositories), '');
    for (const [change, address] of [
      [`repository = 'local:gone'`, 'local:gone'],
      [`organization_id = 'org_other'`, 'local:docs'],
      [`repository = 'https://github.com/acme/docs'`, 'https://github.com/acme/docs'],
    ] as const) {
      const found = await findAfter(checkRepositories, `UPDATE projects SET ${change}`);
      assert.equal(found, `N10 proj_docs its repository ${address} is not connected to the organization`);
    }
  });

  test('N10: a pattern matches whole owners and names in any case, but not names with the same prefix', async () => {
    const use = (pattern: string, repository: string, organization = 'org_home') =>
      installation.findAfter(
        checkRepositories,
        `INSERT INTO connected_repositories (organization_id, pattern) VALUES ('${organization}', '${pattern}');
         UPDATE projects SET repository = '${repository}'`,
      );
    for (const pattern of ['*', 'https://github.com/*', 'https://github.com/acme/*', 'https://github.com/acme/docs']) {
      assert.equal(await use(pattern, 'https://github.com/Acme/Docs'), '', pattern);
    }
    assert.match(await use('https://github.com/acme/*', 'https://github.com/acme-evil/docs'), /^N10/);
    assert.match(await use('https://github.com/acme/docs', 'https://github.com/acme/docs2'), /^N10/);
    assert.match(await use('*', 'https://github.com/acme/docs', 'org_other'), /^N10/);
  });
});
