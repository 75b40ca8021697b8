/**
 * The Content-Security-Policy (CSP Level 3) of one page, computed from the page's content: hashes of its inline
 * scripts, and the origins in its own markup. No other script runs.
 */
import type { PageSources, ResolvedFeatures } from '@docwright/bundle';

export interface PolicyContext {
  readonly features: ResolvedFeatures;
  readonly isAirGapped: boolean;
  readonly allowedSources: readonly string[];
}

export function contentSecurityPolicy(sources: PageSources, context: PolicyContext): string {
  const { scripts, remoteScripts, styles, frames, media } = sources;
  const { features, isAirGapped, allowedSources } = context;
  // External images and videos are harmless to a reader who can reach them; an air-gapped site can request only those
  // that its authors included.
  const anyMedia = isAirGapped ? media : ['https:', 'http:'];
  const reachesOut = !isAirGapped && (features.playground || features.analytics);
  // A widget that the site's own scripts load needs scripts, styles, frames and data.
  const allowed = isAirGapped ? [] : sources.allowed;
  const directive = (name: string, ...parts: (readonly string[])[]): string =>
    [name, ...parts.flat(), ...allowedSources].join(' ');
  return [
    directive('default-src', ["'self'"]),
    // A bundle's analytics must not be requested in an air-gapped network.
    directive('script-src', ["'self'"], scripts, isAirGapped ? [] : remoteScripts, allowed),
    // Highlighting, diagrams and authors' own markup contain style attributes.
    directive('style-src', ["'self'", "'unsafe-inline'"], styles, allowed),
    directive('img-src', ["'self'", 'data:', 'blob:'], anyMedia),
    directive('media-src', ["'self'", 'data:', 'blob:'], anyMedia),
    directive('font-src', ["'self'", 'data:'], styles.length > 0 && !isAirGapped ? ['https:'] : [], allowed),
    directive('frame-src', ["'self'"], frames, allowed),
    // The playground of a channel connects to wss:, which `https:` does not include.
    directive(
      'connect-src',
      ["'self'"],
      reachesOut ? ['https:'] : [],
      reachesOut && features.playground ? ['wss:'] : [],
      allowed,
      allowed.map((origin) => origin.replace(/^http/, 'ws')),
    ),
    directive('worker-src', ["'self'", 'blob:']),
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'self'",
    isAirGapped ? "form-action 'self'" : "form-action 'self' https:",
  ].join('; ');
}

/**
 * The policy for image formats that can contain scripts: if such a file is opened directly, only the image is shown.
 */
export const INERT_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";
