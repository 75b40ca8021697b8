import { compileRedirect, hasWildcard } from '@docwright/bundle/match-redirect';
import type { ReportIssue } from '../../issues/issue.ts';
import type { RedirectRule } from '../config/site-config.ts';
import type { ExpectedAnchor } from './anchor-check.ts';
import type { LinkTarget, SiteLinks } from './site-links.ts';

const maxHops = 10;

export interface RedirectCheck {
  readonly links: Pick<SiteLinks, 'find' | 'hasPage' | 'canExist'>;
  /** Paths of the files that the site copies. */
  readonly files: Iterable<string>;
  /** Path of the configuration. */
  readonly file: string;
  readonly report: ReportIssue;
  /** Called with the anchors of destinations, which are compared once all pages are known. */
  readonly expectAnchor: (anchor: ExpectedAnchor) => void;
}

/** Finds redirects whose target is missing, that form a loop, or that begin at a page's path. */
export function checkRedirects(
  rules: readonly RedirectRule[],
  { links, files, file, report, expectAnchor }: RedirectCheck,
): void {
  for (const { source, destination } of rules) {
    const fault = sourceFault(source);
    if (fault !== undefined) {
      report({
        path: file,
        severity: 'warning',
        code: 'redirect-source',
        message: `The redirect from "${source}" never applies: ${fault}.`,
        fix: 'Write a path without them.',
      });
      continue;
    }
    const isFilled = hasWildcard(destination.replace(/^[a-z]+:\/\//i, ''));
    const end = follow(isFilled ? fillWithSample(source, destination) : destination, links);
    // The target of a wildcard depends on the path, but whether the chain ends doesn't.
    if (isFilled && end !== 'cycle') {
      if (/^(?:[a-z]+:)?\/\//i.test(destination) || links.canExist(destination, files)) continue;
      report({
        path: file,
        severity: 'warning',
        code: 'redirect-target',
        message: `The redirect from "${source}" has the destination "${destination}", and no page or file of this site has such a path.`,
        fix: 'Correct the destination, or remove the redirect.',
      });
      continue;
    }
    if (typeof end === 'object') {
      if (end.anchor !== '')
        expectAnchor({
          from: file,
          line: undefined,
          page: end.path,
          anchor: end.anchor,
          written: destination,
          namedBy: 'redirect',
        });
    } else if (end === 'cycle') {
      report({
        path: file,
        severity: 'error',
        code: 'redirect-cycle',
        message: `The redirect from "${source}" to "${destination}" points back to itself.`,
        fix: 'Point it at a page.',
      });
    } else if (end === 'broken') {
      report({
        path: file,
        // A site below the base path of a larger site can redirect to other parts of the larger site.
        severity: 'warning',
        code: 'redirect-target',
        message: `The redirect from "${source}" has the destination "${destination}", which is not a page or file of this site.`,
        fix: 'Correct the destination.',
      });
    }
    const path = source.replace(/^\/+|\/+$/g, '');
    if (links.hasPage(path)) {
      report({
        path: file,
        severity: 'warning',
        code: 'redirect-shadowed',
        message: `A redirect and a page have the path "${source}": live sites and docwright host redirect, and plain file storage shows the page.`,
        fix: 'Remove the redirect or the page.',
      });
    }
  }
}

/** The destination for one of the paths that a redirect's source matches. */
function fillWithSample(source: string, destination: string): string {
  const path = source.replaceAll(/:\w+\*?|\*/g, 'any-path');
  return compileRedirect(source)?.match(path, destination) ?? destination;
}

/** The reason that a source matches no path: the same on every server of the site. */
function sourceFault(source: string): string | undefined {
  if (/[?#]/.test(source)) return 'a source is a path, without "?" and "#"';
  return hasWildcard(source) && compileRedirect(source) === undefined ? 'it has more than five wildcards' : undefined;
}

type PageTarget = Extract<LinkTarget, { kind: 'page' }>;

function follow(destination: string, links: Pick<SiteLinks, 'find'>): PageTarget | 'found' | 'cycle' | 'broken' {
  let target = links.find(destination, 'index');
  const seen = new Set<string>();
  while (target.kind === 'redirect') {
    if (seen.has(target.from) || seen.size > maxHops) return 'cycle';
    seen.add(target.from);
    target = links.find(target.to, 'index');
  }
  if (target.kind === 'page') return target;
  return target.kind === 'broken' ? 'broken' : 'found';
}
