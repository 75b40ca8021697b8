/**
 * Rewrites a page for a preview. A site's pages use addresses from their host's root, but a preview is served below
 * `/preview/<token>`. Adds that prefix to each attribute with such an address, only in the markup: text and scripts are
 * unchanged, and the site's own scripts read the base from `data-base`.
 */
export function rewriteHtml(html: string, site: { readonly basePath: string; readonly prefix: string }): string {
  const { basePath, prefix } = site;
  const lead = (address: string): string => {
    if (!address.startsWith('/') || address.startsWith('//')) return address;
    if (basePath === '') return prefix + address;
    return address === basePath || address.startsWith(`${basePath}/`) ? prefix + address : address;
  };
  return html.replaceAll(tagShape, (tag: string) =>
    (refreshTag.test(tag)
      ? tag.replace(refreshTarget, (_all, wait: string, to: string) => wait + lead(to))
      : tag
    ).replaceAll(attributeShape, (_all, name: string, value: string) =>
      name.endsWith('srcset') ? ` ${name}="${leadEach(value, lead)}"` : ` ${name}="${lead(value)}"`,
    ),
  );
}

/** The builder writes every attribute in double quotes, and escapes `<` in text. */
const tagShape = /<[a-z][a-z0-9-]*(?:\s+[^\s"'<>=/]+(?:="[^"]*")?)+\s*\/?>/gi;
const attributeShape =
  /\s(href|src|srcset|imagesrcset|poster|action|data-base|data-search|data-drill|data-copy-page|data-ask|data)="([^"]*)"/g;
/** A page that redirects: `<meta http-equiv="refresh" content="0; url=/intro.html">`. */
const refreshTag = /^<meta\s[^>]*http-equiv="refresh"/i;
const refreshTarget = /(content="\d{1,9};\s{0,9}url=)([^"]*)/i;

const leadEach = (list: string, lead: (address: string) => string): string =>
  list
    .split(',')
    .map((entry) => entry.trim().split(/\s+/))
    .map(([address = '', ...rest]) => [lead(address), ...rest].join(' '))
    .join(', ');
