/**
 * Live sites for tests: real routes, PostgreSQL, queue, git, renderer and blob folder. The test itself is the worker.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSystemStore, type BlobStore } from '../../../../platform/blob-store/index.ts';
import { systemClock } from '../../../../platform/clock/index.ts';
import type { CodeHost } from '../../../../platform/code-host/index.ts';
import { createMirrorStore } from '../../../../platform/git/index.ts';
import { makeTestRepository, type TestRepository } from '../../../../platform/git/testing/test-repository.ts';
import { createJobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertProject, type ProjectFacts } from '../../../../testing/insert-project.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../../testing/module-routes.ts';
import type { IdempotencyTables } from '../../../foundation/idempotency/index.ts';
import { createJobChanges, type JobChanges } from '../../../foundation/job-changes/index.ts';
import type { ProjectTables } from '../../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../../foundation/rate-limits/index.ts';
import type { FetchSpecs } from '../../../building/remote-specs/index.ts';
import { createBundleCaches } from '../../../building/site-bundles/index.ts';
import { createSiteRenderer } from '../../../building/site-rendering/index.ts';
import type { PublishEvent } from '../../../project-config/webhooks/index.ts';
import type { ChangedEnvironment } from '../end-deployment.ts';
import { defineDeploymentQueue } from '../job.ts';
import { PasswordHasher } from '../../../identity/accounts/index.ts';
import { registerDeploymentRoutes } from '../routes.ts';
import type { SiteRouteDeps } from '../site-routes.ts';
import { runDeployment, type RunDeploymentDeps } from '../run-deployment.ts';
import type { DeploymentTables } from '../tables.ts';

type Schema = DeploymentTables & ProjectTables & RateLimitTables & IdempotencyTables;
type Event = Parameters<PublishEvent>[1];

const docs = { theme: 'mint', name: 'S', colors: { primary: '#000000' }, navigation: { pages: ['index'] } };
export const docsJson = JSON.stringify(docs);
/** A code host that has only pull request references. */
const hostOfPulls: Partial<CodeHost> = {
  kind: 'github',
  pullRequestRef: (number) => `refs/pull/${number}/head`,
};

const never = new AbortController().signal;

export const page = (text: string): string => `---\ntitle: Home\n---\n\n${text}\n`;

export interface TestDeployments {
  readonly service: ModuleRoutes<Schema>;
  readonly deps: RunDeploymentDeps;
  /** Receives no notifications from the database unless the test sends them. */
  readonly changes: JobChanges;
  readonly repository: TestRepository;
  /** Events sent to webhooks, in order. */
  readonly events: Event[];
  /** Environments that the code host should be notified of. */
  readonly changed: ChangedEnvironment[];
  /** Called when forks' heads need an approval, or no longer need one. Does nothing unless the test sets it. */
  readonly onForkApproval: { follow: SiteRouteDeps['onForkApproval'] };
  addProject(id: string, facts?: ProjectFacts): Promise<string>;
  /** Requests a deployment as clients do, for production or for a branch's preview. */
  start(projectId: string, branch?: string): Promise<string>;
  /** Runs a deployment as a worker does. */
  run(id: string, meanwhile?: DuringRun): Promise<void>;
  show(id: string): Promise<Record<string, unknown>>;
  /** The commit that production's readers get. */
  live(projectId: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Actions by other people while a worker is running. */
export interface DuringRun {
  /** The worker has claimed the deployment, but hasn't read the head yet. */
  readonly claimed?: () => Promise<void>;
  /** The worker has read the head, and is building. */
  readonly building?: () => Promise<void>;
  /** The worker is lost at this fault point. */
  readonly lostAt?: string;
}

/** @param waiting maximum number of waiting deployments per organization */
export async function openDeployments(
  fetchSpecs: FetchSpecs = async () => [],
  waiting?: number,
): Promise<TestDeployments> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-deployments-'));
  const log = createLogger({ level: 'silent' });
  const blobs: BlobStore = await FileSystemStore.open({
    folder: join(folder, 'blobs'),
    linkBaseUrl: 'https://docs.example/v1/blobs',
    linkSecrets: ['secret'],
  });
  const renderer = await createSiteRenderer({ mode: 'none', clock: systemClock, log, codeCacheFolder: folder });
  const repository = makeTestRepository();
  repository.commit({ 'docs.json': docsJson, 'index.mdx': page('First.') });
  const mirrors = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
  const changes = createJobChanges();
  const events: Event[] = [];
  const changed: ChangedEnvironment[] = [];
  const onForkApproval: TestDeployments['onForkApproval'] = { follow: async () => undefined };
  const made: { deps?: RunDeploymentDeps; stop?: () => Promise<void> } = {};
  const service = await openModuleRoutes<Schema>(async (routes, { database }) => {
    const engine = createJobEngine({ url: database.url, pool: database.pool, log });
    const queue = defineDeploymentQueue(engine, waiting);
    await engine.start();
    made.stop = () => engine.stop();
    made.deps = {
      database,
      engine,
      queue,
      blobs,
      renderer,
      findWebRepository: async () => undefined,
      bundleCaches: createBundleCaches(),
      fetchSpecs,
      signingKey: undefined,
      maxFiles: 120_000,
      generator: 'test',
      publishEvent: async (_tx, event) => void events.push(event),
      hasSubscribers: async () => true,
      onChanged: async (_tx, environment) => void changed.push(environment),
      connectRepository: async () => ({
        host: hostOfPulls as CodeHost,
        path: '',
        mirror: mirrors.open({ id: 'docs', url: repository.url }),
      }),
      repositoryUrl: (stored) => stored,
      sites: { scheme: 'https', domain: 'sites.example', port: undefined },
      clock: systemClock,
      log,
      faultPoint: () => undefined,
    };
    registerDeploymentRoutes(routes, {
      ...made.deps,
      database,
      passwords: new PasswordHasher(),
      changes,
      onForkApproval: (tx, change) => onForkApproval.follow(tx, change),
    });
  });
  const { deps } = made;
  if (deps === undefined) throw new Error('the routes were not registered');
  return {
    service,
    deps,
    changes,
    repository,
    events,
    changed,
    onForkApproval,
    addProject: (id, facts = {}) => insertProject(service.database, id, facts),
    start: async (projectId, branch) => {
      const path = branch === undefined ? `update/${projectId}` : `preview/${projectId}`;
      const { status, json } = await service.request(
        'POST',
        `/v1/project/${path}`,
        branch === undefined ? {} : { body: { branch } },
      );
      if (status !== 202) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
      return json.statusId;
    },
    run: async (id, { claimed, building, lostAt } = {}) => {
      await runDeployment(
        {
          ...deps,
          connectRepository: async (target) => {
            await claimed?.();
            return deps.connectRepository(target);
          },
          blobs: {
            put: async (...parameters) => {
              // The archive; its index is stored afterwards.
              if (parameters[0].endsWith('.tar.gz')) await building?.();
              return blobs.put(...parameters);
            },
            open: (...parameters) => blobs.open(...parameters),
            head: (key) => blobs.head(key),
            delete: (key) => blobs.delete(key),
            list: (prefix) => blobs.list(prefix),
            presign: (...parameters) => blobs.presign(...parameters),
            close: () => blobs.close(),
          },
          faultPoint: (name) => {
            if (name === lostAt) throw new Error('the worker is lost');
          },
        },
        { deploymentId: id, signal: never, outsideSlot: (work) => work() },
      );
    },
    show: async (id) => (await service.request('GET', `/v1/project/update-status/${id}`)).json,
    live: async (projectId) => {
      const { json } = await service.request('GET', `/v1/projects/${projectId}/site`);
      return json.activeDeployment?.commit.sha ?? null;
    },
    close: async () => {
      await made.stop?.();
      await service.close();
      await renderer.close();
      repository.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
