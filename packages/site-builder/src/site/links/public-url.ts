import { encodePath } from './read-target.ts';

/** The extension-less address that canonical links, the sitemap and links of Markdown name. */
export function publicUrl(siteUrl: string, basePath: string, path: string): string {
  const bare = path === 'index' ? '' : path.replace(/\/index$/, '');
  return `${siteUrl}${basePath}${bare === '' ? '/' : `/${encodePath(bare)}`}`;
}
