/** Live sites in a database and a blob store, in the same form as after deployments, but without builds. */
import { link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Pool } from 'pg';
import {
  createBundleWriter,
  featuresByKind,
  type FeatureSettings,
  type SealedFile,
} from '../../packages/bundle/src/index.ts';
import { createLogger, loadSettings, migrateDatabase } from '../../packages/server/src/index.ts';
import { FileSystemStore, openS3Store, type BlobStore } from '../../packages/server/src/platform/blob-store/index.ts';
import type { S3Server } from '../../packages/server/src/platform/blob-store/testing/start-s3-server.ts';
import { makeFiles } from '../host/make-site.ts';
import type { Bench } from '../api/open-bench.ts';
import { startChild, type Started } from '../api/start-child.ts';

export interface StoredBundle {
  readonly id: string;
  readonly key: string;
  readonly sizeBytes: number;
}

export interface EdgeBench {
  readonly pool: Pool;
  /** Settings for each process of the installation: its database and its data folder. */
  readonly flags: Readonly<Record<string, string>>;
  /** Adds a bundle with this many pages, which contain `label`. */
  addBundle(id: string, pages: number, label: string): Promise<StoredBundle>;
  /** Adds a bundle of these files, for a site with an assistant. */
  addFiles(id: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<StoredBundle>;
  /** Adds a bundle of these files that also contains content for some readers. */
  addSealed(
    id: string,
    files: ReadonlyMap<string, string | Uint8Array>,
    sealed: readonly SealedFile[],
  ): Promise<StoredBundle>;
  /** Stores the same bytes as another bundle, under its own key. Works only with a folder. */
  copyBundle(id: string, of: StoredBundle): Promise<StoredBundle>;
  /** Creates the sites `{id}.localhost`, each with these deployments, the first of which is live. */
  addSites(sites: readonly { readonly id: string; readonly bundles: readonly StoredBundle[] }[]): Promise<void>;
  startEdge(settings?: Readonly<Record<string, string>>): Promise<Started & { readonly port: number }>;
}

const organization = 'org_bench';

/** @param s3 if `undefined`, bundles are files in the bench's folder */
export async function openEdgeBench(bench: Bench, s3?: S3Server): Promise<EdgeBench> {
  const { folder, databaseUrl } = bench;
  const dataDir = join(folder, 'data');
  const flags = { databaseUrl, dataDir, ...toFlags(s3) };
  await migrateDatabase(loadSettings({ flags, environment: {} }), createLogger({ level: 'error' }));
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  bench.defer(() => pool.end());
  await pool.query(`insert into organizations (id, name, plan) values ($1, 'Bench', 'enterprise')`, [organization]);
  const blobs = s3 === undefined ? await openFolder(dataDir) : await openS3Store({ ...s3 });
  bench.defer(() => blobs.close());
  let edges = 0;
  return {
    pool,
    flags,
    addBundle: (id, pages, label) => putBundle(blobs, { id, files: makeFiles(pages, label) }),
    addFiles: (id, files) => putBundle(blobs, { id, files, features: { search: true, assistant: true } }),
    addSealed: (id, files, sealed) => putBundle(blobs, { id, files, sealed }),
    copyBundle: async (id, of) => {
      const key = toKey(id);
      const path = (name: string): string => join(dataDir, 'blobs', 'objects', `${name}~`);
      await mkdir(dirname(path(key)), { recursive: true });
      for (const suffix of ['', '.index']) await link(path(of.key + suffix), path(key + suffix));
      return { ...of, id, key };
    },
    addSites: (sites) => insertSites(pool, sites),
    startEdge: async (settings = {}) => {
      edges += 1;
      const own = s3 === undefined ? dataDir : join(folder, `edge-${edges}`);
      const given = { ...flags, dataDir: own, port: '0', sitesPort: '0', ...settings };
      const started = await startChild('../edge/run-edge.ts', JSON.stringify(given));
      bench.defer(() => started.stop());
      return { ...started, port: Number(new URL(started.ready['address'] ?? '').port) };
    },
  };
}

const toFlags = (s3: S3Server | undefined) =>
  s3 === undefined
    ? {}
    : {
        s3Endpoint: s3.endpoint,
        s3Bucket: s3.bucket,
        s3Region: s3.region,
        s3AccessKey: s3.accessKey,
        s3SecretKey: s3.secretKey,
      };

const openFolder = (dataDir: string): Promise<FileSystemStore> =>
  FileSystemStore.open({ folder: join(dataDir, 'blobs'), linkBaseUrl: 'http://localhost', linkSecrets: ['bench'] });

const toKey = (id: string): string => `bundles/${organization}/bench/${id}.tar.gz`;

async function putBundle(
  blobs: BlobStore,
  {
    id,
    files,
    features = {},
    sealed = [],
  }: {
    readonly id: string;
    readonly files: ReadonlyMap<string, string | Uint8Array>;
    readonly features?: FeatureSettings;
    readonly sealed?: readonly SealedFile[];
  },
): Promise<StoredBundle> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk) });
  for (const [path, bytes] of files) await writer.add({ path, bytes });
  for (const file of sealed) await writer.addSealed(file);
  const { index } = await writer.finish({
    generator: 'docwright bench',
    deploymentKind: 'cloud',
    version: id,
    commit: 'c0ffee',
    createdFrom: { repository: '', branch: 'main', directory: '', domain: '' },
    basePath: '',
    features: featuresByKind(features),
    redirects: [],
  });
  const archive = Buffer.concat(chunks);
  const key = toKey(id);
  await blobs.put(key, archive, { contentType: 'application/gzip' });
  await blobs.put(`${key}.index`, index, { contentType: 'application/octet-stream' });
  return { id, key, sizeBytes: archive.length };
}

async function insertSites(pool: Pool, sites: Parameters<EdgeBench['addSites']>[0]): Promise<void> {
  const ids = sites.map(({ id }) => id);
  await pool.query(
    `insert into projects (id, organization_id, name, repository, branch, docs_folder, deployment_kind, model, features, as_draft)
     select id, $2, id, 'local:' || id, 'main', '', 'cloud', 'builtin/rules-1', '{}', true from unnest($1::text[]) as id`,
    [ids, organization],
  );
  await pool.query(
    `insert into sites (project_id, organization_id, slug) select id, $2, id from unnest($1::text[]) as id`,
    [ids, organization],
  );
  await pool.query(
    `insert into site_environments (id, organization_id, project_id, kind) select 'env_' || id, $2, id, 'production' from unnest($1::text[]) as id`,
    [ids, organization],
  );
  const rows = sites.flatMap(({ id, bundles }) => bundles.map((bundle) => ({ id, bundle })));
  await pool.query(
    `insert into site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
       issues, issue_count, issue_counts, error_count, missing, missing_count)
     select bundle, $5, project, bundle, 'c', key, 's', size, 1, '[]', 0, '{}', 0, '[]', 0
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as b (project, bundle, key, size)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ bundle }) => bundle.id),
      rows.map(({ bundle }) => bundle.key),
      rows.map(({ bundle }) => bundle.sizeBytes),
      organization,
    ],
  );
  await pool.query(
    `insert into site_deployments (id, organization_id, project_id, environment_id, branch, status, source, bundle_id, ended_at)
     select 'dpl_' || bundle, $3, project, 'env_' || project, 'main', 'success', 'push', bundle, now()
     from unnest($1::text[], $2::text[]) as b (project, bundle)`,
    [rows.map(({ id }) => id), rows.map(({ bundle }) => bundle.id), organization],
  );
  await pool.query(
    `update site_environments as e set active_deployment_id = 'dpl_' || bundle
     from unnest($1::text[], $2::text[]) as b (project, bundle) where e.project_id = b.project`,
    [ids, sites.map(({ bundles: [first] }) => first?.id)],
  );
}
