import type { DraftPreview, PreviewDraftBody } from '@docwright/contract';
import { resolveFeatures } from '@docwright/bundle';
import type { LinkSecrets } from '../../../platform/blob-store/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import type { SiteFolder } from '../../building/site-rendering/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { createPreviewLinks, previewFailed, previewLinkSeconds, rewriteHtml, toUrlPath } from '../previews/index.ts';
import { withRenderFailures, type CheckDeps } from './check-draft.ts';
import { toChanges, withMedia } from './draft-overlay.ts';
import { selectFiles } from './file-store.ts';
import { frameScript } from './frame-script.ts';
import { withDocs } from './hold-docs.ts';
import type { OpenBranch } from './open-branch.ts';
import { requireReadable } from './path-rules.ts';
import type { PreviewFiles } from './preview-files.ts';

export interface PreviewDeps extends CheckDeps {
  readonly openFiles: (projectId: string) => Promise<PreviewFiles>;
  readonly linkSecrets: LinkSecrets;
  /** Address of the dashboard. */
  readonly baseUrl: string;
  /** Address of previews, if it isn't the dashboard's. */
  readonly previewUrl: string | undefined;
}

const renderTimeoutMs = 60_000;
export const draftPreviewPath = '/preview/draft';

/**
 * Renders one of the draft's pages, and signs a link to it.
 * @throws ApiError preview_failed, draft_file_refused
 */
export async function previewDraft(
  deps: PreviewDeps,
  opened: OpenBranch,
  { page, content }: PreviewDraftBody,
): Promise<DraftPreview> {
  requireReadable(page);
  const { project, branch } = opened;
  const { html, problems } = await renderDraftPage(deps, opened, { sources: [page], content });
  const expiresAt = new Date(deps.clock.now() + previewLinkSeconds * 1000);
  const token = createPreviewLinks(deps.linkSecrets).sign(
    { kind: 'draft', organizationId: project.organization_id, projectId: project.id, jobId: branch, name: '' },
    expiresAt,
  );
  const root = `${deps.previewUrl ?? deps.baseUrl}${draftPreviewPath}/${token}`;
  return {
    url: `${root}/${toUrlPath(toPagePath(page))}`,
    html: toDocument(deps, html, root),
    problems,
    expiresAt: expiresAt.toISOString(),
  };
}

export interface RenderedDraftPage {
  readonly html: string;
  readonly problems: DraftPreview['problems'];
}

export interface WantedPage {
  /** The first of these source files that exists, relative to the docs folder. */
  readonly sources: readonly string[];
  /** Replaces the text of the first source file, which then need not exist. */
  readonly content?: string | undefined;
}

/** @throws ApiError preview_failed, not_found */
export async function renderDraftPage(
  deps: PreviewDeps,
  opened: OpenBranch,
  { sources, content }: WantedPage,
): Promise<RenderedDraftPage> {
  const { project, draft } = opened;
  const rows = draft === undefined ? [] : await selectFiles(deps.database.kysely, draft.id);
  const changes = toChanges(rows);
  const files = await deps.openFiles(project.id);
  return withDocs(deps.folders, opened, async ({ folder }) => {
    const exists = (source: string): boolean => {
      const row = rows.find((one) => one.path === source);
      return row === undefined ? folder.has(source) : row.content !== null;
    };
    const page = content === undefined ? sources.find(exists) : sources[0];
    if (page === undefined) throw new ApiError('not_found', "The site doesn't have that page.");
    if (content !== undefined) changes.set(page, content);
    return render(deps, project, { page, changes, folder: withMedia(folder, rows), files });
  });
}

async function render(
  { renderer }: PreviewDeps,
  project: ProjectRow,
  {
    page,
    changes,
    folder,
    files,
  }: {
    readonly page: string;
    readonly changes: ReadonlyMap<string, string | null>;
    readonly folder: SiteFolder;
    readonly files: PreviewFiles;
  },
): Promise<RenderedDraftPage> {
  const path = toPagePath(page);
  const made: { html?: string } = {};
  const issues = await withRenderFailures(async () => {
    const check = renderer.openCheck({ siteId: project.id, organizationId: project.organization_id, folder });
    try {
      return await check.renderPage(
        {
          page: path,
          changes,
          features: resolveFeatures(project.deployment_kind, project.features),
          existing: files.list(),
          onFile: async (file) => {
            if (file.path === `${path}.html`) made.html = Buffer.from(file.bytes).toString('utf8');
            else if (isShared(file.path)) await files.keep(file.path, Buffer.from(file.bytes));
          },
        },
        AbortSignal.timeout(renderTimeoutMs),
      );
    } finally {
      check.close();
    }
  });
  if (made.html === undefined) throw previewFailed(`${JSON.stringify(page)} is not a page of the site.`);
  const problems = issues
    .filter((issue) => issue.path === page && issue.severity === 'error')
    .map(({ line, column, message }) => ({ line: line ?? null, column: column ?? null, message }));
  return { html: made.html, problems };
}

/** The site-wide indexes are incomplete, because only one page is rendered. */
const isShared = (path: string): boolean => !/\.(?:md|xml|txt|html)$/.test(path);

/** Returns the document with addresses below the link, and with the script that the editor communicates with. */
export function toDocument({ baseUrl }: PreviewDeps, html: string, root: string): string {
  const document = rewriteHtml(html, { basePath: '', prefix: root });
  const script = frameScript(new URL(baseUrl).origin);
  return document.includes('</body>') ? document.replace('</body>', () => `${script}</body>`) : document + script;
}

export const toPagePath = (file: string): string => file.replace(/\.mdx?$/i, '');
