import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The content of an icon's `<svg>`, and its presentation attributes. */
export interface LibraryIcon {
  readonly viewBox: string;
  /** Presentation attributes of the outer element. */
  readonly paint: string;
  readonly body: string;
}

export type LibraryFolder = 'fa-solid' | 'fa-regular' | 'fa-brands' | 'lucide' | 'tabler-outline' | 'tabler-filled';

const STROKED = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
const FILLED = 'fill="currentColor"';

interface FolderFacts {
  /** A file of the folder, in the package's own export path. */
  readonly anyIcon: string;
  readonly paint: string;
}

const FOLDERS: Readonly<Record<LibraryFolder, FolderFacts>> = {
  'fa-solid': { anyIcon: '@fortawesome/fontawesome-free/svgs/solid/star.svg', paint: FILLED },
  'fa-regular': { anyIcon: '@fortawesome/fontawesome-free/svgs/regular/star.svg', paint: FILLED },
  'fa-brands': { anyIcon: '@fortawesome/fontawesome-free/svgs/brands/github.svg', paint: FILLED },
  lucide: { anyIcon: 'lucide-static/icons/star.svg', paint: STROKED },
  'tabler-outline': { anyIcon: '@tabler/icons/outline/star.svg', paint: STROKED },
  'tabler-filled': { anyIcon: '@tabler/icons/filled/star.svg', paint: FILLED },
};

const require = createRequire(import.meta.url);

/** Reads one file of an installed icon package, or returns `undefined` if the package doesn't have the name. */
export function readLibraryIcon(library: LibraryFolder, name: string): LibraryIcon | undefined {
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)) return undefined;
  const facts = FOLDERS[library];
  let text: string;
  try {
    text = readFileSync(join(dirname(require.resolve(facts.anyIcon)), `${name}.svg`), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const open = /<svg\b[^>]*>/.exec(text);
  if (!open) return undefined;
  const viewBox = /viewBox="([^"]+)"/.exec(open[0])?.[1] ?? '0 0 24 24';
  return {
    viewBox,
    paint: facts.paint,
    body: compactBody(text.slice(open.index + open[0].length, text.lastIndexOf('</svg>'))),
  };
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
