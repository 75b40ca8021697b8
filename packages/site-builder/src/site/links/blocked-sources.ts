import type { ReportIssue } from '../../issues/issue.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { decodeText } from '../../text/decode-text.ts';

/** How scripts insert other scripts: by URL, or by any string that ends like the name of a script. */
const loaded =
  /(?:\.src\s*=|\bsrc\s*:|["']src["']\s*,|\bimport\s*\()\s*["'`](https?:\/\/[^"'`\s$]+)|["'`](https:\/\/[^"'`\s$?#]+\.m?js)(?:[?#][^"'`]*)?["'`]/g;

const MAX_PER_SCRIPT = 10;

export interface BlockedSourcesRequest {
  readonly source: SiteSource;
  readonly scripts: readonly string[];
  /** `security.allowedOrigins` of the configuration. */
  readonly allowedOrigins: readonly string[];
  readonly configFile: string;
  readonly report: ReportIssue;
}

/**
 * Reports hosts from which the site's scripts load other scripts, if the policy of published pages doesn't allow them.
 */
export function reportBlockedSources(request: BlockedSourcesRequest): void {
  const { source, scripts, allowedOrigins, configFile, report } = request;
  for (const path of scripts) {
    const text = decodeText(source.read(path) ?? new Uint8Array()).text;
    if (!text.includes('http')) continue;
    const reported = new Set<string>();
    for (const match of text.matchAll(loaded)) {
      const url = match[1] ?? match[2] ?? '';
      if (!URL.canParse(url)) continue;
      const { origin } = new URL(url);
      if (reported.has(origin) || allowedOrigins.some((allowed) => matches(origin, allowed))) continue;
      if (reported.size >= MAX_PER_SCRIPT) break;
      reported.add(origin);
      report({
        path,
        line: text.slice(0, match.index).split('\n').length,
        severity: 'warning',
        code: 'blocked-source',
        message: `The script loads ${url.slice(0, 200)}, which browsers refuse on a published site: ${origin} is not allowed.`,
        fix: `Add "${origin}" to security.allowedOrigins in ${configFile}.`,
      });
    }
  }
}

/** Whether an origin is allowed. As in a Content-Security-Policy, `https://*.x.com` allows every host below `x.com`. */
function matches(origin: string, allowed: string): boolean {
  if (!allowed.startsWith('https://*.')) return origin === allowed;
  return origin.startsWith('https://') && origin.endsWith(allowed.slice('https://*'.length));
}
