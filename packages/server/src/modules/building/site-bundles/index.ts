export { bundleKeyOf, indexKeyOf, sidecarKeysOf, vectorsKeyOf } from './index-key.ts';
export { readBundleVectors } from './read-bundle-vectors.ts';
export { bundleFolders } from './bundle-folders.ts';
export { compareBundles } from './compare-bundles.ts';
export { createBundleCaches } from './bundle-caches.ts';
export { findOrBuildBundle, type SiteBundle, type SiteBundleDeps, type SiteBundleRequest } from './find-or-build.ts';
export { deleteBundles, findBundle, lockBundles, selectBundlesOfFiles, sumBundleBytes } from './store.ts';
export type { SiteBundleRow, SiteBundleTables } from './tables.ts';
