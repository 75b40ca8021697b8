import { document } from './document.ts';
import { escapeHtml } from './escape.ts';
import { countOf } from '../count-of.ts';

export interface ConsentPage {
  /** The application's own name, which isn't verified. */
  readonly clientName: string;
  /** The address that receives the permission. */
  readonly redirectUri: string;
  readonly siteHost: string;
  /** The reader's name or email, if known. */
  readonly reader: string | undefined;
  readonly groups: readonly string[];
  readonly seconds: number;
  readonly action: string;
  /** The signed request. */
  readonly request: string;
}

export function consentPage(page: ConsentPage): string {
  const { clientName, redirectUri, siteHost, reader, groups, seconds, action, request } = page;
  const url = URL.parse(redirectUri);
  const isLocal = url?.protocol === 'http:';
  const place = isLocal
    ? 'this computer'
    : `${url?.protocol === 'https:' ? '' : `${url?.protocol ?? ''}//`}${url?.host ?? ''}`;
  return document(
    'Allow access?',
    `<p>An application that calls itself <strong>${escapeHtml(clientName)}</strong> wants to read ${escapeHtml(siteHost)} as ${escapeHtml(reader ?? 'you')}.</p>
<dl>
<dt>It may</dt><dd>search and read the pages that you can read, for ${toDuration(seconds)}</dd>
${groups.length === 0 ? '' : `<dt>Your groups</dt><dd>${escapeHtml(groups.join(', '))}</dd>`}
<dt>The permission is sent to</dt><dd>${escapeHtml(place)}<br>${escapeHtml(redirectUri)}</dd>
</dl>
<p>Allow access only if you have just started this request yourself. You can revoke access on your account page.</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="request" value="${escapeHtml(request)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`,
  );
}

function toDuration(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  if (days > 0) return countOf(days, 'day');
  const minutes = Math.floor(seconds / 60);
  return minutes >= 120 ? countOf(Math.floor(minutes / 60), 'hour') : countOf(minutes, 'minute');
}
