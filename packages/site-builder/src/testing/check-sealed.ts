import assert from 'node:assert/strict';
import { applyEdits, meets, type Audience } from '@docwright/site-access/rules';
import { buildSite } from '../build/build-site.ts';
import type { BuildReport } from '../build/build-request.ts';
import type { SiteSource } from '../source/site-source.ts';
import type { SealedFile } from '../source/output-file.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import { createMemorySource } from '../source/memory-source.ts';
import { testReaders, type TestReader } from './audience-oracle.ts';
import { marker, toFiles, type RandomSite } from './audience-site.ts';
import { toLinkedFiles } from './linked-site.ts';

export interface SealedBuild {
  readonly publicFiles: ReadonlyMap<string, Buffer>;
  readonly sealed: readonly SealedFile[];
  readonly report: BuildReport;
}

type Settings = Partial<Omit<BuildSettings, 'restricted'>>;

export async function buildSealed(source: SiteSource, settings: Settings): Promise<SealedBuild> {
  const publicFiles = new Map<string, Buffer>();
  const sealed: SealedFile[] = [];
  const report = await buildSite({
    source,
    settings: { ...settings, restricted: 'seal' },
    clock: () => 0,
    emit: ({ path, bytes }) => void publicFiles.set(path, Buffer.from(bytes)),
    emitSealed: (file) => void sealed.push(file),
  });
  return { publicFiles, sealed, report };
}

export async function buildFiles(
  source: SiteSource,
  settings: Settings & Pick<BuildSettings, 'restricted'>,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await buildSite({
    source,
    settings,
    clock: () => 0,
    emit: ({ path, bytes }) => void files.set(path, Buffer.from(bytes)),
  });
  return files;
}

/** Returns the content that a server shows to an audience. */
export function viewFor({ publicFiles, sealed }: SealedBuild, reader: TestReader): Map<string, Buffer> {
  const audience: Audience = { isSignedIn: reader.signedIn, groups: new Set(reader.groups) };
  const view = new Map<string, Buffer>(publicFiles);
  for (const { path, when, bytes, edits } of sealed) {
    if (when !== undefined && !meets(when, audience)) continue;
    const stored = bytes ?? publicFiles.get(path);
    assert.ok(stored, `edits of a file that doesn't exist: ${path}`);
    view.set(path, Buffer.from(applyEdits(stored, edits, audience)));
  }
  return view;
}

/** Whether a file belongs to a search index. An audience's build has one index for all of its pages. */
const isOfSearch = (path: string): boolean => path.startsWith('_docwright/search/') && !path.endsWith('.js');

/**
 * Compares the site that a server assembles for an audience with the build for that audience. Search indexes aren't
 * compared, because a sealed build has one for each condition. Public files that the audience's build doesn't have may
 * remain.
 */
export function compareViews(sealed: SealedBuild, reader: TestReader, built: ReadonlyMap<string, Buffer>): void {
  const view = viewFor(sealed, reader);
  const who = JSON.stringify(reader);
  for (const [path, bytes] of built) {
    if (isOfSearch(path)) continue;
    const own = view.get(path);
    assert.ok(own, `${path} is missing for ${who}`);
    if (!own.equals(bytes)) assert.fail(`${path} differs for ${who}:\n${difference(own, bytes)}`);
  }
  for (const path of view.keys()) {
    if (isOfSearch(path) || built.has(path) || sealed.publicFiles.has(path)) continue;
    assert.fail(`${path} is visible to ${who}, but not in their build`);
  }
}

function difference(own: Buffer, expected: Buffer): string {
  let at = 0;
  while (at < own.length && own[at] === expected[at]) at += 1;
  const around = (bytes: Buffer): string => bytes.subarray(Math.max(0, at - 120), at + 240).toString();
  return `  assembled: …${around(own)}…\n  built:     …${around(expected)}…`;
}

/**
 * Seals a site and compares it with the builds of all test readers.
 *
 * @param hasLinks adds more places that depend on readers
 */
export async function checkSealed(site: RandomSite, hasLinks: boolean): Promise<void> {
  const source = createMemorySource(Object.entries(hasLinks ? toLinkedFiles(site) : toFiles(site)));
  // Every third site is built partially.
  const paths =
    site.pages.length % 3 === 0 ? ['index', `guides/${marker('path', 0)}`, `guides/${marker('path', 2)}`] : [];
  const settings = { siteUrl: 'https://docs.example.com', paths };
  const sealed = await buildSealed(source, settings);
  const open = await buildFiles(source, { ...settings, restricted: 'exclude' });
  assert.deepEqual([...sealed.publicFiles.keys()], [...open.keys()]);
  for (const [path, bytes] of open) assert.ok(sealed.publicFiles.get(path)?.equals(bytes), path);
  for (const reader of testReaders)
    compareViews(sealed, reader, await buildFiles(source, { ...settings, restricted: { audience: reader } }));
}
