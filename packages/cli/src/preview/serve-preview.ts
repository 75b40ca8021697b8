import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentTypeOf } from '@docwright/bundle';
import type { LiveSite } from './live-site.ts';

export interface PreviewServer {
  readonly port: number;
  /** Notifies every open page of the changed files. */
  announce(changed: ReadonlySet<string>): void;
  /** Reports to every open page whether it shows the newest save, and if not, why. */
  announceFault(): void;
  close(): Promise<void>;
}

export const EVENTS_PATH = '/_docwright/preview/events';
const SCRIPT_PATH = '/_docwright/preview/reload.js';

/**
 * A page reloads if it has changed, or if a file that isn't a page has changed: styles, scripts, images. An error is
 * shown over the page until it is fixed.
 */
const script = `const here = document.currentScript.dataset.path;
const events = new EventSource('${EVENTS_PATH}');
events.addEventListener('change', ({ data }) => {
  const changed = JSON.parse(data);
  if (changed.some((path) => path === here || !/\\.(html|md|txt|xml|json)$/.test(path))) location.reload();
});
let notice;
events.addEventListener('fault', ({ data }) => {
  notice?.remove();
  notice = undefined;
  const text = JSON.parse(data);
  if (text === null) return;
  notice = document.createElement('div');
  notice.id = 'docwright-preview-fault';
  notice.setAttribute('role', 'alert');
  notice.textContent = text;
  notice.style.cssText = 'position:fixed;inset:auto 0 0;z-index:2147483647;padding:12px 16px;background:#7f1d1d;color:#fff;font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap';
  const show = () => document.body.append(notice);
  if (document.body) show();
  else addEventListener('DOMContentLoaded', show);
});
`;

/** Serves a live site only to this machine. */
export async function servePreview(site: LiveSite, port: number): Promise<PreviewServer> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (!isLocal(request))
      return answer(response, 403, { type: 'text/plain', body: 'This preview is only available on this machine.\n' });
    const url = URL.parse(`http://localhost${request.url ?? '/'}`);
    if (url === null) return answer(response, 400, { type: 'text/plain', body: 'This is not a path of the site.\n' });
    if (url.pathname === SCRIPT_PATH) return answer(response, 200, { type: 'text/javascript', body: script });
    if (url.pathname !== EVENTS_PATH) return answerPath(response, site, url);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`: hello\n\n${writeFault(site)}`);
    listeners.add(response);
    request.on('close', () => listeners.delete(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    announce: (changed) => {
      for (const listener of listeners) listener.write(`event: change\ndata: ${JSON.stringify([...changed])}\n\n`);
    },
    announceFault: () => {
      for (const listener of listeners) listener.write(writeFault(site));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function writeFault(site: LiveSite): string {
  const fault = site.fault();
  const place = fault?.line === undefined ? '' : `:${fault.line}`;
  const text = fault && `${fault.path}${place}: ${fault.message} The page shows the version before that save.`;
  return `event: fault\ndata: ${JSON.stringify(text ?? null)}\n\n`;
}

/** Rejects an attacker's host names that resolve to this machine (DNS rebinding). */
function isLocal({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '');
}

/** Serves the same addresses and redirects as a live site. */
function answerPath(response: ServerResponse, site: LiveSite, url: URL): void {
  const route = site.routes().find(url.pathname);
  if (route.kind === 'redirect') {
    const [target = '', anchor] = route.location.split('#');
    const query = url.search === '' || target.includes('?') ? '' : url.search;
    // The redirect may not exist after the next save, so it isn't cached.
    response.writeHead(307, {
      location: `${target}${query}${anchor === undefined ? '' : `#${anchor}`}`,
      'cache-control': 'no-store',
    });
    response.end();
    return;
  }
  const found = route.kind === 'file' ? route.file.path : undefined;
  const name = found ?? '404.html';
  const bytes = site.find(name) ?? Buffer.from('<!doctype html><title>Not found</title><p>This page doesn’t exist.');
  const type = contentTypeOf(name);
  answer(response, found === undefined ? 404 : 200, {
    type,
    body: type.startsWith('text/html') ? withReload(Buffer.from(bytes).toString(), name) : bytes,
  });
}

/** Inserts the reload script first, so that a page reloads even if its own script fails. */
function withReload(html: string, path: string): string {
  const escaped = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const tag = `<script src="${SCRIPT_PATH}" data-path="${escaped}"></script>`;
  const at = /<head[^<>]*>/i.exec(html);
  return at === null
    ? `${tag}${html}`
    : html.slice(0, at.index + at[0].length) + tag + html.slice(at.index + at[0].length);
}

function answer(
  response: ServerResponse,
  status: number,
  { type, body }: { type: string; body: string | Uint8Array },
): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}
