import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOME } from '../../../../testing/module-database.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { checkRetention } from './check-retention.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  await insertProject(installation.database, 'kept');
  await installation.database.pool.query('UPDATE agent_jobs SET updated_at = now()');
  await installation.database.pool.query(
    `INSERT INTO site_environments (id, organization_id, project_id, kind) VALUES ('env', $1, 'kept', 'production')`,
    [HOME],
  );
});
after(() => installation.close());

const job = (id: string, daysAgo: number, prState = 'NULL'): string =>
  `INSERT INTO agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, prompt, usage, pr_state, updated_at)
   VALUES ('${id}', '${HOME}', 'kept', 'completed', 'm', 'r', 'main', true, 'p', '{}', ${prState}, now() - interval '${daysAgo} days');`;
const compared = (id: string, daysAgo: number): string =>
  `INSERT INTO site_deployments (id, organization_id, project_id, environment_id, branch, status, source)
     VALUES ('${id}', '${HOME}', 'kept', 'env', 'main', 'success', 'push');
   INSERT INTO deployment_search_checks (deployment_id, project_id, compared_with, queries, complete, changes, checked_at)
     VALUES ('${id}', 'kept', 'x', 1, true, '[]', now() - interval '${daysAgo} days');`;
const find = (statements: string): Promise<string> => installation.findAfter(checkRetention, statements);

test('N20: jobs of the last year, and a job with an open pull request, are valid', async () => {
  assert.equal(await find(job('young', 365) + job('open', 500, `'open'`)), '');
});

test('N20: old ended jobs that a running service hasn’t deleted are found', async () => {
  assert.equal(
    await find(job('old', 367) + job('older', 500, `'merged'`)),
    'N20 kept has 2 agent jobs that ended more than 365 days ago',
  );
});

test('N21: search comparisons that are older than the retention of individual events are found if newer ones exist', async () => {
  assert.equal(await find(compared('a', 0) + compared('b', 90)), '');
  assert.equal(await find(compared('a', 200) + compared('b', 290)), '');
  assert.equal(await find(compared('a', 0) + compared('b', 92)), 'N21 kept has 1 search comparison older than 90 days');
});
