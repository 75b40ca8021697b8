import {
  pageAddress,
  publicUrl,
  type ExpectedAnchor,
  type LinkTarget,
  encodePath,
  readTarget,
} from '../../site/index.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';
import type { Issue } from '../../issues/issue.ts';
import type { PageIdentity } from '../rendered-page.ts';
import type { RenderSite } from './render-site.ts';

/** The page that contains a link, and the position on it. */
export interface LinkingPage {
  readonly site: RenderSite;
  readonly page: PageIdentity;
  readonly position: { readonly place: { readonly path: string; readonly line: number | undefined } };
  readonly output: { expectAnchor(anchor: ExpectedAnchor): void };
  /** The content-based address of a site file, or `undefined` if the file doesn't exist. */
  shownFile(path: string): string | undefined;
  /** The address of a site file at its own path. */
  linkedFile(path: string): string;
  report(issue: Omit<Issue, 'path'>): void;
}

type FindLink = (written: string, from: string) => LinkTarget;

/**
 * Writes text that depends on link targets, for all readers. Issues and expected anchors are those of readers with
 * the most access.
 */
function forReaders(context: LinkingPage, write: (find: FindLink, context: LinkingPage) => string): string {
  const { site } = context;
  if (site.choices === undefined) return write((written, from) => site.links.find(written, from), context);
  const quiet: LinkingPage = {
    site,
    page: context.page,
    position: context.position,
    output: { expectAnchor: () => undefined },
    shownFile: (path) => context.shownFile(path),
    linkedFile: (path) => context.linkedFile(path),
    report: () => undefined,
  };
  let isFirst = true;
  return site.choices.explore((meets) => {
    const own = isFirst ? context : quiet;
    isFirst = false;
    return write((written, from) => site.links.find(written, from, meets), own);
  });
}

/** Maximum length of a redirect chain. */
const maxRedirects = 5;

/** Writes an author's link. A broken link is written unchanged, with an issue. */
export function writeHref(written: string, context: LinkingPage): string {
  return forReaders(context, (find, own) => writeFoundHref(written, find, own));
}

function writeFoundHref(written: string, find: FindLink, context: LinkingPage): string {
  const { basePath } = context.site;
  const target = find(written, context.page.path);
  switch (target.kind) {
    case 'external':
      return target.url;
    case 'unsafe':
      reportUnsafe(target.scheme, written, context);
      return '#';
    case 'anchor': {
      const anchor = writeAnchor(target.anchor, context.page.path, written, context);
      return `#${anchor}`;
    }
    case 'page':
      return writePageHref(target, written, context);
    case 'file':
      return context.linkedFile(target.path) + target.suffix;
    case 'redirect':
      return writeRedirected({ target, written }, find, context);
    case 'broken':
      reportBroken(target.remoteSpec, written, context);
      return `${basePath}/${encodePath(target.path)}${target.suffix}`;
  }
}

function reportBroken(remoteSpec: string | undefined, written: string, context: LinkingPage): void {
  if (remoteSpec === undefined) {
    context.report({
      severity: 'error',
      code: 'broken-link',
      message: `The link "${written}" doesn't match a page or file of this site.`,
      fix: 'Correct the path, or add a redirect from it.',
    });
    return;
  }
  context.report({
    severity: 'warning',
    code: 'broken-link',
    message: `The link "${written}" may be a page of ${remoteSpec}, which isn't in the repository and wasn't read.`,
    fix: 'Add the specification to the repository and use its path.',
  });
}

function writePageHref(target: Extract<LinkTarget, { kind: 'page' }>, written: string, context: LinkingPage): string {
  if (target.match === 'case') {
    context.report({
      severity: 'warning',
      code: 'link-case',
      message: `The link "${written}" differs from the page "/${target.path}" only in case.`,
      fix: `Write "/${target.path}".`,
    });
  } else if (target.match === 'folder') {
    context.report({
      severity: 'warning',
      code: 'link-folder',
      message: `The link "${written}" points to a folder that has no page; it was changed to "/${target.path}".`,
      fix: 'Link to the page.',
    });
  }
  if (target.match === 'prefix') {
    context.report({
      severity: 'warning',
      code: 'link-prefix',
      message: `The link "${written}" begins with a prefix that isn't a folder of this site; it was changed to "/${target.path}".`,
      fix: `Write "/${target.path}".`,
    });
  }
  const anchor = writeAnchor(target.anchor, target.path, written, context);
  return `${pageAddress(context.site.basePath, target.path)}${target.query}${anchor === '' ? '' : `#${anchor}`}`;
}

/** Writes an anchor as a heading's ID, for the URL. Whether the page has the ID is checked when all pages are known. */
function writeAnchor(written: string, page: string, link: string, context: LinkingPage): string {
  if (written === '') return '';
  const { place } = context.position;
  const id = context.site.anchors.find(page, written);
  context.output.expectAnchor({ from: place.path, line: place.line, page, anchor: id, written: link });
  return id === written
    ? written
    : encodeURIComponent(id).replace(/%(?:3A|2C|2F|40|26|3D|2B|24|3B|3F)/g, decodeURIComponent);
}

/** Writes a link to a moved page with its current address, because a plain file server has no redirects. */
function writeRedirected(
  { target, written }: { readonly target: Extract<LinkTarget, { kind: 'redirect' }>; readonly written: string },
  find: FindLink,
  context: LinkingPage,
): string {
  const { basePath } = context.site;
  let final = find(target.to, 'index');
  for (let hops = 0; final.kind === 'redirect' && hops < maxRedirects; hops++) final = find(final.to, 'index');
  if (final.kind === 'external') return final.url;
  if (final.kind === 'file') return context.linkedFile(final.path);
  if (final.kind === 'page') {
    const [query, own] = splitSuffix(target.suffix);
    const anchor = writeAnchor(final.anchor === '' ? own : final.anchor, final.path, written, context);
    return `${pageAddress(basePath, final.path)}${final.query === '' ? query : final.query}${anchor === '' ? '' : `#${anchor}`}`;
  }
  if (final.kind === 'broken' && final.remoteSpec === undefined) reportRedirected(final.path, written, context);
  return `${basePath}/${encodePath(target.from)}.html${target.suffix}`;
}

/** Splits `?query#anchor` into two parts, the anchor without `#`. */
function splitSuffix(suffix: string): readonly [query: string, anchor: string] {
  const at = suffix.indexOf('#');
  return at === -1 ? [suffix, ''] : [suffix.slice(0, at), suffix.slice(at + 1)];
}

/**
 * Reports a redirect to a missing page. This is only a warning, because another site on the domain may have the page.
 */
function reportRedirected(path: string, written: string, context: LinkingPage): void {
  context.report({
    severity: 'warning',
    code: 'broken-link',
    message: `The link "${written}" is redirected to "/${path}", which isn't a page or file of this site.`,
    fix: 'Link to the page, or correct the redirect.',
  });
}

const shownKinds = /\.(?:avif|gif|jpe?g|mp4|png|svg|webm|webp)$/i;

/**
 * Writes a link in the page's Markdown, for use outside the site: relative to the root of the host, and with the host
 * if it is known. Returns `undefined` if the link is unchanged. Broken links are reported when the page is rendered.
 */
export function writeMarkdownHref(written: string, context: LinkingPage): string | undefined {
  let isUnchanged = false;
  const href = forReaders(context, (find, own) => {
    const found = writeFoundMarkdownHref(written, find, own);
    // This depends only on the link's text.
    isUnchanged = found === undefined;
    return found ?? '';
  });
  return isUnchanged ? undefined : href;
}

function writeFoundMarkdownHref(written: string, find: FindLink, context: LinkingPage): string | undefined {
  const { site, page } = context;
  const { siteUrl, basePath } = site;
  let target = find(written, page.path);
  let suffix = '';
  for (let hops = 0; target.kind === 'redirect' && hops < maxRedirects; hops++) {
    ({ suffix } = target);
    target = find(target.to, 'index');
  }
  const fileUrl = (path: string): string => `${siteUrl}${basePath}/${encodePath(path)}`;
  switch (target.kind) {
    case 'page': {
      const anchor = target.anchor === '' ? suffix : `#${target.anchor}`;
      return `${publicUrl(siteUrl, basePath, target.path)}${target.query}${anchor}`;
    }
    case 'file': {
      // Files that pages show are available only at their content-based address.
      const shown = shownKinds.test(target.path) ? context.shownFile(target.path) : undefined;
      return (shown === undefined ? fileUrl(target.path) : siteUrl + shown) + target.suffix;
    }
    case 'broken':
      return fileUrl(target.path) + target.suffix;
    case 'external':
      return target.url;
    case 'redirect':
      return fileUrl(target.from) + target.suffix;
    default:
      return undefined;
  }
}

/** Writes the address of an image, video or other file shown on the page. */
export function writeAsset(written: string, context: LinkingPage): string {
  if (/^data:(?:image|audio|video|font)\//i.test(written)) return written;
  const target = readTarget(written);
  if (target.kind === 'unsafe') {
    reportUnsafe(target.scheme, written, context);
    return '#';
  }
  if (target.kind === 'external') return target.url;
  const found = context.site.links.find(target.path, context.page.path);
  const path = found.kind === 'file' || found.kind === 'broken' ? found.path : undefined;
  const address = path === undefined ? undefined : context.shownFile(path);
  if (address !== undefined) return address + (target.anchor === '' ? '' : `#${target.anchor}`);
  context.report({
    severity: 'error',
    code: 'missing-file',
    message: `The file "${written}" is not in this site.`,
    fix: 'Add the file, or correct its path.',
  });
  return `${context.site.basePath}/${encodePath(path ?? target.path.replace(/^\//, ''))}`;
}

/** A site image's size. */
export function findImageSize(written: string, { site, page }: LinkingPage): ImageSize | undefined {
  const target = readTarget(written);
  if (target.kind !== 'site' || target.path === '') return undefined;
  const found = site.links.find(target.path, page.path);
  return found.kind === 'file' ? site.imageSize(found.path) : undefined;
}

function reportUnsafe(scheme: string, written: string, context: LinkingPage): void {
  context.report({
    severity: 'warning',
    code: 'unsafe-link',
    message: `The address "${written.slice(0, 80)}" has the scheme "${scheme}", which a page may not use; it was removed.`,
    fix: 'Use http, https, mailto, tel or a path of this site.',
  });
}
