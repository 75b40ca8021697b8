import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  contentTypeOf,
  featuresByKind,
  formatManifest,
  MANIFEST_PATH,
  requireBundlePath,
  resolveFeatures,
  type ManifestFile,
} from '@docwright/bundle';
import type { Overlay } from '@docwright/doc-agent';
import type { OutputFile } from '@docwright/site-builder';
import type { Database } from '../../../platform/database/index.ts';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isGitError } from '../../../platform/git/index.ts';
import { readOverlay, readOverlayImages, type AgentJobRow, type AgentJobTables } from '../../agent/agent-jobs/index.ts';
import { findProject, type ProjectRow, type ProjectTables } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import { RenderFailure, type SiteFolder, type SiteRenderer } from '../../building/site-rendering/index.ts';
import { previewFailed } from './errors.ts';
import { overlayFolder } from './overlay-folder.ts';
import type { PreviewCache, PreviewSite } from './preview-cache.ts';
import { maxPreviewPages, previewTimeoutMs } from './settings.ts';

export interface JobPreviewDeps {
  readonly database: Database<AgentJobTables & ProjectTables>;
  readonly connectRepository: ConnectRepository;
  readonly renderer: SiteRenderer;
  readonly cache: PreviewCache;
}

/** A changed page, with its address on the published site. */
export interface ChangedPage {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly before: string | null;
  readonly after: string | null;
}

type Side = 'before' | 'after';

export interface JobPreview {
  readonly pages: readonly ChangedPage[];
  /** The preview's name in the cache. */
  nameOf(side: Side): string;
  openSide(side: Side): Promise<PreviewSite>;
}

/** Opens the preview of an agent job, whose pages the sandboxed builder renders. @throws {ApiError} preview_failed */
export async function openJobPreview(deps: JobPreviewDeps, job: AgentJobRow): Promise<JobPreview> {
  const { kysely } = deps.database;
  const overlay = await readOverlay(kysely, job.id);
  const project = await findProject(kysely, job.organization_id, job.project_id);
  const commit = job.base_commit;
  const changed = [...overlay.keys()].filter((path) => /\.mdx?$/.test(path)).slice(0, maxPreviewPages);
  if (changed.length === 0 || commit === null || project === undefined) {
    return { pages: [], nameOf: () => '', openSide: () => Promise.reject(previewFailed('no page was changed.')) };
  }
  const signal = AbortSignal.timeout(previewTimeoutMs);
  const load = async (): Promise<SiteFolder> => loadBase(deps, { job, project, commit, signal });
  return withFailures(async () => {
    const base = await load();
    const head = overlayFolder(base, overlay, await readOverlayImages(kysely, job.id, overlay));
    const sides = { before: base, after: head };
    const organizationId = job.organization_id;
    const [before, after] = await Promise.all([
      deps.renderer.listPages({ organizationId, folder: base }, signal),
      deps.renderer.listPages({ organizationId, folder: head }, signal),
    ]);
    const published = { before: new Set(before), after: new Set(after) };
    const pageOf = (side: Side, path: string): string | null => {
      const page = path.replace(/\.mdx?$/, '');
      return sides[side].read(path) !== undefined && published[side].has(page) ? page : null;
    };
    const pages = changed.map((path): ChangedPage => {
      const entry = overlay.get(path);
      const change = entry?.kind === 'delete' ? 'deleted' : base.read(path) === undefined ? 'added' : 'modified';
      return { path, change, before: pageOf('before', path), after: pageOf('after', path) };
    });
    const nameOf = (side: Side): string => toName(job, { side, commit, overlay, project });
    return {
      pages,
      nameOf,
      openSide: (side) => {
        const hasPages = pages.some((page) => page[side] !== null);
        return withFailures(() =>
          deps.cache.open(nameOf(side), (folder) =>
            renderTo(deps.renderer, { folder, site: hasPages ? sides[side] : undefined, project, signal }),
          ),
        );
      },
    };
  });
}

/** Returns a name that depends only on content, so that the same job in the same state has the same folder. */
function toName(
  job: AgentJobRow,
  state: { readonly side: string; readonly commit: string; readonly overlay: Overlay; readonly project: ProjectRow },
): string {
  const { side, commit, overlay, project } = state;
  const facts = [side, commit, [...overlay], project.docs_folder, project.deployment_kind, project.features];
  return `${job.id}-${side}-${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24)}`;
}

async function loadBase(
  deps: JobPreviewDeps,
  target: {
    readonly job: AgentJobRow;
    readonly project: ProjectRow;
    readonly commit: string;
    readonly signal: AbortSignal;
  },
): Promise<SiteFolder> {
  const { job, project, commit, signal } = target;
  const { mirror } = await deps.connectRepository({
    organizationId: job.organization_id,
    repository: job.repository,
  });
  const load = () => mirror.loadFolder(commit, project.docs_folder, { signal });
  return load().catch(async (error: unknown) => {
    // This replica's mirror doesn't have the commit yet.
    if (!isGitError(error, 'commit-not-found')) throw error;
    await mirror.fetch({ branches: [job.base_branch], signal });
    return load();
  });
}

async function renderTo(
  renderer: SiteRenderer,
  target: {
    readonly folder: string;
    /** `undefined` for a side that has none of the pages. */
    readonly site: SiteFolder | undefined;
    readonly project: ProjectRow;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { folder, site, project, signal } = target;
  await mkdir(folder);
  const files: ManifestFile[] = [];
  const keep = async (file: OutputFile): Promise<void> => {
    // The builder runs a tenant's text, so a name that points outside the folder must not be written.
    requireBundlePath(file.path);
    const bytes = typeof file.bytes === 'string' ? Buffer.from(file.bytes) : Buffer.from(file.bytes);
    await mkdir(join(folder, dirname(file.path)), { recursive: true });
    await writeFile(join(folder, file.path), bytes, { flag: 'wx' });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ path: file.path, size: bytes.length, sha256, contentType: contentTypeOf(file.path) });
  };
  if (site !== undefined) {
    await renderer.render({
      organizationId: project.organization_id,
      loadFolder: async () => site,
      basePath: '',
      siteUrl: '',
      features: resolveFeatures(project.deployment_kind, project.features),
      // The whole site, because individual pages would have no styles, scripts or images, and broken links.
      paths: [],
      onFile: keep,
      onProgress: () => undefined,
      signal,
    });
  }
  const manifest = formatManifest({
    formatVersion: 1,
    generator: 'docwright preview',
    version: 'preview',
    commit: '',
    createdFrom: { repository: '', branch: project.branch, directory: project.docs_folder, domain: '' },
    basePath: '',
    deploymentKind: project.deployment_kind,
    features: featuresByKind(project.features),
    redirects: [],
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    sealed: false,
  });
  await writeFile(join(folder, MANIFEST_PATH), manifest);
}

/** Reports errors of the site or its repository. Any other error is internal. */
async function withFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTheirs = error instanceof RenderFailure || isGitError(error) || isCodeHostError(error);
    if (isTheirs) throw previewFailed(error.message, error);
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw previewFailed(`it took longer than ${previewTimeoutMs / 1000} s.`, error);
    }
    throw error;
  }
}
