import { securityHeaders, sendText } from '@docwright/site-server';
import { isPreviewToken, previewLinkSeconds, previewParameter } from './preview-access.ts';
import type { PreviewExchange } from './preview-exchange.ts';
import type { KnownSite } from './site-table.ts';

export interface AdmitOptions {
  readonly secrets: readonly string[];
  readonly nowMs: () => number;
  /** Previews of an installation that only its own machine reaches are open. */
  readonly isOpen: boolean;
  readonly isSecure: boolean;
}

/**
 * Whether who asks may read a preview: with the cookie of a signed link. The link itself answers with the cookie and leads to
 * the same page without its parameter, so that nobody passes it on by accident.
 */
export function createAdmitReader(options: AdmitOptions) {
  const cookieName = options.isSecure ? `__Host-${previewParameter}` : previewParameter;
  return (exchange: PreviewExchange, { found }: KnownSite): boolean => {
    if (options.isOpen) return true;
    exchange.isProtected = true;
    const opens = (token: string): boolean =>
      isPreviewToken(options.secrets, found.environmentId, { token, nowMs: options.nowMs() });
    const { request } = exchange;
    const url = new URL(request.url ?? '/', 'http://preview.invalid');
    const given = url.searchParams.get(previewParameter);
    if (given !== null && opens(given)) {
      url.searchParams.delete(previewParameter);
      const attributes = `Path=/; Max-Age=${String(previewLinkSeconds)}; HttpOnly; SameSite=Lax${options.isSecure ? '; Secure' : ''}`;
      const cookie = `${cookieName}=${given}; ${attributes}`;
      const location = `${url.pathname}${url.search}`;
      exchange.send(
        303,
        ['Location', location, 'Set-Cookie', cookie, 'Content-Length', '0', ...securityHeaders],
        undefined,
      );
      return false;
    }
    if (readCookies(request.headers.cookie).some(([name, value]) => name === cookieName && opens(value))) return true;
    sendText(exchange, 401, 'This preview is not public. Open it from the project’s deployments.\n');
    return false;
  };
}

function readCookies(header: string | undefined): (readonly [string, string])[] {
  return (header ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const];
  });
}
