import type { KeyObject } from 'node:crypto';
import { PassThrough } from 'node:stream';
import {
  BundleError,
  createBundleWriter,
  featuresByKind,
  UnusableArchive,
  resolveFeatures,
  readRedirects,
  toBundleRedirects,
  type BundleCache,
  type BundleMeta,
  type BundleWriter,
  type SiteRedirect,
} from '@docwright/bundle';
import type { BuildReport, FetchedSpec, Issue } from '@docwright/site-builder';
import type { BlobStore } from '../../../platform/blob-store/index.ts';
import {
  type LoadFolder,
  RenderFailure,
  type PagePolicy,
  type SiteRenderer,
  WarmBuilderFailed,
} from '../site-rendering/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { BundleCaches } from './bundle-caches.ts';
import type { FindWebRepository } from '../../sources/repositories/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';
import { indexKeyOf } from './index-key.ts';

/** The builder's list of the site's redirects. The manifest also contains it. */
const redirectsFile = 'redirects.json';

/** Code of an issue that only the packer reports, never the builder. */
const unpublishableFile = 'unpublishable-file';

/** Compression level. Bundles are downloaded more often than created, but users wait while one is created. */
const gzipLevel = 6;

export interface PackDeps {
  /** Finds the repository that pages link to as their source. */
  readonly findWebRepository: FindWebRepository;
  readonly renderer: SiteRenderer;
  readonly blobs: BlobStore;
  readonly bundleCaches: BundleCaches;
  /** Signs the manifest. */
  readonly signingKey: KeyObject | undefined;
  /** Maximum number of files in a bundle. */
  readonly maxFiles: number;
  /** Program and version for the manifest. */
  readonly generator: string;
}

/** The contents of a bundle. If they are equal, two bundles contain the same site (`toBundleIdentity`). */
export interface BundleContents {
  readonly project: ProjectRow;
  readonly commit: string;
  /** The production site's address, with which canonical links begin, or `''`. */
  readonly siteUrl: string;
  readonly basePath: string;
  /** Pages to include; null for all published pages. */
  readonly paths: readonly string[] | null;
  readonly policy: PagePolicy;
  /** Address of the branch's pages in the service's editor. Omitted for sites that don't depend on the service. */
  readonly editorUrl?: string | undefined;
  /** The fetched API specs that the site's configuration references by URL. */
  readonly specs: readonly FetchedSpec[];
  /** A label for the manifest, which also contains the site's domain and the URL of its repository. */
  readonly version: string;
  readonly domain: string;
  readonly repositoryUrl: string;
}

export interface PackRequest extends BundleContents {
  readonly blobKey: string;
  readonly loadFolder: LoadFolder;
  /**
   * The files are those of another user's fork. A builder that such files take over must not affect later builds of the
   * project, so the project's caches are neither used nor changed.
   */
  readonly isFork?: boolean;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal: AbortSignal;
}

export interface PackedSite {
  readonly report: BuildReport;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Renders, packs, and stores at the same time: site files and archives are never on the service's disk. If the
 * project's last bundle is damaged or was deleted in the meantime (retention), or the process that built it fails,
 * everything is built again.
 */
export async function packSite(deps: PackDeps, request: PackRequest): Promise<PackedSite> {
  try {
    return await packOnce(deps, request);
  } catch (error) {
    if (error instanceof UnusableArchive) deps.bundleCaches.forget(request.project.id);
    else if (!(error instanceof WarmBuilderFailed)) throw error;
    return packOnce(deps, request);
  }
}

async function packOnce(deps: PackDeps, request: PackRequest): Promise<PackedSite> {
  const { blobKey, signal } = request;
  const archive = new PassThrough();
  const stopped = new AbortController();
  const anySignal = AbortSignal.any([signal, stopped.signal]);
  const stored = deps.blobs.put(blobKey, archive, { contentType: 'application/gzip', signal: anySignal });
  // A store failure must stop the render; the render's own error would hide the cause.
  stored.catch((error: unknown) => {
    stopped.abort(error);
    archive.destroy();
  });
  try {
    const { report, bundle } = await renderInto(deps, request, { archive, signal: anySignal });
    archive.end();
    const { sizeBytes, sha256 } = await stored;
    // Stored before the archive has a row, so that a reader who finds the row finds both.
    await deps.blobs.put(indexKeyOf(blobKey), bundle.index, {
      contentType: 'application/octet-stream',
      signal: anySignal,
    });
    if (sha256 !== bundle.sha256)
      throw new Error(`the blob store has ${sha256} instead of ${bundle.sha256}, which was written`);
    bundle.storedAt((start) => readBlob(deps.blobs, blobKey, start));
    return { report, sha256, sizeBytes };
  } catch (error) {
    archive.destroy(error instanceof Error ? error : new Error('render failed'));
    await stored.catch(() => undefined);
    throw stopped.signal.aborted ? stopped.signal.reason : error;
  }
}

async function* readBlob(blobs: BlobStore, key: string, start: number): AsyncGenerator<Uint8Array> {
  const { body } = await blobs.open(key, { start });
  yield* body as AsyncIterable<Uint8Array>;
}

async function renderInto(
  deps: PackDeps,
  request: PackRequest,
  target: { readonly archive: PassThrough; readonly signal: AbortSignal },
) {
  const { project } = request;
  // Only a complete build continues from the last complete one.
  const usesCaches = request.paths === null && request.isFork !== true;
  const cache = usesCaches ? deps.bundleCaches.take(project.id) : undefined;
  const writer = createBundleWriter({
    output: target.archive,
    gzipLevel,
    ...(cache && { cache }),
    ...(deps.signingKey && { privateKey: deps.signingKey }),
  });
  try {
    return await renderWith(deps, request, { writer, cache, signal: target.signal });
  } finally {
    await writer.close();
  }
}

async function renderWith(
  deps: PackDeps,
  request: PackRequest,
  target: { readonly writer: BundleWriter; readonly cache: BundleCache | undefined; readonly signal: AbortSignal },
) {
  const { project } = request;
  const { writer, cache } = target;
  let redirects: readonly SiteRedirect[] = [];
  const refused: Issue[] = [];
  let files = 0;
  const take = async (path: string, add: () => Promise<void>): Promise<void> => {
    // The remaining files are only counted, so that the error names the number that is needed.
    if (++files > deps.maxFiles) return;
    await add().catch((error: unknown) => {
      refused.push(toRefusal(path, error));
    });
  };
  const features = resolveFeatures(project.deployment_kind, project.features);
  const web = await deps.findWebRepository(project.organization_id, project.repository);
  const report = await deps.renderer.render({
    organizationId: project.organization_id,
    loadFolder: request.loadFolder,
    basePath: request.basePath,
    siteUrl: request.siteUrl,
    repository: web && { ...web, branch: project.branch, folder: project.docs_folder },
    editorUrl: request.editorUrl,
    features,
    // Edges and `docwright host` accept reports; deployment kinds without either don't have the feature.
    countsReaders: features.analytics,
    paths: request.paths ?? [],
    policy: request.policy,
    onProgress: request.onProgress,
    onFile: async (file) => {
      if (file.path === redirectsFile) redirects = readRedirects(file.bytes);
      await take(file.path, () => writer.add(file));
    },
    onSealedFile: (file) => take(file.path, () => writer.addSealed(file)),
    reuse: cache && {
      siteId: project.id,
      existing: existingFiles(cache),
      onFileReused: (file) => take(file.path, () => writer.addAgain(file)),
    },
    signal: target.signal,
  });
  if (files > deps.maxFiles) throw tooManyFiles(files, deps.maxFiles);
  const bundle = await writer.finish(
    toMeta(deps, request, { redirects, hasPublicPages: (report.publicPages ?? report.rendered) > 0 }),
  );
  if (cache !== undefined) deps.bundleCaches.keep(project.id, cache);
  return { report: withRefused(report, refused), bundle };
}

function tooManyFiles(files: number, limit: number): RenderFailure {
  return new RenderFailure(
    'limit_exceeded',
    `The built site has ${countOf(files, 'file')}; DOCWRIGHT_MAX_BUNDLE_FILES allows ${limit}. Nothing was published.`,
  );
}

function withRefused(report: BuildReport, refused: readonly Issue[]): BuildReport {
  if (refused.length === 0) return report;
  const issueCounts = { ...report.issueCounts, [unpublishableFile]: refused.length };
  return { ...report, issues: [...report.issues, ...refused], issueCounts };
}

/** Lists all files except the list of redirects, whose text is needed. */
function existingFiles(cache: BundleCache): (readonly [path: string, sha256: string])[] {
  return cache.files().flatMap(({ path, sha256 }) => (path === redirectsFile ? [] : [[path, sha256] as const]));
}

interface Packed {
  readonly redirects: readonly SiteRedirect[];
  readonly hasPublicPages: boolean;
}

function toMeta(deps: PackDeps, request: PackRequest, { redirects, hasPublicPages }: Packed): BundleMeta {
  const { project, commit, policy } = request;
  const pins = request.specs.flatMap((spec) => ('bytes' in spec ? [{ url: spec.url, sha256: spec.sha256 }] : []));
  return {
    generator: deps.generator,
    version: request.version,
    commit,
    createdFrom: {
      repository: request.repositoryUrl,
      branch: project.branch,
      directory: project.docs_folder,
      domain: request.domain,
    },
    basePath: request.basePath,
    ...(pins.length > 0 && { specifications: pins }),
    // Without public pages, nothing is served to visitors who aren't signed in, including the site's name and logo.
    ...(policy.restricted === 'seal' && policy.isProtected === true && hasPublicPages && { protected: true }),
    deploymentKind: project.deployment_kind,
    features: featuresByKind(project.features),
    redirects: toBundleRedirects(redirects).redirects,
  };
}

/**
 * Converts an error about a file name that no deployment would accept to an issue, so that the file doesn't prevent the
 * export of the others. Throws any other error, which ends the export.
 */
function toRefusal(path: string, error: unknown): Issue {
  if (!(error instanceof BundleError) || !error.code.startsWith('entry-')) throw error;
  const message = `The file was left out of the bundle: ${error.message}`;
  return { path, severity: 'error', code: unpublishableFile, message, fix: 'Rename the file.' };
}
