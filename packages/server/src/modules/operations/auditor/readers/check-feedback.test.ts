import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertProject } from '../../../../testing/insert-project.ts';
import { checkFeedback } from './check-feedback.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  await insertProject(installation.database, 'said');
});
after(() => installation.close());

const feedback = (id: string, daysAgo: number): string =>
  `INSERT INTO page_feedback (id, project_id, created_at, updated_at, path, source, comment)
   VALUES ('${id}', 'said', now() - interval '${daysAgo} days', now(), '/', 'agent', 'x');`;

test('N17: feedback within its retention period is valid, as is old feedback of a stopped service', async () => {
  assert.equal(await installation.findAfter(checkFeedback, feedback('a', 0) + feedback('b', 400)), '');
  assert.equal(await installation.findAfter(checkFeedback, feedback('a', 500) + feedback('b', 800)), '');
});

test('N17: old feedback that a running service hasn’t deleted is found', async () => {
  assert.equal(
    await installation.findAfter(checkFeedback, feedback('a', 0) + feedback('b', 402)),
    "N17 said has 1 entry of readers' feedback older than 400 days",
  );
});
