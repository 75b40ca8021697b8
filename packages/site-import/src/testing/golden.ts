/** Golden conversions: an old site and its conversion, as sections of one file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createMemorySource } from '@docwright/site-builder';
import { importSite } from '../index.ts';

export const goldenFormats = ['docusaurus', 'mkdocs', 'gitbook', 'readme'] as const;
export type GoldenFormat = (typeof goldenFormats)[number];

const fileOf = (format: GoldenFormat): URL => new URL(`../golden/${format}.txt`, import.meta.url);

export interface Golden {
  /** The old site by path. */
  readonly old: ReadonlyMap<string, string>;
  /** The expected file: the old site, the new site, and the report of the import. */
  readonly expected: string;
  readonly written: string;
  /** The new site by path. */
  readonly made: ReadonlyMap<string, string>;
}

export function readGolden(format: GoldenFormat): Golden {
  const written = readFileSync(fileOf(format), 'utf8');
  const sections = written.split(/^=== (old|new|report) ?(.*)\n/m).slice(1);
  const old = new Map<string, string>();
  for (let at = 0; at < sections.length; at += 3)
    if (sections[at] === 'old') old.set(sections[at + 1] ?? '', sections[at + 2] ?? '');
  const site = importSite({ source: createMemorySource(old), format, name: 'Golden' });
  const made = new Map(
    site.files.map((file) => [file.path, 'text' in file ? file.text : (old.get(file.copyOf) ?? '')] as const),
  );
  const texts = site.files.flatMap((file) => ('text' in file ? [`=== new ${file.path}\n${endLine(file.text)}`] : []));
  const losses = site.losses.map(({ path, line, message }) => `${path}:${line ?? ''} ${message}\n`);
  const olds = [...old].map(([path, text]) => `=== old ${path}\n${endLine(text)}`);
  const expected = [...olds, ...texts, '=== report\n', ...losses, `${JSON.stringify(site.comparison)}\n`].join('');
  return { old, written, expected, made };
}

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

// `node packages/site-import/src/testing/golden.ts`: writes the files again, so that changes can be reviewed in the
// diff.
if (import.meta.main) for (const format of goldenFormats) writeFileSync(fileOf(format), readGolden(format).expected);
