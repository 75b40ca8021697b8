import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkHistory } from './check-history.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

const unguarded = (table: string, statement: string): string =>
  `ALTER TABLE ${table} DISABLE TRIGGER USER; ${statement}; ALTER TABLE ${table} ENABLE TRIGGER USER`;

describe('N2: states', () => {
  let installation: AuditedInstallation;
  before(async () => {
    installation = await openAuditedInstallation();
    await installation.database.pool.query(
      `INSERT INTO export_jobs (id, organization_id, project_id, status, progress, base_path, strict, commit, sha256, size_bytes, blob_key)
       VALUES ('exp_done', 'org_home', 'proj_docs', 'completed', 100, '', false, repeat('a', 40), repeat('b', 64), 10, 'exports/x')`,
    );
  });
  after(() => installation.close());

  test('are valid for a job and an export that ended normally', async () => {
    assert.equal(await installation.find(checkHistory), '');
  });

  test('are reported if a transition isn’t documented', async () => {
    for (const [statement, fault] of [
      [
        `UPDATE agent_job_events SET type = 'job.failed' WHERE id = 2`,
        'event 3, job.completed, happened while the job was failed',
      ],
      [
        `UPDATE agent_job_events SET type = 'turn.started' WHERE id = 1`,
        'event 1, turn.started, happened while the job was new',
      ],
      [`DELETE FROM agent_job_events WHERE id = 3`, 'its events result in active, but its status is completed'],
      [
        `UPDATE agent_job_events SET type = 'job.archived' WHERE id = 3`,
        'event 3, job.archived, happened while the job was active',
      ],
    ] as const) {
      const found = await installation.findAfter(checkHistory, statement);
      assert.ok(found.includes(`N2 aj_audited ${fault}`), `${fault}\n${found}`);
    }
  });

  test('are reported if the events aren’t numbered consecutively from 1 to the job’s last event', async () => {
    assert.notEqual(await installation.findAfter(checkHistory, 'UPDATE agent_job_events SET id = 7 WHERE id = 2'), '');
    assert.notEqual(await installation.findAfter(checkHistory, 'UPDATE agent_jobs SET last_event_id = 4'), '');
  });

  test('aren’t affected by the end of a pull request after the job', async () => {
    const ended = `INSERT INTO agent_job_events (job_id, id, type, data) VALUES ('aj_audited', 4, 'pull_request.ended', '{}');
      UPDATE agent_jobs SET last_event_id = 4`;
    assert.equal(await installation.findAfter(checkHistory, ended), '');
  });

  test('are reported if a job contradicts itself', async () => {
    for (const [change, fault] of [
      [`error = '{}'`, 'it has ended with both a result and an error, or with neither'],
      ['result = NULL', 'it is completed but has no result'],
      [`status = 'failed', result = 'changes', error = NULL`, 'it is failed but has no error'],
      [`status = 'active'`, 'it is active but already has a result or an error'],
      [`archived_at = now()`, 'its status contradicts its archiving time'],
      [`publish_state = 'pushed'`, 'it is completed, but the branch that it pushed was not reported'],
      ['pr_link = NULL', 'its result is "changes", but it has no pull request'],
      [`pr_state = 'closed', merged_unchanged = true`, 'it has merge figures, but its pull request was not merged'],
      [
        `pr_state = 'merged', merged_lines = 2, merged_lines_after = 3`,
        'more of its lines were changed after the merge than were merged',
      ],
      ['turns = 2', 'the number of its turns differs from the number of its prompts'],
    ] as const) {
      const found = await installation.findAfter(
        checkHistory,
        unguarded('agent_jobs', `UPDATE agent_jobs SET ${change}`),
      );
      assert.ok(found.includes(`N2 aj_audited ${fault}`), `${fault}\n${found}`);
    }
  });

  test('are valid for a job about a draft that has changes but no pull request', async () => {
    const ask = `ask = '{"file": null, "quote": null, "from": null}'`;
    const update = (change: string) => unguarded('agent_jobs', `UPDATE agent_jobs SET ${change}`);
    assert.equal(await installation.findAfter(checkHistory, update(`pr_link = NULL, ${ask}`)), '');
    const found = await installation.findAfter(checkHistory, update(ask));
    assert.ok(found.includes('N2 aj_audited it suggests changes to a draft, but it has a pull request'), found);
  });

  test('are reported if an export contradicts its bundle, progress or error', async () => {
    for (const [change, fault] of [
      ['sha256 = NULL', 'it is completed but has no bundle'],
      ['progress = 99.5', 'it is completed with a progress of 99.5'],
      ['commit = NULL', 'it is completed but has no commit'],
      [`status = 'failed', error = 'x', error_code = 'internal'`, 'it is failed but has a bundle'],
      [`error = 'left over', error_code = 'internal'`, 'its status contradicts its error'],
      [`status = 'failed', blob_key = NULL, error = 'x'`, 'its status contradicts its error'],
      [`status = 'running', blob_key = NULL, progress = 101`, 'its progress is 101'],
      [`status = 'queued', blob_key = NULL, attempt = 1`, 'it is queued but was already claimed'],
    ] as const) {
      const statement = unguarded('export_jobs', `UPDATE export_jobs SET ${change}`);
      const found = await installation.findAfter(checkHistory, statement);
      assert.ok(found.includes(`N2 exp_done ${fault}`), `${fault}\n${found}`);
    }
  });

  test('are guarded by triggers: a disabled or missing trigger is found', async () => {
    const found = await installation.findAfter(
      checkHistory,
      'ALTER TABLE agent_jobs DISABLE TRIGGER guard_agent_job; DROP TRIGGER guard_export_job ON export_jobs',
    );
    for (const name of ['guard_agent_job', 'guard_export_job']) {
      assert.ok(found.includes(`N2 ${name} the trigger that rejects undocumented transitions`), found);
    }
  });
});
