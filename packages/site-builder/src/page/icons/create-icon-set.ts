/**
 * Icons as inline SVG, read one by one from the icon packages at build time, so that a page doesn't request a sprite.
 *
 * 1. The set named by the author (`iconLibrary`, a Font Awesome style) is tried first, then the site's set, then the
 *    others: real sites mix the sets without naming them.
 * 2. A Font Awesome name or style that exists only in the paid sets becomes the most similar free one.
 * 3. A site's own icons (a path, an inline `<svg>`) are sanitized before they are written into a page.
 */
import type { Html } from '../../markup/html.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { findFontAwesome } from './find-font-awesome.ts';
import { readLibraryIcon, type LibraryIcon } from './read-library-icon.ts';
import { iconClass, iconStyle } from './write-icon-look.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

export interface IconSetOptions {
  /** `icons.library` of docs.json. */
  readonly library: 'fontawesome' | 'lucide' | 'tabler';
  /** Text of a site file, for `icon="/icons/x.svg"`, or `undefined` if it doesn't exist. */
  readonly readSiteFile: (path: string) => string | undefined;
}

export interface IconSet {
  /**
   * The icon's markup, hidden from screen readers, or `undefined` if no set contains the name. `addressOf`: the address
   * that a page uses for a file of the site, or `undefined` if it doesn't exist.
   */
  svg(spec: IconSpec, addressOf: (path: string) => string | undefined): Html | undefined;
}

/** Maximum size of an inlined file. Larger files are used as images, because inlining each use would cost more. */
const MAX_INLINE_SVG_CHARS = 6_000;

type LibraryName = IconSetOptions['library'];

/** Creates a set whose lookups are cached for its lifetime. */
export function createIconSet(options: IconSetOptions): IconSet {
  const found = new Map<string, LibraryIcon | undefined>();
  const siteFiles = new Map<string, LibraryIcon | undefined>();

  function findLibrary(spec: IconSpec): LibraryIcon | undefined {
    const key = `${spec.library ?? ''}\n${spec.style ?? ''}\n${spec.name}`;
    if (found.has(key)) return found.get(key);
    const icon = searchLibraries(spec, options.library);
    found.set(key, icon);
    return icon;
  }

  function findSiteFile(path: string): LibraryIcon | undefined {
    if (siteFiles.has(path)) return siteFiles.get(path);
    const text = /\.svg$/i.test(path) ? options.readSiteFile(path.replace(/^\.?\//, '')) : undefined;
    const icon =
      text === undefined || text.length > MAX_INLINE_SVG_CHARS || /\bid\s*=/.test(text) ? undefined : sanitizeSvg(text);
    siteFiles.set(path, icon);
    return icon;
  }

  return {
    svg(spec, addressOf) {
      const name = spec.name.trim();
      if (name === '') return undefined;
      if (name.startsWith('<')) {
        const inline = sanitizeSvg(name);
        return inline && writeSvg(inline, spec);
      }
      if (/^\p{Extended_Pictographic}/u.test(name))
        return `<span class="${iconClass(spec)} icon-emoji" aria-hidden="true">${escapeText(name)}</span>`;
      if (isAddress(name)) {
        if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(name)) return writeImage(name, spec);
        const file = findSiteFile(name);
        const address = file === undefined ? addressOf(name) : undefined;
        return file ? writeSvg(file, spec) : address === undefined ? undefined : writeImage(address, spec);
      }
      const icon = findLibrary({ ...spec, name });
      return icon && writeSvg(icon, spec);
    },
  };
}

/** Replaces a nonexistent icon, so that the title next to it is aligned with other titles that have icons. */
export function placeholderIcon(spec: IconSpec): Html {
  return writeSvg(unknown, spec);
}

const unknown: LibraryIcon = {
  viewBox: '0 0 24 24',
  paint: 'fill="none" stroke="currentColor" stroke-width="2" opacity="0.5"',
  body: '<circle cx="12" cy="12" r="8"/>',
};

/** Whether an icon's name is a site file or an address, and not a name in a set. */
export function isAddress(name: string): boolean {
  return (
    /^(?:https?:|data:image\/)/i.test(name) ||
    name.includes('/') ||
    /\.(?:svg|png|jpe?g|gif|webp|avif|ico)$/i.test(name)
  );
}

function searchLibraries(spec: IconSpec, siteLibrary: LibraryName): LibraryIcon | undefined {
  const name = toIconName(spec.name);
  const order = libraryOrder(spec, siteLibrary);
  for (const library of order) {
    const icon = readExact(library, name, spec.style);
    if (icon) return icon;
  }
  return findFontAwesome(name, spec.style, 'nearest');
}

function readExact(library: LibraryName, name: string, style: string | undefined): LibraryIcon | undefined {
  if (library === 'fontawesome') return findFontAwesome(name, style, 'exact');
  if (library === 'lucide') return readLibraryIcon('lucide', name);
  const filled = style === 'solid' ? readLibraryIcon('tabler-filled', name) : undefined;
  return filled ?? readLibraryIcon('tabler-outline', name);
}

function libraryOrder(spec: IconSpec, siteLibrary: LibraryName): readonly LibraryName[] {
  const first = spec.library ?? (spec.style === 'brands' ? 'fontawesome' : siteLibrary);
  return [...new Set<LibraryName>([first, siteLibrary, 'fontawesome', 'lucide', 'tabler'])];
}

/** Converts `BookOpen`, `fa-book-open` and `book_open` to `book-open`. */
function toIconName(name: string): string {
  return name
    .replace(/^(?:fa[srlbdt]?\s+)?fa-/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[\s_]+/g, '-')
    .toLowerCase();
}

function writeSvg(icon: LibraryIcon, spec: IconSpec): Html {
  const paint = icon.paint === '' ? '' : ` ${icon.paint}`;
  return `<svg class="${iconClass(spec)}" viewBox="${escapeAttribute(icon.viewBox)}"${paint} aria-hidden="true"${iconStyle(spec)}>${icon.body}</svg>`;
}

function writeImage(source: string, spec: IconSpec): Html {
  return `<img class="${iconClass(spec)}" src="${escapeAttribute(source)}" alt="" width="16" height="16"${iconStyle(spec)}>`;
}
