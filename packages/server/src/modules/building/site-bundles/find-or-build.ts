import { keyFingerprint } from '@docwright/bundle';
import { toStorableJson, type Database } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { idPrefixes } from '@docwright/contract';
import { mayNameRemoteSpecs, withRemoteSpecs, type FetchedSpec } from '@docwright/site-builder';
import type { OutsideSlot } from '../../../platform/job-engine/index.ts';
import type { FetchSpecs } from '../remote-specs/index.ts';
import { type LoadFolder, RenderFailure, type SiteFolder } from '../site-rendering/index.ts';
import type { StorageGate } from '../../identity/storage/index.ts';
import { bundleFolders } from './bundle-folders.ts';
import { indexKeyOf } from './index-key.ts';
import { toBundleIdentity } from './bundle-identity.ts';
import { packSite, type BundleContents, type PackDeps } from './pack-site.ts';
import { insertBundle, retireBundle, selectBundleByIdentity } from './store.ts';
import type { SiteBundleRow, SiteBundleTables } from './tables.ts';
import { toBundleFindings } from './to-findings.ts';

export interface SiteBundleDeps extends PackDeps {
  /** Checks storage quotas. If omitted, no organization has a quota. */
  readonly storage?: StorageGate;
  readonly database: Database<SiteBundleTables>;
  readonly fetchSpecs: FetchSpecs;
}

export interface SiteBundleRequest extends Omit<BundleContents, 'specs'> {
  /**
   * The requesting export or deployment. The file is named after it, so that a second attempt overwrites the file of
   * the first.
   */
  readonly madeFor: string;
  /** Called only if a build is needed. */
  readonly loadFolder: LoadFolder;
  /** Reads files of the docs folder. */
  readonly readEach: (paths: readonly string[]) => Promise<readonly (Uint8Array | undefined)[]>;
  /** See `PackRequest`. */
  readonly isFork?: boolean;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
  /** Runs work that waits for external hosts, without occupying a slot. */
  readonly outsideSlot: OutsideSlot;
  readonly signal: AbortSignal;
}

export interface SiteBundle {
  readonly row: SiteBundleRow;
  /** Whether the bundle already existed. */
  readonly reused: boolean;
}

/**
 * Returns the existing bundle with the identity of the requested contents, or builds a new one. Bundles are built only
 * here.
 * @throws RenderFailure storage_quota_exceeded, instead of building a new one
 */
export async function findOrBuildBundle(deps: SiteBundleDeps, request: SiteBundleRequest): Promise<SiteBundle> {
  const { project } = request;
  const configs = await request.readEach(configFiles);
  const { specs, folder: loaded } = await findSpecs(deps, request, configs);
  // Other sites have no links to the editor, so that their exports and deployments share bundles.
  const editorUrl = configs.some((config) => config !== undefined && mayLinkToEditor(config))
    ? request.editorUrl
    : undefined;
  const contents = { ...request, specs, editorUrl };
  const identity = toBundleIdentity(
    { generator: deps.generator, signer: deps.signingKey && keyFingerprint(deps.signingKey) },
    contents,
  );
  const found = await findWhole(deps, { projectId: project.id, identity });
  if (found !== undefined) return { row: found, reused: true };
  const excess = await deps.storage?.findExcess(project.organization_id);
  if (excess !== undefined) throw new RenderFailure('storage_quota_exceeded', excess);
  const blobKey = `${bundleFolders[0]}${project.organization_id}/${project.id}/${request.madeFor}.tar.gz`;
  const packed = await packSite(deps, {
    ...contents,
    blobKey,
    loadFolder: async (isHeld) => {
      const own = loaded ?? (await request.loadFolder(isHeld));
      return specs.length === 0 ? own : withRemoteSpecs(own, specs);
    },
  });
  const findings = toBundleFindings(packed.report);
  const inserted = await insertBundle(deps.database.kysely, {
    id: newId(idPrefixes.siteBundle),
    organization_id: project.organization_id,
    project_id: project.id,
    identity,
    commit: request.commit,
    base_path: request.basePath,
    blob_key: blobKey,
    sha256: packed.sha256,
    size_bytes: packed.sizeBytes,
    page_count: packed.report.rendered,
    issues: toStorableJson(findings.issues),
    issue_count: findings.issueCount,
    issue_counts: toStorableJson(findings.issueCounts),
    error_count: findings.errorCount,
    expected_pages: findings.expected,
    missing: toStorableJson(findings.missing),
    missing_count: findings.missingCount,
    specifications: specs.length === 0 ? null : toStorableJson(digestsOf(specs)),
  });
  if (inserted !== undefined) {
    await deps.storage?.added(project.organization_id, { bundles: packed.sizeBytes });
    return { row: inserted, reused: false };
  }
  // An export and a deployment of one commit can run at the same time. The first to finish provides the bundle.
  const other = await findWhole(deps, { projectId: project.id, identity });
  if (other === undefined)
    throw new Error(`the bundle ${identity} of ${project.id} was deleted while another one was created`);
  if (other.blob_key !== blobKey) {
    await deps.blobs.delete(blobKey);
    await deps.blobs.delete(indexKeyOf(blobKey));
  }
  return { row: other, reused: true };
}

const digestsOf = (specs: readonly FetchedSpec[]): Record<string, string | null> =>
  Object.fromEntries(specs.map((spec) => [spec.url, 'bytes' in spec ? spec.sha256 : null]));

const configFiles = ['docs.json', 'mint.json'];

/**
 * Fetches the specifications that the site references by URL. Also returns the folder if it was read to find them.
 * The builder determines the URLs, because the configuration is untrusted.
 */
async function findSpecs(
  { renderer, fetchSpecs }: SiteBundleDeps,
  request: SiteBundleRequest,
  configs: readonly (Uint8Array | undefined)[],
): Promise<{ readonly specs: readonly FetchedSpec[]; readonly folder?: SiteFolder }> {
  if (!configs.some((config) => config !== undefined && mayNameRemoteSpecs(config))) return { specs: [] };
  const folder = await request.loadFolder(() => false);
  const { signal, outsideSlot } = request;
  const organizationId = request.project.organization_id;
  const urls = await renderer.listRemoteSpecs({ organizationId, folder }, signal);
  if (urls.length === 0) return { specs: [], folder };
  return { specs: await outsideSlot(() => fetchSpecs({ organizationId, urls }, signal)), folder };
}

/** Whether a configuration turns on *Edit this page*, possibly in an included file. */
function mayLinkToEditor(config: Uint8Array): boolean {
  const text = Buffer.from(config).toString('utf8');
  return text.includes('suggestEdit') || text.includes('$ref');
}

/** Finds a bundle. A bundle whose file is missing or has a different size is created again. */
async function findWhole(
  { database, blobs }: SiteBundleDeps,
  wanted: { readonly projectId: string; readonly identity: string },
): Promise<SiteBundleRow | undefined> {
  const row = await selectBundleByIdentity(database.kysely, wanted);
  if (row === undefined) return undefined;
  const info = await blobs.head(row.blob_key);
  if (info !== undefined && info.sizeBytes === row.size_bytes) return row;
  await retireBundle(database.kysely, row.id);
  return undefined;
}
