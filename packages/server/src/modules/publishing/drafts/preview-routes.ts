import { contentTypeOf } from '@docwright/bundle';
import { operations } from '@docwright/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError, type OperationRoutes } from '../../../platform/http/index.ts';
import { systemAuthor } from '../../foundation/audit-log/index.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { createPreviewLinks, previewLinkInvalid } from '../previews/index.ts';
import { findTarget, openBranch, type OpenBranch } from './open-branch.ts';
import { draftPreviewPath, previewDraft, renderDraftPage, toDocument, type PreviewDeps } from './preview-draft.ts';
import { listFiles } from './show-diff.ts';

export function registerDraftPreviews(routes: OperationRoutes, app: FastifyInstance, deps: PreviewDeps): void {
  routes.handle(operations.previewDraft, async ({ principal, params, body }) =>
    previewDraft(deps, await openBranch(deps, await findTarget(deps, principal, params)), body),
  );
  registerPages(app, deps);
}

/**
 * The previews themselves: the signed address is the only credential. A tenant's code runs in a sandbox without an
 * origin, and only our own dashboard may frame it.
 */
function registerPages(app: FastifyInstance, deps: PreviewDeps): void {
  const { clock, baseUrl, previewUrl } = deps;
  const links = createPreviewLinks(deps.linkSecrets);
  const root = previewUrl ?? baseUrl;
  app.get<{ Params: { token: string } }>(`${draftPreviewPath}/:token/*`, async (request, reply) => {
    const { token } = request.params;
    const isHere = previewUrl === undefined || request.host === new URL(previewUrl).host;
    const target = isHere ? links.verify(token, clock.now()) : undefined;
    if (target?.kind !== 'draft') throw previewLinkInvalid();
    const project = await findProject(deps.database.kysely, target.organizationId, target.projectId);
    if (project === undefined) throw previewLinkInvalid();
    const pathname = request.url.split('?', 1)[0] ?? '';
    const path = decodePath(pathname.slice(`${draftPreviewPath}/${token}/`.length));
    void reply.headers({
      'content-security-policy': `sandbox allow-scripts allow-popups; frame-ancestors ${new URL(baseUrl).origin}; base-uri 'none'; form-action 'none'`,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const files = await deps.openFiles(project.id);
    const file = await files.read(path);
    if (file !== undefined) {
      // The address contains the token, so it can be cached as long as the link is valid. Fonts need CORS: the frame
      // has no origin.
      void reply.headers({ 'cache-control': 'private, max-age=600', 'access-control-allow-origin': '*' });
      return reply.type(contentTypeOf(path)).send(file);
    }
    const principal = { ...systemAuthor(project.organization_id), ...reader };
    const opened = await openBranch(deps, { principal, project, branch: target.jobId });
    const page = await findPage(deps, opened, path);
    if (page === undefined) throw new ApiError('not_found', "The site doesn't have that page.");
    const { html } = await renderDraftPage(deps, opened, { page });
    void reply.header('cache-control', 'private, no-store').type('text/html; charset=utf-8');
    return reply.send(toDocument(deps, html, `${root}${draftPreviewPath}/${token}`));
  });
}

/** A link reads the draft of its branch, and nothing else. */
const reader = {
  actor: { kind: 'user', id: '', name: '' },
  plan: 'enterprise',
  isOperator: false,
  scopes: [],
  projectIds: null,
  expiresAt: null,
  role: null,
  origin: { address: '', userAgent: null, requestId: '' },
} as const;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The source file of a page's address. */
async function findPage(deps: PreviewDeps, opened: OpenBranch, path: string): Promise<string | undefined> {
  const plain = (path.endsWith('/') ? path.slice(0, -1) : path).replace(/\.html$/, '');
  const { files } = await listFiles(deps, opened);
  const names = [plain, plain === '' ? 'index' : `${plain}/index`].flatMap((name) => [`${name}.mdx`, `${name}.md`]);
  const known = new Set(files.map((file) => file.path));
  return names.find((name) => known.has(name));
}
