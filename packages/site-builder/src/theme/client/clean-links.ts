/** Marks a tab whose server answers addresses without `.html`. */
const key = 'dw-clean';

/**
 * Removes `.html` from links if the site's server answers addresses without it: a reader who copies a link gets the
 * address that the sitemap and search engines know. Pages from plain storage, which has only files, keep their links.
 */
export function cleanLinks(root: ParentNode = document): void {
  if (!answersCleanAddresses()) return;
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href*=".html"]')) {
    if (link.origin === location.origin && link.pathname.endsWith('.html') && isPage(link))
      link.pathname = link.pathname.replace(/\/index\.html$|\.html$/, '') || '/';
  }
}

/** HTML files of the site that aren't pages keep their names. */
function isPage(link: HTMLAnchorElement): boolean {
  return !link.hasAttribute('download') && !link.hasAttribute('target');
}

function answersCleanAddresses(): boolean {
  if (isToldByServer()) return true;
  const markdown = document.querySelector<HTMLLinkElement>('link[rel=alternate][type="text/markdown"]');
  if (markdown === null || !/^https?:$/.test(location.protocol)) return false;
  const own = new URL(markdown.href).pathname.replace(/(?:\/index)?\.md$/, '');
  const here = location.pathname.replace(/\/$/, '');
  try {
    // Any server serves the start page without its file name.
    if (own === here && !markdown.href.endsWith('/index.md')) sessionStorage.setItem(key, '1');
    return sessionStorage.getItem(key) === '1';
  } catch {
    return own === here && !markdown.href.endsWith('/index.md');
  }
}

/** `site-server` sends this header with each page; browsers expose it to pages over HTTPS and on localhost. */
function isToldByServer(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  return navigation?.serverTiming?.some(({ name }) => name === 'clean-addresses') ?? false;
}
