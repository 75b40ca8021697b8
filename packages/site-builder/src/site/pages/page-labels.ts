import type { JsonObject } from '../../text/json-object.ts';
import { toIconSpec } from '../config/to-icon-spec.ts';
import type { NavPage } from '../navigation/navigation-view.ts';
import type { ApiCatalog } from '../specs/catalog.ts';
import type { ApiReference } from '../specs/api-spec.ts';
import type { SitePage } from './site-page.ts';

const apiFields = ['openapi', 'openapi-schema', 'asyncapi', 'api'] as const;

/**
 * Returns the operation that a page documents, which is named in the frontmatter unless the page was generated for it.
 * The catalog reports errors.
 */
export function findApiReference(
  page: SitePage,
  catalog: ApiCatalog,
  specs: readonly string[],
): ApiReference | undefined {
  if (page.api !== undefined) return page.api.reference;
  for (const field of apiFields) {
    const value = page.frontmatter[field];
    if (typeof value !== 'string' || value.trim() === '') continue;
    return catalog.find(field, value, { path: page.sourcePath, specs });
  }
  return undefined;
}

/** Whether the frontmatter refers to an operation, schema or channel, even if no specification contains it. */
export function namesOperation({ frontmatter }: SitePage): boolean {
  return apiFields.some((field) => {
    const value = frontmatter[field];
    return typeof value === 'string' && value.trim() !== '';
  });
}

export function methodOf(reference: ApiReference | undefined): string | undefined {
  switch (reference?.kind) {
    case 'operation':
    case 'manual':
      return reference.method.toUpperCase();
    case 'webhook':
      return 'WEBHOOK';
    case 'channel':
      return 'WSS';
    default:
      return undefined;
  }
}

/** The address on another site that the navigation links to instead of the page. */
export function externalUrl({ url }: JsonObject): string | undefined {
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined;
}

/** The page's name in lists. */
export function labelOf({ frontmatter: { sidebarTitle } }: SitePage, title: string): string {
  return typeof sidebarTitle === 'string' && sidebarTitle !== '' ? sidebarTitle : title;
}

/** The sidebar's entry for a page. */
export function toNavPage(page: SitePage, title: string, reference: ApiReference | undefined): NavPage {
  const { frontmatter } = page;
  const tag = frontmatter['tag'];
  const url = externalUrl(frontmatter);
  const { description } = frontmatter;
  const icon = toIconSpec(frontmatter['icon'], frontmatter['iconType']);
  const method = frontmatter['hideApiMarker'] === true ? undefined : (page.api?.method ?? methodOf(reference));
  return {
    kind: 'page',
    path: page.path,
    label: labelOf(page, title),
    deprecated: frontmatter['deprecated'] === true || page.api?.deprecated === true,
    ...(typeof description === 'string' && description.trim() !== '' ? { description: firstLine(description) } : {}),
    ...(icon === undefined ? {} : { icon }),
    ...(typeof tag === 'string' && tag !== '' ? { tag } : {}),
    ...(method === undefined || method === '' ? {} : { method }),
    ...(url === undefined ? {} : { url }),
  };
}

/** Shortens a description for the sidebar, because descriptions in specifications can be long. */
function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, 300) ?? '';
}
