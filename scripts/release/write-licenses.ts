import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Component } from './components.ts';

/** Writes the license of each component to one file, because compiled code has no license files. */
export async function writeLicenses(root: string, components: readonly Component[], file: string): Promise<void> {
  const texts = components.map((component) => {
    const { name, version, license = 'license in its own file' } = component;
    const heading = `${name} ${version} (${license})`;
    return [heading, '-'.repeat(heading.length), ...readLicenseFiles(join(root, component.path))].join('\n\n');
  });
  await writeFile(file, `${texts.join('\n\n\n')}\n`);
}

function readLicenseFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}
