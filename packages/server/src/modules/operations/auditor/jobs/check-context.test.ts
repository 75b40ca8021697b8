import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';
import { checkContext } from './check-context.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
});
after(() => installation.close());

const commit = 'a'.repeat(40);
const read = (repository: string, more: object = {}) => ({ repository, branch: 'main', commit, ...more });
const find = (context: readonly object[], turn = 1): Promise<string> =>
  installation.findAfter(
    checkContext,
    `UPDATE organizations SET slug = replace(id, 'org_', '');
     INSERT INTO agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, usage, context, context_turn)
     VALUES ('aj_read', 'org_home', 'proj_docs', 'completed', 'm', 'local:docs', 'main', false, '{}', '${JSON.stringify(context)}', ${turn});`,
  );

test('N27: commits in the organization’s own repositories, and jobs that read no code, are valid', async () => {
  assert.equal(await find([read('local:@home/api'), read('https://github.com/acme/api')]), '');
  assert.equal(await find([], 0), '');
});

test('N27: repositories of other organizations, unknown commits and turns, and repeated repositories are reported', async () => {
  assert.match(await find([read('local:@other/api')]), /^N27 aj_read read local:@other\/api, which belongs/);
  assert.match(
    await find([read('local:@home/api', { commit: 'main' })]),
    /doesn't name the complete commit of local:@home/,
  );
  assert.match(await find([read('local:@home/api')], 2), /a turn that does not exist/);
  assert.match(await find([read('local:@home/api'), read('local:@home/api')]), /names a context repository twice/);
});
