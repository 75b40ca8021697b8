import { contentTypeOf } from '@docwright/bundle';
import { operations } from '@docwright/contract';
import type { FastifyInstance } from 'fastify';
import { readOrigin, signalOf, type OperationRoutes } from '../../../platform/http/index.ts';
import { systemAuthor } from '../../foundation/audit-log/index.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { createPreviewLinks, previewLinkInvalid } from '../previews/index.ts';
import { findTarget, openBranch } from './open-branch.ts';
import { draftPreviewPath, previewDraft, renderDraftPage, toDocument, type PreviewDeps } from './preview-draft.ts';
import { createPreviewShare, type PreviewShare } from './preview-share.ts';

export function registerDraftPreviews(routes: OperationRoutes, app: FastifyInstance, deps: PreviewDeps): void {
  const share = createPreviewShare();
  routes.handle(operations.previewDraft, async ({ principal, params, body, signal }) => {
    const target = await findTarget(deps, principal, params);
    const requester = { organizationId: principal.organizationId, address: principal.origin.address };
    return share(requester, signal, async () => previewDraft(deps, await openBranch(deps, target), body));
  });
  registerPages(app, deps, share);
}

/**
 * Registers the previews themselves. The signed address is the only credential. A tenant's code runs in a sandbox
 * without an origin, and only the service's own dashboard may frame it.
 */
function registerPages(app: FastifyInstance, deps: PreviewDeps, share: PreviewShare): void {
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
      // The address contains the token, so the response can be cached for as long as the link is valid. Fonts need
      // CORS, because the frame has no origin.
      void reply.headers({ 'cache-control': 'private, max-age=600', 'access-control-allow-origin': '*' });
      return reply.type(contentTypeOf(path)).send(file);
    }
    const principal = { ...systemAuthor(project.organization_id), ...reader };
    const requester = { organizationId: project.organization_id, address: readOrigin(request).address };
    const { html } = await share(requester, signalOf(reply), async () => {
      const opened = await openBranch(deps, { principal, project, branch: target.jobId });
      return renderDraftPage(deps, opened, { sources: sourcesOf(path) });
    });
    void reply.header('cache-control', 'private, no-store').type('text/html; charset=utf-8');
    return reply.send(toDocument(deps, html, `${root}${draftPreviewPath}/${token}`));
  });
}

/** A link can read its branch's draft, and nothing else. */
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

/** Returns the source files that a page's address can have. */
function sourcesOf(path: string): readonly string[] {
  const plain = (path.endsWith('/') ? path.slice(0, -1) : path).replace(/\.html$/, '');
  return [plain, plain === '' ? 'index' : `${plain}/index`].flatMap((name) => [`${name}.mdx`, `${name}.md`]);
}
