import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkEnds } from './check-ends.ts';
import { HOME } from '../../../../testing/module-database.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

describe('N1: accepted jobs', () => {
  let installation: AuditedInstallation;
  before(async () => {
    installation = await openAuditedInstallation();
  });
  after(() => installation.close());

  test('are valid if they have ended, even if the queue was never created', async () => {
    assert.equal(await installation.find(checkEnds, { settled: true }), '');
  });

  test('are found if they are missing from the queue, whether they wait or run', async () => {
    for (const [id, status] of [
      ['exp_lost', 'queued'],
      ['exp_left', 'running'],
    ] as const) {
      const found = await installation.findAfter(
        checkEnds,
        `INSERT INTO export_jobs (id, organization_id, project_id, status, base_path, strict)
         VALUES ($1, $2, 'proj_docs', $3, '', false)`,
        [id, HOME, status],
      );
      assert.equal(found, `N1 ${id} has not ended, and the queue has no entry that would end it`);
    }
  });

  test('count as ended if they are archived, and as active after a follow-up', async () => {
    const { findAfter } = installation;
    assert.equal(await findAfter(checkEnds, `UPDATE agent_jobs SET status = 'archived', archived_at = now()`), '');
    assert.match(
      await findAfter(checkEnds, `UPDATE agent_jobs SET status = 'active', result = NULL`),
      /^N1 aj_audited has not ended/,
    );
  });
});
