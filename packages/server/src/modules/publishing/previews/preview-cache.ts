import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouteTable, MANIFEST_PATH, parseManifest, type RouteTable } from '@docwright/bundle';
import type { Logger } from '../../../platform/log/index.ts';

/** A site on the service's disk, ready to be shown. */
export interface PreviewSite {
  /** The folder with its files. Paths in the manifest are relative to it. */
  readonly folder: string;
  readonly basePath: string;
  readonly routes: RouteTable;
}

export interface PreviewCache {
  /** Finds the site with this name, if it is cached. */
  find(name: string): Promise<PreviewSite> | undefined;
  /** Opens the site with this name. If it isn't cached, `fill` creates it, once for all concurrent requests. */
  open(name: string, fill: (folder: string) => Promise<void>): Promise<PreviewSite>;
}

interface Kept {
  readonly site: Promise<PreviewSite>;
  readonly bytes: number;
}

/**
 * Creates a cache of unpacked sites in one of the service's folders, with a limit in bytes.
 *
 * 1. A folder gets its final name only when it is complete. A crash's leftovers are removed at the next start.
 * 2. The least recently used site is removed first, but never the site that was just created.
 */
export function createPreviewCache(options: {
  readonly root: string;
  readonly maxBytes: number;
  readonly log: Logger;
}): PreviewCache {
  const { root, maxBytes, log } = options;
  // Sorted by last use, because a `Map` keeps insertion order.
  const kept = new Map<string, Kept>();
  const filling = new Map<string, Promise<PreviewSite>>();
  let swept: Promise<void> | undefined;

  const use = (name: string, entry: Kept): Promise<PreviewSite> => {
    kept.delete(name);
    kept.set(name, entry);
    return entry.site;
  };

  const evict = async (except: string): Promise<void> => {
    let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [name, { bytes }] of kept) {
      if (total <= maxBytes) return;
      if (name === except) continue;
      kept.delete(name);
      total -= bytes;
      await rm(join(root, name), { recursive: true, force: true });
    }
  };

  const fillNow = async (name: string, fill: (folder: string) => Promise<void>): Promise<PreviewSite> => {
    await (swept ??= sweep(root, kept, log));
    const known = kept.get(name);
    if (known !== undefined) return use(name, known);
    const draft = join(await mkdtemp(join(root, draftPrefix)), 'site');
    try {
      await fill(draft);
      await rename(draft, join(root, name)); // 1
    } catch (error) {
      // Another process with the same data folder was faster.
      if (!isThere(error)) throw error;
    } finally {
      await rm(join(draft, '..'), { recursive: true, force: true });
    }
    const entry = { site: readSite(join(root, name)), bytes: await sizeOf(join(root, name)) };
    kept.set(name, entry);
    await evict(name); // 2
    return entry.site;
  };

  return {
    find: (name) => {
      const known = kept.get(name);
      return known === undefined ? undefined : use(name, known);
    },
    open: async (name, fill) => {
      const known = kept.get(name);
      if (known !== undefined) return use(name, known);
      const running = filling.get(name) ?? fillNow(name, fill).finally(() => filling.delete(name));
      filling.set(name, running);
      return running;
    },
  };
}

const draftPrefix = '.draft-';

const isThere = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Takes over an earlier process's sites in order of creation, and removes its temporary folders. */
async function sweep(root: string, kept: Map<string, Kept>, log: Logger): Promise<void> {
  await mkdir(root, { recursive: true });
  const found: { name: string; madeMs: number }[] = [];
  for (const name of await readdir(root)) {
    if (name.startsWith(draftPrefix)) await rm(join(root, name), { recursive: true, force: true });
    else found.push({ name, madeMs: (await stat(join(root, name))).mtimeMs });
  }
  for (const { name } of found.toSorted((a, b) => a.madeMs - b.madeMs)) {
    const folder = join(root, name);
    try {
      const site = await readSite(folder);
      kept.set(name, { site: Promise.resolve(site), bytes: await sizeOf(folder) });
      await utimes(folder, new Date(), new Date());
    } catch (error) {
      log.warn({ err: error, name }, 'deleting an unreadable preview');
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function readSite(folder: string): Promise<PreviewSite> {
  const manifest = parseManifest(await readFile(join(folder, MANIFEST_PATH)));
  return { folder, basePath: manifest.basePath, routes: createRouteTable(manifest) };
}

async function sizeOf(folder: string): Promise<number> {
  const manifest = parseManifest(await readFile(join(folder, MANIFEST_PATH)));
  return manifest.files.reduce((sum, { size }) => sum + size, 0);
}
