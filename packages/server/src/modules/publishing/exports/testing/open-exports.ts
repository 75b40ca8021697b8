/** Export routes for tests: real PostgreSQL, the real queue without a worker, and bundles in a real folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSystemStore } from '../../../../platform/blob-store/index.ts';
import { createFixedClock, type FixedClock } from '../../../../platform/clock/index.ts';
import { createJobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { HOME } from '../../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../../testing/module-routes.ts';
import type { IdempotencyTables } from '../../../foundation/idempotency/index.ts';
import { createJobChanges } from '../../../foundation/job-changes/index.ts';
import type { ProjectTables } from '../../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../../foundation/rate-limits/index.ts';
import type { PublishEvent } from '../../../project-config/webhooks/index.ts';
import { completeExport } from '../end-export.ts';
import { defineExportQueue } from '../job.ts';
import { registerExportRoutes } from '../routes.ts';
import type { StartExportDeps } from '../start-export.ts';
import { claimExportJob, type ExportOutcome, type ExportTables } from '../store.ts';

export type ExportSchema = ExportTables & ProjectTables & RateLimitTables & IdempotencyTables;
type Event = Parameters<PublishEvent>[1];

export interface TestExports {
  readonly service: ModuleRoutes<ExportSchema>;
  readonly blobs: FileSystemStore;
  readonly folder: string;
  readonly clock: FixedClock;
  /** Events sent to webhooks, in order. */
  readonly events: Event[];
  readonly publishEvent: PublishEvent;
  /** A project's pages. The default throws an error. */
  listPages: StartExportDeps['listPages'];
  addProject(id: string, options?: { readonly domain?: string; readonly organizationId?: string }): Promise<string>;
  /** Completes a job as a worker does: claims it, stores bytes, and ends it. */
  complete(jobId: string, bytes: Uint8Array, outcome?: Partial<ExportOutcome>): Promise<string>;
  listTickets(): Promise<unknown[]>;
  close(): Promise<void>;
}

export const outcomeOf = (changes: Partial<ExportOutcome> = {}): ExportOutcome => ({
  issues: [],
  issueCount: 0,
  issueCounts: {},
  expected: 2,
  missing: [],
  missingCount: 0,
  durationMs: 5,
  pageCount: 2,
  totalPages: 2,
  sha256: '0'.repeat(64),
  sizeBytes: 1,
  blobKey: 'bundles/none',
  ...changes,
});

/** @param waiting the limit on waiting exports for each organization */
export async function openExports(waiting?: number): Promise<TestExports> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-exports-'));
  const log = createLogger({ level: 'silent' });
  const clock = createFixedClock(new Date());
  const linkBaseUrl = 'https://docs.example/v1/blobs';
  const blobs = await FileSystemStore.open({ folder, linkBaseUrl, linkSecrets: ['secret'] });
  const events: Event[] = [];
  const publishEvent: PublishEvent = async (_tx, event) => void events.push(event);
  let stop = async (): Promise<void> => undefined;
  const service = await openModuleRoutes<ExportSchema>(async (routes, { database }) => {
    const engine = createJobEngine({ url: database.url, pool: database.pool, log });
    const queue = defineExportQueue(engine, waiting);
    await engine.start();
    stop = () => engine.stop();
    const listPages: StartExportDeps['listPages'] = (project, policy) => exports.listPages(project, policy);
    const changes = createJobChanges();
    registerExportRoutes(routes, {
      database,
      engine,
      queue,
      blobs,
      clock,
      linkSeconds: 600,
      listPages,
      publishEvent,
      changes,
    });
  });
  const { database } = service;
  const exports: TestExports = {
    service,
    blobs,
    folder,
    clock,
    events,
    publishEvent,
    listPages: () => Promise.reject(new Error('unexpected call of listPages')),
    addProject: async (id, { domain, organizationId = HOME } = {}) => {
      await insertProject(database, id, { organizationId });
      if (domain !== undefined) {
        const row = [organizationId, domain, id];
        await database.pool.query('INSERT INTO project_domains VALUES ($1, $2, $3, 0)', row);
      }
      return id;
    },
    complete: async (jobId, bytes, outcome = {}) => {
      const row = await claimExportJob(database.kysely, jobId);
      const blobKey = `bundles/${jobId}.tar.gz`;
      const stored = await blobs.put(blobKey, bytes, { contentType: 'application/gzip' });
      const lease = { id: jobId, attempt: row?.attempt ?? 0 };
      await completeExport({ database, publishEvent }, lease, outcomeOf({ ...stored, blobKey, ...outcome }));
      return blobKey;
    },
    listTickets: async () => {
      const { rows } = await database.pool.query(`SELECT data FROM pgboss.job WHERE name = 'export-jobs'`);
      return rows.map(({ data }) => data);
    },
    close: async () => {
      await stop();
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
  return exports;
}
