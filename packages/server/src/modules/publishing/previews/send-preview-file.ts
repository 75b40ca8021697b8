import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../../../platform/http/index.ts';
import type { PreviewSite } from './preview-cache.ts';
import { rewriteHtml } from './rewrite-html.ts';

/**
 * Serves one path of a preview. A tenant's code runs in a sandbox without an origin: it can't read cookies, storage, or
 * the service's responses, no matter which page embeds it. Only the service's own dashboard may frame it.
 */
export async function sendPreviewFile(
  reply: FastifyReply,
  site: PreviewSite,
  request: { readonly path: string; readonly prefix: string; readonly ownOrigin: string },
): Promise<FastifyReply> {
  const { path, prefix, ownOrigin } = request;
  void reply.headers({
    'content-security-policy': `sandbox allow-scripts allow-popups; frame-ancestors ${ownOrigin}; base-uri 'none'; form-action 'none'`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const route = site.routes.find(path);
  if (route.kind === 'redirect') {
    const { location } = route;
    return reply.redirect(location.startsWith('/') && !location.startsWith('//') ? prefix + location : location, 302);
  }
  const file = route.kind === 'file' ? route.file : site.routes.notFound;
  if (file === undefined) throw new ApiError('not_found', "The site doesn't have that page.");
  void reply.code(route.kind === 'file' ? 200 : 404).type(file.contentType);
  const sourcePath = join(site.folder, file.path);
  if (file.contentType.startsWith('text/html')) {
    return reply.send(rewriteHtml(await readFile(sourcePath, 'utf8'), { basePath: site.basePath, prefix }));
  }
  // Modules and fonts are requested from a null origin. The token in the address grants access.
  void reply.header('access-control-allow-origin', '*').header('content-length', String(file.size));
  return reply.send(createReadStream(sourcePath));
}
