import { BundleError, openBundleIndex, type BundleIndex, type IndexedFile } from '@docwright/bundle';
import { BlobStoreError, type BlobStore } from '../../../platform/blob-store/index.ts';
import { indexKeyOf } from './index-key.ts';

/** Maximum number of addresses. A longer list isn't useful, because emptying the cache is just as fast. */
const maxPaths = 1_000;
const maxText = 64 * 1024;
/** Maximum size of an index, which is enough for about 300,000 files. */
const maxIndexBytes = 16 * 1024 * 1024;

/**
 * Returns the sorted addresses whose responses differ between two of a site's bundles. The addresses include the base
 * path, and pages have no `.html`.
 * @param before blob key of the previous bundle
 * @param after blob key of the new bundle
 * @returns `undefined` if any address may differ: more than a thousand changes, another base path, other redirects or
 * features, or an unreadable bundle
 */
export async function compareBundles(
  blobs: Pick<BlobStore, 'open'>,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<readonly string[] | undefined> {
  if (before === after) return [];
  const [from, to] = await Promise.all([readIndex(blobs, before), readIndex(blobs, after)]);
  if (from === undefined || to === undefined || !isAlike(from, to)) return undefined;
  const addresses = new Set<string>();
  let text = 0;
  for (const path of changedFiles(from, to)) {
    const address = toAddress(to.head.basePath, path);
    if (addresses.has(address)) continue;
    addresses.add(address);
    text += address.length;
    if (addresses.size > maxPaths || text > maxText) return undefined;
  }
  return [...addresses].toSorted((a, b) => (a < b ? -1 : 1));
}

/**
 * Reads a bundle's index. Returns `undefined` if the index is missing, is too large, or can't be read because the store
 * is unavailable.
 */
async function readIndex(blobs: Pick<BlobStore, 'open'>, key: string): Promise<BundleIndex | undefined> {
  try {
    const { body, sizeBytes } = await blobs.open(indexKeyOf(key), undefined, AbortSignal.timeout(5_000));
    if (sizeBytes > maxIndexBytes) {
      body.destroy();
      return undefined;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
    return openBundleIndex(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof BundleError || error instanceof BlobStoreError) return undefined;
    if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) return undefined;
    throw error;
  }
}

/** Whether equal files result in equal responses. */
function isAlike({ head: a }: BundleIndex, { head: b }: BundleIndex): boolean {
  const facts = ({ basePath, deploymentKind, features, redirects }: BundleIndex['head']): string =>
    JSON.stringify([basePath, deploymentKind, features, redirects]);
  return facts(a) === facts(b);
}

/** Yields the paths of added, changed, and removed files. Both indexes must be sorted by the bytes of their paths. */
function* changedFiles(before: BundleIndex, after: BundleIndex): Generator<string> {
  const [olds, news] = [before.files(), after.files()];
  let [old, fresh] = [olds.next(), news.next()];
  while (old.done !== true || fresh.done !== true) {
    const order = old.done === true ? 1 : fresh.done === true ? -1 : comparePaths(old.value, fresh.value);
    if (old.done !== true && fresh.done !== true && order === 0) {
      if (old.value.sha256 !== fresh.value.sha256 || old.value.contentType !== fresh.value.contentType)
        yield fresh.value.path;
    } else if (order < 0 && old.done !== true) yield old.value.path;
    else if (fresh.done !== true) yield fresh.value.path;
    if (order <= 0) old = olds.next();
    if (order >= 0) fresh = news.next();
  }
}

const comparePaths = (a: IndexedFile, b: IndexedFile): number =>
  a.path === b.path ? 0 : Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));

/** Returns the address of a page in links: `guides/start.html` is `/guides/start`, and `index.html` is `/`. */
function toAddress(basePath: string, path: string): string {
  const page = path.replace(/(?:^|\/)index\.html$|\.html$/, '');
  return `${basePath}/${encodeURI(page).replaceAll('?', '%3F').replaceAll('#', '%23')}`;
}
