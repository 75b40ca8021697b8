import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { auditService, createLogger, loadSettings, type AuditReport, type PromiseName } from '@docwright/server';
import { startTestService, until, type TestService } from '../api/test-service.ts';

interface Damage {
  readonly work: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
}

describe('the auditor', () => {
  let service: TestService;
  let exportId: string;

  before(async () => {
    service = await startTestService({ worker: true, embedded: true });
    const prompt = 'Append section "Audit" to quickstart: "Checked."';
    // A job that was published, received a follow-up, and was duplicated by a second job.
    const jobId = await runJob(prompt);
    await runJob(prompt);
    await service.request('POST', `${jobs()}/${jobId}/message`, {
      body: { prompt: 'Set description of index to "Audited"' },
    });
    await waitForJob(jobId);
    const started = await service.request('POST', '/v1/static-export/jobs', { body: { domain: service.domain } });
    exportId = started.json.jobId;
    await until(
      () => service.request('GET', `/v1/static-export/jobs/${exportId}`),
      ({ json }) => ['completed', 'failed'].includes(json.status),
    );
  });
  after(() => service.stop());

  const jobs = (): string => `/v2/agent/${service.projectId}/job`;
  const waitForJob = (id: string) =>
    until(
      () => service.request('GET', `${jobs()}/${id}?wait=30`),
      ({ json }) => json.status !== 'active',
    );
  async function runJob(prompt: string): Promise<string> {
    const { json } = await service.request('POST', jobs(), { body: { prompt } });
    assert.equal((await waitForJob(json.id)).json.status, 'completed');
    return json.id;
  }
  const query = (text: string, values: readonly unknown[] = []) =>
    service.api.platform.database.pool.query(text, values.length === 0 ? undefined : [...values]);
  const audit = (options: Parameters<typeof auditService>[2] = {}): Promise<AuditReport> => {
    const flags = { dataDir: service.dataDir, baseUrl: service.baseUrl };
    return auditService(loadSettings({ flags, environment: {} }), createLogger({ level: 'silent' }), options);
  };
  async function auditWith(damage: Damage, options?: Parameters<typeof auditService>[2]): Promise<AuditReport> {
    await damage.work();
    try {
      return await audit(options);
    } finally {
      await damage.undo();
    }
  }
  /** Returns the audit's findings about a guarantee while `damage` applies, and then undoes the damage. */
  async function findBroken(
    promise: PromiseName,
    damage: Damage,
    options?: Parameters<typeof auditService>[2],
  ): Promise<string> {
    const { violations } = await auditWith(damage, options);
    assert.ok(violations.length > 0, `${promise}: nothing was found`);
    assert.deepEqual([...new Set(violations.map((found) => found.promise))], [promise]);
    return violations.map(({ subject, message }) => `${subject} ${message}`).join('\n');
  }

  test('finds no violations after a healthy run, and reports how much it checked', async () => {
    const { checked, violations } = await audit({ settled: true });
    assert.deepEqual(violations, []);
    assert.deepEqual([checked.N1, checked.N2, checked.N3, checked.N4], [3, 3, 2, 1]);
    assert.ok(checked.N6 >= 6 && checked.N8 > 50 && checked.N9 >= 3, JSON.stringify(checked));
  });

  test('N1: finds a job that waits in the queue while nothing is running, or past its deadline', async () => {
    const waiting = (age: string) => ({
      work: async () => {
        await query(
          `insert into export_jobs (id, organization_id, project_id, status, base_path, strict, created_at)
           select 'exp_waiting', organization_id, project_id, 'queued', '', false, now() - $2::interval from export_jobs where id = $1`,
          [exportId, age],
        );
        await query(
          `insert into pgboss.job (name, data, start_after, singleton_key, policy)
           values ('export-jobs', '{"exportJobId":"exp_waiting"}', now() + interval '1 day', 'exp_waiting', 'exclusive')`,
        );
      },
      undo: async () => {
        await query(`delete from pgboss.job where singleton_key = 'exp_waiting'`);
        await query(`delete from export_jobs where id = 'exp_waiting'`);
      },
    });
    assert.match(
      await findBroken('N1', waiting('1 minute'), { settled: true }),
      /exp_waiting .*with nothing in progress/,
    );
    assert.match(await findBroken('N1', waiting('33 minutes')), /exp_waiting .*its deadline is 1800 s/);
  });

  test('N8: finds a key in the queue and in a log in the data folder', async () => {
    const { apiKey } = service;
    const inQueue = {
      work: () => query(`update pgboss.job set output = to_jsonb($1::text)`, [apiKey]),
      undo: () => query(`update pgboss.job set output = null`),
    };
    assert.match(await findBroken('N8', inQueue), /pgboss\.job\.output a row contains an API key/);
    const write = (text: string) => writeFile(join(service.dataDir, 'audited.log'), text, { mode: 0o600 });
    const inLog = { work: () => write(apiKey), undo: () => write('') };
    assert.match(await findBroken('N8', inLog), /audited\.log a line contains an API key/);
  });

  test('N12: finds a data folder that other accounts on the machine can read', async () => {
    const folder = join(service.dataDir, 'git');
    const damage = { work: () => chmod(folder, 0o755), undo: () => chmod(folder, 0o700) };
    assert.match(await findBroken('N12', damage), /git has the mode 755/);
  });
});
