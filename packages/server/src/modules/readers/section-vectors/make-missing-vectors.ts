import { createHash } from 'node:crypto';
import { makeVectors, readVectors, type Embedder, type SectionVectors } from '@docwright/site-assistant';
import { SharedReads } from '@docwright/site-server';
import type { BlobStore } from '../../../platform/blob-store/index.ts';
import { repeat, type Repetition } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { openBlobSource } from '../edge/index.ts';
import { readBundleVectors, vectorsKeyOf } from '../../building/site-bundles/index.ts';
import {
  claimVectors,
  saveProblem,
  saveVectors,
  selectEarlierVectors,
  selectSitesWithoutVectors,
  type SiteWithoutVectors,
} from './store.ts';
import type { SectionVectorTables } from './tables.ts';

export interface MakeVectorsDeps {
  readonly database: Database<SectionVectorTables>;
  readonly blobs: BlobStore;
  /**
   * Opens the project's embedding model; `undefined` if it was removed in the meantime.
   * @throws if it can't be opened
   */
  readonly openEmbedder: (project: Project) => Promise<Embedder | undefined>;
  /** `provider/model` for projects without their own model. */
  readonly installationModel: string | undefined;
  readonly log: Logger;
}

export interface Project {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Maximum number of sites per round. They are processed one by one, because a local model can't do more. */
const perRound = 20;
/** A worker that takes longer is considered stopped. */
const claimMinutes = 30;
const everyMs = 15_000;

/**
 * Adds section vectors to sites after they go live: no deployment waits for a model, and if a model fails, search
 * still matches words. Every worker may run this: each site is claimed by one worker.
 */
export function startMakingVectors(deps: MakeVectorsDeps): Repetition {
  return repeat((signal) => makeMissingVectors(deps, signal), {
    everyMs,
    onError: (err) => deps.log.warn({ err }, 'vectors of live sites could not be created; retrying later'),
  });
}

export async function makeMissingVectors(deps: MakeVectorsDeps, signal: AbortSignal): Promise<void> {
  const { database, installationModel } = deps;
  for (const site of await selectSitesWithoutVectors(database.kysely, { installationModel, limit: perRound })) {
    if (signal.aborted) return;
    if ((await claimVectors(database.kysely, site, claimMinutes)) === undefined) continue;
    await makeForSite(deps, site, signal);
  }
}

async function makeForSite(deps: MakeVectorsDeps, site: SiteWithoutVectors, signal: AbortSignal): Promise<void> {
  const { database, log } = deps;
  const { projectId, bundleId, model } = site;
  try {
    const asked = await storeVectors(deps, site, signal);
    if (asked === undefined)
      await saveProblem(database.kysely, { bundleId, problem: 'the site has no search', again: false });
    else log.info({ projectId, model, asked }, 'created vectors for sections of a live site');
  } catch (err) {
    log.warn({ err, projectId, model }, 'the vectors of a live site could not be created; search matches words only');
    const problem = err instanceof Error ? err.message : String(err);
    await saveProblem(database.kysely, { bundleId, problem, again: true });
  }
}

/** @returns the number of texts sent to the model; `undefined` if the site has no search */
async function storeVectors(
  { database, blobs, openEmbedder }: MakeVectorsDeps,
  site: SiteWithoutVectors,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { blobKey, sizeBytes, projectId, model } = site;
  const embedder = await openEmbedder(site);
  if (embedder?.model !== model) throw new Error(`the project's model is no longer ${model}`);
  const { source } = await openBlobSource({ blobs, cache: new SharedReads() }, { site: projectId, blobKey, sizeBytes });
  if (source.kind === 'air-gapped') return undefined;
  const earlierKey = await selectEarlierVectors(database.kysely, site);
  const before = earlierKey === undefined ? undefined : await readEarlier(blobs, earlierKey);
  const made = await makeVectors(source, { embedder, before, signal });
  if (made === undefined) return undefined;
  const { bytes, sections, asked } = made;
  const key = vectorsKeyOf(blobKey);
  await blobs.put(key, bytes, { contentType: 'application/octet-stream', signal });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const isKept = await saveVectors(database.kysely, site, { sha256, sizeBytes: bytes.length, sections, asked });
  if (!isKept) await blobs.delete(key);
  return asked;
}

/** Reads earlier vectors. Text is sent to the model again if its vector can't be read. */
async function readEarlier(blobs: BlobStore, blobKey: string): Promise<SectionVectors | undefined> {
  try {
    const bytes = await readBundleVectors(blobs, blobKey);
    return bytes && readVectors(bytes);
  } catch {
    return undefined;
  }
}
