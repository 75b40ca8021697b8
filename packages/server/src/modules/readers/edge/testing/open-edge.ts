/** An edge over HTTP for tests, with a real database and a folder of bundles. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { AssistantBackend } from '@docwright/site-assistant';
import { createBundleWriter, featuresByKind, type FeatureSettings, type SealedFile } from '@docwright/bundle';
import { BlobStoreError, FileSystemStore, type BlobStore } from '../../../../platform/blob-store/index.ts';
import { createFixedClock, type FixedClock } from '../../../../platform/clock/index.ts';
import { createNotificationHub } from '../../../../platform/database/index.ts';
import { newId } from '../../../../platform/ids/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { HOME, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { notifySite } from '../../../publishing/deployments/index.ts';
import type { WebhookEvent } from '../../../project-config/webhooks/index.ts';
import { indexKeyOf } from '../../../building/site-bundles/index.ts';
import type { AccessTables } from '../access-store.ts';
import { PasswordHasher } from '../../../identity/accounts/index.ts';
import { startEdge, type EdgeDeps, type EdgeSettings } from '../start-edge.ts';

export interface EdgeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly setCookies: readonly string[];
  readonly text: string;
}

export interface EdgeRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client's address, within 127.0.0.0/8. */
  readonly from?: string;
  /** The port of a proxy, instead of the edge's. */
  readonly port?: number;
}

export interface TestVersion {
  readonly text: string;
  readonly basePath: string;
  readonly features?: FeatureSettings;
  /** A video at `film.mp4`. */
  readonly film?: Uint8Array;
  /** The site's files, instead of the pages with `text`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The content for readers with access. */
  readonly sealed?: readonly SealedFile[];
  /** Whether the site was built for signed-in readers. */
  readonly isProtected?: boolean;
}

export interface TestEdge {
  readonly port: number;
  /** 0 without TLS. */
  readonly tlsPort: number;
  readonly clock: FixedClock;
  /** Sets whether the blob store responds. */
  storeIs(state: 'there' | 'away'): void;
  /** The logged lines so far. */
  readonly readLog: () => string;
  /** Events that webhooks would have received. */
  readonly published: WebhookEvent[];
  /** Adds a project's live site, with the preview of `next` at `next-12345678--{id}`. */
  addSite(id: string, organizationId?: string, features?: FeatureSettings): Promise<void>;
  /** Makes another version of a site's production, or of its preview, live, and notifies the edge. */
  deploy(id: string, version: TestVersion, kind?: 'production' | 'preview'): Promise<void>;
  get(host: string, path: string, request?: EdgeRequest): Promise<EdgeAnswer>;
  close(): Promise<void>;
}

/** Returns a backend for an edge whose readers ask no questions. */
const noDesk = (): AssistantBackend => {
  const none = (): Promise<never> => Promise.reject(new Error('this edge answers no questions'));
  return { profile: none, ask: none, rate: none };
};

export const testSecret = 'a secret of tests';

/** @param bundles the bundles of sites that others deploy */
export async function openEdge(
  database: ModuleDatabase<AccessTables>,
  changes: Partial<EdgeSettings> & Pick<EdgeDeps, 'access'> & Partial<Pick<EdgeDeps, 'deskOf'>> = {},
  certificates?: EdgeDeps['certificates'],
  bundles?: BlobStore,
): Promise<TestEdge> {
  const { access, deskOf = noDesk, ...settings } = changes;
  const folder = await mkdtemp(join(tmpdir(), 'docwright-edge-'));
  const lines: string[] = [];
  const destination = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const log = createLogger({ level: 'debug', destination });
  const blobs =
    bundles ?? (await FileSystemStore.open({ folder, linkBaseUrl: 'https://docs.example', linkSecrets: [testSecret] }));
  let isAway = false;
  const open: BlobStore['open'] = (...asked) =>
    isAway
      ? Promise.reject(new BlobStoreError('blob-store-unavailable', 'The S3 server did not answer.'))
      : blobs.open(...asked);
  const store = new Proxy(blobs, {
    get: (target, name) => (name === 'open' ? open : Reflect.get(target, name, target)),
  });
  const notifications = createNotificationHub({
    url: database.url,
    applicationName: 'test-edge',
    onError: () => undefined,
  });
  const clock = createFixedClock(new Date());
  const published: WebhookEvent[] = [];
  const running = await startEdge(
    {
      takePort: async () => 0,
      host: '127.0.0.1',
      sites: { scheme: 'https', domain: 'sites.example', port: undefined },
      trustedProxies: [],
      connections: { total: 10_000, perAddress: 0 },
      defaultAccess: 'members',
      dashboardUrl: 'https://docs.example',
      cacheBytes: 1_000_000,
      indexBytes: 10_000_000,
      cacheFolder: join(folder, 'cache'),
      diskCacheBytes: 0,
      shutdownMs: 0,
      tls: undefined,
      ...settings,
    },
    {
      database: database as unknown as EdgeDeps['database'],
      notifications,
      blobs: store,
      linkSecrets: [testSecret],
      passwords: new PasswordHasher(),
      certificates,
      access,
      deskOf,
      publishEvent: async (_tx, event) => void published.push(event),
      clock,
      log,
    },
  );
  const storePage = async (key: string, version: TestVersion): Promise<number> => {
    const { archive, index } = await packPage(version);
    for (const [name, bytes] of [
      [key, archive],
      [indexKeyOf(key), index],
    ] as const)
      await blobs.put(name, bytes, { contentType: 'application/gzip' });
    return archive.length;
  };
  const { port } = new URL(running.address);
  const tlsPort = Number(new URL(running.tlsAddress ?? 'https://none.invalid').port);
  return {
    port: Number(port),
    tlsPort,
    clock,
    storeIs: (state) => void (isAway = state === 'away'),
    readLog: () => lines.join(''),
    published,
    addSite: async (id, organizationId = HOME, features = {}) => {
      await insertProject(database, id, { organizationId });
      const key = `bundles/${organizationId}/${id}/one.tar.gz`;
      const sizeBytes = await storePage(key, { text: `Page of ${id}.`, basePath: '', features });
      await insertSite(database, { id, organizationId, key, sizeBytes });
    },
    deploy: async (id, version, kind = 'production') => {
      const key = `bundles/${HOME}/${id}/${newId('sb')}.tar.gz`;
      await insertDeployment(database, { id, kind, key, sizeBytes: await storePage(key, version) });
    },
    get: (host, path, request = {}) => ask(host, { port: Number(port), path, ...request }),
    close: async () => {
      await running.stop();
      await notifications.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function packPage({
  text,
  basePath,
  features = {},
  film,
  files,
  sealed = [],
  isProtected = false,
}: TestVersion): Promise<{ readonly archive: Buffer; readonly index: Buffer }> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk) });
  for (const [path, bytes] of Object.entries(files ?? pagesWith(text))) await writer.add({ path, bytes });
  if (film !== undefined) await writer.add({ path: 'film.mp4', bytes: film });
  for (const file of sealed) await writer.addSealed(file);
  const { index } = await writer.finish({
    ...(isProtected && { protected: true }),
    generator: 'docwright test',
    deploymentKind: 'cloud',
    version: 'v1',
    commit: 'c0ffee',
    createdFrom: { repository: '', branch: 'main', directory: '', domain: '' },
    basePath,
    features: featuresByKind(features),
    redirects: [],
  });
  return { archive: Buffer.concat(chunks), index };
}

const pagesWith = (text: string): Readonly<Record<string, string>> => ({
  'index.html': `<!doctype html><title>${text}</title>`,
  'guide.html': `<!doctype html><title>Guide</title>`,
  'robots.txt': 'User-agent: *\n',
  '404.html': `<!doctype html><title>Not found in ${text}</title>`,
  [`_docwright/theme.${digestOf(text)}.css`]: `/* ${text} */`,
});

/** Returns a digest in the format of hashed file names. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** Adds another deployment to an environment of `insertSite`. */
async function insertDeployment(
  { pool, kysely }: ModuleDatabase<AccessTables>,
  {
    id,
    kind,
    key,
    sizeBytes,
  }: { readonly id: string; readonly kind: string; readonly key: string; readonly sizeBytes: number },
): Promise<void> {
  const name = newId('sd');
  await pool.query(
    `INSERT INTO site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
       issues, issue_count, issue_counts, error_count, missing, missing_count)
     VALUES ($1, $2, $3, $1, 'c', $4, 's', $5, 1, '[]', 0, '{}', 0, '[]', 0)`,
    [name, HOME, id, key, sizeBytes],
  );
  await pool.query(
    `INSERT INTO site_deployments (id, organization_id, project_id, environment_id, branch, status, source, bundle_id, ended_at)
     VALUES ($1, $2, $3, $3 || '_' || $4, 'main', 'success', 'push', $1, now())`,
    [name, HOME, id, kind],
  );
  await pool.query(`UPDATE site_environments SET active_deployment_id = $1 WHERE id = $2 || '_' || $3`, [
    name,
    id,
    kind,
  ]);
  await notifySite(kysely, id);
}

async function insertSite(
  { pool }: ModuleDatabase<AccessTables>,
  site: { readonly id: string; readonly organizationId: string; readonly key: string; readonly sizeBytes: number },
): Promise<void> {
  const { id, organizationId, key, sizeBytes } = site;
  await pool.query('INSERT INTO sites (project_id, organization_id, slug) VALUES ($1, $2, $1)', [id, organizationId]);
  await pool.query(
    `INSERT INTO site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
       issues, issue_count, issue_counts, error_count, missing, missing_count)
     VALUES ('sb_' || $1, $2, $1, $1, 'c', $3, 's', $4, 1, '[]', 0, '{}', 0, '[]', 0)`,
    [id, organizationId, key, sizeBytes],
  );
  for (const kind of ['production', 'preview']) {
    await pool.query(
      `INSERT INTO site_environments (id, organization_id, project_id, kind, branch, label)
       VALUES ($1 || '_' || $3, $2, $1, $3, $4, $5)`,
      [id, organizationId, kind, ...(kind === 'preview' ? ['next', `next-12345678--${id}`] : [null, null])],
    );
    await pool.query(
      `INSERT INTO site_deployments (id, organization_id, project_id, environment_id, branch, status, source, bundle_id, ended_at)
       VALUES ($1 || '_' || $3 || '_1', $2, $1, $1 || '_' || $3, 'next', 'success', 'push', 'sb_' || $1, now())`,
      [id, organizationId, kind],
    );
    await pool.query(
      `UPDATE site_environments SET active_deployment_id = $1 || '_' || $2 || '_1' WHERE id = $1 || '_' || $2`,
      [id, kind],
    );
  }
}

function ask(
  host: string,
  {
    port,
    path,
    method = 'GET',
    headers = {},
    body,
    from,
  }: EdgeRequest & { readonly path: string; readonly port: number },
): Promise<EdgeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<EdgeAnswer>();
  const outgoing = httpRequest(
    {
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: false,
      headers: { host, ...headers },
      ...(from !== undefined && { localAddress: from }),
    },
    (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () => {
        const { 'set-cookie': setCookies = [], ...rest } = answer.headers;
        const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
        resolve({ status: answer.statusCode ?? 0, headers: plain, setCookies, text });
      });
    },
  );
  outgoing.on('error', reject).end(body);
  return promise;
}
