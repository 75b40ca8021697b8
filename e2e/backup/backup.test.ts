import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  auditService,
  backupInstallation,
  createLogger,
  loadSettings,
  restoreInstallation,
  serve,
  work,
  type Settings,
} from '@docwright/server';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { findPostgres } from '../cluster/find-postgres.ts';
import { startPostgres, type PostgresServer } from '../cluster/start-postgres.ts';

const log = createLogger({ level: 'silent' });

function settingsOf(dataDir: string, flags: Readonly<Record<string, string>> = {}): Settings {
  return loadSettings({ flags: { dataDir, port: '0', ...flags }, environment: {} });
}

describe('a backup', () => {
  let service: TestService;
  let folder: string;
  let exportId: string;
  let agentJobId: string;
  /** The ID of a job that waits in the queue, because no worker is running when the backup is created. */
  let waitingId: string;
  let backup: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-backup-'));
    service = await startTestService({ embedded: true });
    const { baseUrl, dataDir, domain, projectId } = service;
    const worker = await work({ ...settingsOf(dataDir), baseUrl }, log);
    const job = await service.request('POST', `/v2/agent/${projectId}/job`, {
      body: { prompt: 'Append section "Kept" to quickstart: "A line \u2028 with \\ and \u{1F600}."' },
    });
    agentJobId = job.json.id;
    await until(
      () => service.request('GET', `/v2/agent/${projectId}/job/${agentJobId}?wait=30`),
      ({ json }) => json.status !== 'active',
    );
    exportId = await startExport();
    await until(
      () => service.request('GET', `/v1/static-export/jobs/${exportId}`),
      ({ json }) => json.status === 'completed',
    );
    await worker.stop();
    waitingId = await startExport();
    backup = join(folder, 'backup');
    // The API keeps responding, because a backup doesn't require stopping it.
    const report = await backupInstallation(settingsOf(dataDir), log, { folder: backup, withKeys: true });
    // The bundles of the export and of the deployments that pushes started.
    assert.ok(report.blobs >= 1);
    assert.deepEqual([report.repositories, report.missingBlobs], [1, []]);
    assert.equal((await service.request('GET', '/healthz', { key: null })).status, 200);

    async function startExport(): Promise<string> {
      const { json } = await service.request('POST', '/v1/static-export/jobs', { body: { domain } });
      return json.jobId;
    }
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Checks that all data from before the backup exists after the restore, and that the waiting job is completed. */
  async function checkRestored(settings: Settings): Promise<void> {
    const report = await auditService(settings, log);
    assert.deepEqual(report.violations, []);
    const api = await serve(settings, log);
    try {
      const get = async (path: string, method = 'GET') => {
        const headers = { authorization: `Bearer ${service.apiKey}` };
        const answer = await fetch(`${api.baseUrl}${path}`, { method, headers });
        assert.equal(answer.status, 200, path);
        return Object(await answer.json());
      };
      const job = await get(`/v2/agent/${service.projectId}/job/${agentJobId}`);
      assert.deepEqual([job.status, job.result], ['completed', 'changes']);
      // Links contain the port of the restored installation.
      assert.ok(String(job.prLink).startsWith(`${api.baseUrl}/pulls/`), String(job.prLink));
      assert.equal((await fetch(job.prLink)).status, 200);
      const bundle = await get(`/v1/static-export/jobs/${exportId}/bundle`, 'POST');
      const bytes = new Uint8Array(await (await fetch(bundle.bundleUrl)).arrayBuffer());
      assert.equal(createHash('sha256').update(bytes).digest('hex'), bundle.sha256);
      const before = await service.request('POST', `/v1/static-export/jobs/${exportId}/bundle`);
      assert.equal(bundle.sha256, before.json.sha256);
      assert.equal((await get(`/v1/static-export/jobs/${waitingId}`)).status, 'queued');
      const worker = await work({ ...settings, baseUrl: api.baseUrl }, log);
      try {
        const done = await until(
          () => get(`/v1/static-export/jobs/${waitingId}`),
          ({ status }) => ['completed', 'failed'].includes(status),
        );
        assert.equal(done.status, 'completed');
      } finally {
        await worker.stop();
      }
    } finally {
      await api.stop();
    }
  }

  test('a running service’s backup can be restored to a working installation with the data', async () => {
    const dataDir = join(folder, 'restored');
    await restoreInstallation(settingsOf(dataDir), log, backup);
    await checkRestored(settingsOf(dataDir));
  });

  test(
    'can be restored to a separate database',
    { skip: findPostgres() === undefined && "Debian's PostgreSQL is not installed" },
    async () => {
      const postgres: PostgresServer = await startPostgres();
      try {
        const settings = settingsOf(join(folder, 'elsewhere'), { databaseUrl: postgres.url });
        await restoreInstallation(settings, log, backup);
        await checkRestored(settings);
        const again = settingsOf(join(folder, 'third'), { databaseUrl: postgres.url });
        await assert.rejects(restoreInstallation(again, log, backup), { code: 'restore-not-empty' });
      } finally {
        await postgres.stop();
      }
    },
  );

  test('is not restored into an installation with data, and does not overwrite another backup', async () => {
    const before = await service.request('GET', `/v1/static-export/jobs/${exportId}`);
    const settings = settingsOf(service.dataDir);
    await assert.rejects(restoreInstallation(settings, log, backup), { code: 'restore-not-empty' });
    const request = { folder: backup, withKeys: true };
    await assert.rejects(backupInstallation(settings, log, request), { code: 'backup-folder-exists' });
    const after = await service.request('GET', `/v1/static-export/jobs/${exportId}`);
    assert.equal(after.json.sha256, before.json.sha256);
  });

  test('is rejected before anything is written if a table was changed or backup.json is missing', async () => {
    const damaged = join(folder, 'damaged');
    await backupInstallation(settingsOf(service.dataDir), log, { folder: damaged, withKeys: true });
    const dataDir = join(folder, 'never');
    const table = join(damaged, 'database/public.projects.jsonl.gz');
    const content = await readFile(table);
    await appendFile(table, 'x');
    await assert.rejects(restoreInstallation(settingsOf(dataDir), log, damaged), { code: 'backup-damaged' });
    content.writeUInt8((content[20] ?? 0) ^ 1, 20);
    await rm(table);
    await appendFile(table, content);
    await assert.rejects(restoreInstallation(settingsOf(dataDir), log, damaged), { code: 'backup-damaged' });
    await rm(join(damaged, 'backup.json'));
    await assert.rejects(restoreInstallation(settingsOf(dataDir), log, damaged), { code: 'backup-invalid' });
    await assert.rejects(stat(dataDir));
  });
});
