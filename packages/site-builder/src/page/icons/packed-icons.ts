import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * All icons of a library in one file, which is part of the command's npm package: as 10,000 small files, they would
 * take up most of the installation time and a third of its space. The source tree doesn't contain these files.
 */
export interface PackedIcons {
  /** The text of the SVG file. */
  readonly find: (name: string) => string | undefined;
}

/** Name of the file next to this module. */
export const packedFile = (library: string): string => `${library}.icons.txt`;

/** Returns `undefined` if the icons aren't packed: they are then files of an installed package. */
export function openPackedIcons(library: string, folder: URL = new URL('.', import.meta.url)): PackedIcons | undefined {
  let text: string;
  try {
    text = readFileSync(new URL(packedFile(library), folder), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    find: (name) => {
      const start = `\n${name}\t`;
      const at = text.indexOf(start);
      return at === -1 ? undefined : text.slice(at + start.length, text.indexOf('\n', at + 1)).replaceAll('\r', '\n');
    },
  };
}

/** One line for each icon: its name, a tab, and the SVG file, in which carriage returns replace line breaks. */
export function packIcons(folder: string): string {
  const lines = readdirSync(folder)
    .filter((file) => file.endsWith('.svg'))
    .sort()
    .map((file) => {
      const svg = readFileSync(join(folder, file), 'utf8');
      return `${file.slice(0, -'.svg'.length)}\t${svg.replaceAll('\n', '\r')}\n`;
    });
  return `\n${lines.join('')}`;
}
