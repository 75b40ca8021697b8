import type { SiteOptions } from '../site/open-site.ts';

export interface PreviewOptions extends SiteOptions {
  readonly port: number;
}
