import { countOf } from '../../text/count-of.ts';
/** Maximum number of paths that a message lists; it only counts the others. */
const maxNamed = 20;

/** The site contains restricted pages, and the build was set to refuse them. */
export class RestrictedPages extends Error {
  readonly code = 'restricted_pages';

  constructor(paths: readonly string[]) {
    const named = paths.slice(0, maxNamed).map((path) => `"${path}"`);
    const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : '';
    super(
      `${countOf(paths.length, 'page is', 'pages are')} restricted (groups, public: false), but static files have no sign-in: ${named.join(', ')}${more}. Leave them out with excludeRestricted, or make them public.`,
    );
    this.name = 'RestrictedPages';
  }
}

/** The whole site is protected, and the build was set to refuse that. */
export class SiteProtected extends Error {
  readonly code = 'site_protected';

  constructor(reason: string) {
    super(
      `The whole site is protected (${reason}), but static files have no sign-in. With excludeRestricted, only pages with public: true are built.`,
    );
    this.name = 'SiteProtected';
  }
}
