import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openPackedIcons, type PackedIcons } from './packed-icons.ts';

/** An icon's `<svg>` content, and its presentation attributes. */
export interface LibraryIcon {
  readonly viewBox: string;
  /** Presentation attributes of the outer element. */
  readonly paint: string;
  readonly body: string;
}

export const libraryFolders = [
  'fa-solid',
  'fa-regular',
  'fa-brands',
  'lucide',
  'tabler-outline',
  'tabler-filled',
] as const;
export type LibraryFolder = (typeof libraryFolders)[number];

const STROKED = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
const FILLED = 'fill="currentColor"';

interface FolderFacts {
  /** The path at which the package exports a file of the folder. */
  readonly anyIcon: string;
  readonly paint: string;
}

const iconFolders: Readonly<Record<LibraryFolder, FolderFacts>> = {
  'fa-solid': { anyIcon: '@fortawesome/fontawesome-free/svgs/solid/star.svg', paint: FILLED },
  'fa-regular': { anyIcon: '@fortawesome/fontawesome-free/svgs/regular/star.svg', paint: FILLED },
  'fa-brands': { anyIcon: '@fortawesome/fontawesome-free/svgs/brands/github.svg', paint: FILLED },
  lucide: { anyIcon: 'lucide-static/icons/star.svg', paint: STROKED },
  'tabler-outline': { anyIcon: '@tabler/icons/outline/star.svg', paint: STROKED },
  'tabler-filled': { anyIcon: '@tabler/icons/filled/star.svg', paint: FILLED },
};

const require = createRequire(import.meta.url);
/** Packed icons by folder, opened once per process. */
const packed = new Map<LibraryFolder, PackedIcons | undefined>();

/** Reads one icon of an installed icon package, or returns `undefined` if the package doesn't have the name. */
export function readLibraryIcon(library: LibraryFolder, name: string): LibraryIcon | undefined {
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)) return undefined;
  const facts = iconFolders[library];
  const text = readIconFile(library, name);
  if (text === undefined) return undefined;
  const open = /<svg\b[^>]*>/.exec(text);
  if (!open) return undefined;
  const viewBox = /viewBox="([^"]+)"/.exec(open[0])?.[1] ?? '0 0 24 24';
  return {
    viewBox,
    paint: facts.paint,
    body: compactBody(text.slice(open.index + open[0].length, text.lastIndexOf('</svg>'))),
  };
}

function readIconFile(library: LibraryFolder, name: string): string | undefined {
  if (!packed.has(library)) packed.set(library, openPackedIcons(library));
  const icons = packed.get(library);
  if (icons !== undefined) return icons.find(name);
  try {
    return readFileSync(join(iconFolder(library), `${name}.svg`), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The folder of an installed icon package. */
export function iconFolder(library: LibraryFolder): string {
  return dirname(require.resolve(iconFolders[library].anyIcon));
}

function compactBody(body: string): string {
  return body
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace('<path stroke="none" d="M0 0h24v24H0z" fill="none" />', '')
    .replace(/ fill="currentColor"/g, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/ \/>/g, '/>')
    .trim();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG');
}
