import { operations } from '@docwright/contract';
import type { Manifest } from '@docwright/bundle';
import type { FastifyInstance } from 'fastify';
import type { BlobStore, LinkSecrets } from '../../../platform/blob-store/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError, type OperationRoutes } from '../../../platform/http/index.ts';
import { requireAgentJob, type AgentJobRow, type AgentJobTables } from '../../agent/agent-jobs/index.ts';
import { findExport, requireExport, type ExportTables } from '../exports/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { compareManifests } from './compare-exports.ts';
import { previewLinkInvalid } from './errors.ts';
import { markPages, type ChangeCounts } from './mark-pages.ts';
import { openExportPreview, readManifest } from './open-export-preview.ts';
import { createTurnstile } from './one-at-a-time.ts';
import { openJobPreview, type JobPreview, type JobPreviewDeps } from './open-job-preview.ts';
import { keepManifests } from './keep-manifests.ts';
import type { PreviewSite } from './preview-cache.ts';
import { createPreviewLinks, type PreviewTarget } from './preview-link.ts';
import { toUrlPath } from './to-url-path.ts';
import { sendPreviewFile } from './send-preview-file.ts';
import { previewLinkSeconds } from './settings.ts';

export interface PreviewRouteDeps extends JobPreviewDeps {
  readonly database: Database<AgentJobTables & ProjectTables & ExportTables>;
  readonly blobs: BlobStore;
  readonly linkSecrets: LinkSecrets;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** The address of previews, if they aren't on the dashboard's own host. */
  readonly previewUrl: string | undefined;
}

export const previewPath = '/preview';

export function registerPreviewRoutes(routes: OperationRoutes, deps: PreviewRouteDeps): void {
  const { clock, database } = deps;
  const previewUrl = deps.previewUrl ?? deps.baseUrl;
  const db = database.kysely;
  const links = createPreviewLinks(deps.linkSecrets);
  // A render uses whole cores. If many people view jobs, they are served one at a time, while jobs continue.
  const inTurn = createTurnstile();
  const manifestOf = keepManifests((job): Promise<Manifest> => readManifest(deps.blobs, job));
  const sign = (target: PreviewTarget) => {
    const expiresAt = new Date(clock.now() + previewLinkSeconds * 1000);
    return { root: `${previewUrl}${previewPath}/${links.sign(target, expiresAt)}`, expiresAt: expiresAt.toISOString() };
  };

  routes.handle(operations.previewStaticExport, async ({ principal, params }) => {
    const job = await requireExport(db, principal, params.jobId);
    await recordAuditEvent(db, principal, {
      action: 'static_export.preview_link_created',
      target: { kind: 'static_export', id: job.id, name: job.domain },
    });
    const { basePath } = await openExportPreview(deps, job);
    const { organizationId } = principal;
    const { root, expiresAt } = sign({
      kind: 'export',
      organizationId,
      projectId: job.project_id,
      jobId: job.id,
      name: job.id,
    });
    return { url: `${root}${basePath}/`, expiresAt };
  });
  routes.handle(operations.compareStaticExports, async ({ principal, params }) => {
    const now = await requireExport(db, principal, params.jobId);
    const before = await requireExport(db, principal, params.otherJobId);
    const compared = compareManifests(await manifestOf(now), await manifestOf(before));
    return { jobId: now.id, otherJobId: before.id, ...compared };
  });
  routes.handle(operations.previewAgentJob, async ({ principal, params }) => {
    const job = await requireAgentJob(db, { principal, ...params });
    const { preview, changes } = await inTurn(() => openRendered(deps, job));
    await recordAuditEvent(db, principal, {
      action: 'agent_job.preview_link_created',
      target: { kind: 'agent_job', id: job.id, name: job.prompt },
      details: { projectId: job.project_id },
    });
    const target = { organizationId: job.organization_id, projectId: job.project_id, jobId: job.id };
    const before = sign({ kind: 'before', ...target, name: preview.nameOf('before') });
    const after = sign({ kind: 'after', ...target, name: preview.nameOf('after') });
    return {
      pages: preview.pages.map((page) => ({
        path: page.path,
        change: page.change,
        beforeUrl: page.before === null ? null : `${before.root}/${toUrlPath(page.before)}`,
        afterUrl: page.after === null ? null : `${after.root}/${toUrlPath(page.after)}`,
        changes: changes.get(page.path) ?? { before: 0, after: 0 },
      })),
      expiresAt: before.expiresAt,
    };
  });
}

/** Renders the sides that have pages into the cache, and marks their changes. */
async function openRendered(
  deps: PreviewRouteDeps,
  job: AgentJobRow,
): Promise<{ readonly preview: JobPreview; readonly changes: ChangeCounts }> {
  const preview = await openJobPreview(deps, job);
  const open = async (side: 'before' | 'after'): Promise<PreviewSite | undefined> =>
    preview.pages.some((page) => page[side] !== null) ? preview.openSide(side) : undefined;
  const [before, after] = await Promise.all([open('before'), open('after')]);
  const sites = before !== undefined && after !== undefined ? { before, after } : undefined;
  return { preview, changes: sites === undefined ? new Map() : await markPages(preview.pages, sites) };
}

/** Links don't reveal whether something existed and was deleted. */
function toLinkError(error: unknown): never {
  throw error instanceof ApiError && error.code === 'not_found' ? previewLinkInvalid() : error;
}

/** Registers the previews themselves. The signed address is the only credential. */
export function registerPreviewPages(app: FastifyInstance, deps: PreviewRouteDeps): void {
  const { clock, baseUrl, previewUrl, database } = deps;
  const links = createPreviewLinks(deps.linkSecrets);
  // The job is checked first, even for cached pages, because a link ends with the job and its project. Evicted pages
  // are rendered again.
  const open = async ({ kind, organizationId, projectId, jobId, name }: PreviewTarget): Promise<PreviewSite> => {
    // Drafts have their own address.
    if (kind === 'draft') throw previewLinkInvalid();
    if (kind === 'export') {
      const job = await findExport(database.kysely, organizationId, jobId);
      if (job === undefined) throw previewLinkInvalid();
      return deps.cache.find(name) ?? openExportPreview(deps, job);
    }
    const principal = { organizationId, projectIds: null };
    const job = await requireAgentJob(database.kysely, { principal, projectId, id: jobId }).catch(toLinkError);
    return deps.cache.find(name) ?? (await openJobPreview(deps, job)).openSide(kind);
  };

  app.get<{ Params: { token: string } }>(`${previewPath}/:token/*`, async (request, reply) => {
    const { token } = request.params;
    // If previews have their own host, they are served only there. On the dashboard's host, they would share its
    // origin.
    const isHere = previewUrl === undefined || request.host === new URL(previewUrl).host;
    const target = isHere ? links.verify(token, clock.now()) : undefined;
    if (target === undefined) throw previewLinkInvalid();
    const pathname = request.url.split('?', 1)[0] ?? '';
    // The path as in the request line. The route table decodes it once.
    const path = pathname.slice(`${previewPath}/${token}`.length);
    const { origin } = new URL(baseUrl);
    const { pathname: base } = new URL(previewUrl ?? baseUrl);
    const prefix = `${base === '/' ? '' : base}${previewPath}/${token}`;
    return sendPreviewFile(reply, await open(target), {
      path,
      prefix,
      ownOrigin: origin,
    });
  });
}
