import { escapeText } from '../markup/escape-html.ts';

export function writeSitemap(urls: readonly string[]): string {
  return writeSitemapOf(urls.map(sitemapEntry).join(''));
}

export function sitemapEntry(url: string): string {
  return `  <url><loc>${escapeText(url)}</loc></url>\n`;
}

export function writeSitemapOf(entries: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}

export function writeRobots(siteUrl: string, basePath: string): string {
  const sitemap = siteUrl === '' ? '' : `\nSitemap: ${siteUrl}${basePath}/sitemap.xml\n`;
  return `User-agent: *\nContent-Signal: search=yes, ai-input=yes\nAllow: /\n${sitemap}`;
}
