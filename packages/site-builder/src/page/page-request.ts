import type { ApiSettings } from '../openapi/index.ts';
import type { ApiReference, SitePage } from '../site/index.ts';

/** A page to render, from the site's plan. */
export interface PageRequest {
  readonly page: SitePage;
  readonly title: string;
  readonly reference: ApiReference | undefined;
  readonly apiSettings: ApiSettings;
  readonly visibility: { readonly noindex: boolean };
  /** BCP 47. */
  readonly language: string;
}
