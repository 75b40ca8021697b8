export { JsonTooDeep, parseJson, requireJsonDepth } from './parse-json.ts';
export { networkReason } from './addresses/network-reason.ts';
export { isPrivateAddress } from './addresses/private-addresses.ts';
export { contentTypeOf, isCompressible } from './manifest/content-type.ts';
export { BundleError, bundleErrorCodes, type BundleErrorCode } from './errors.ts';
export {
  deploymentKinds,
  features,
  featuresByKind,
  featureTable,
  isDeploymentKind,
  resolveFeatures,
  type Availability,
  type DeploymentKind,
  type Feature,
  type FeatureRow,
  type FeatureSettings,
  type ResolvedFeatures,
} from './manifest/features.ts';
export {
  formatManifest,
  isBasePath,
  MANIFEST_PATH,
  parseManifest,
  SIGNATURE_PATH,
  type BundleOrigin,
  type Manifest,
  type ManifestFile,
} from './manifest/manifest.ts';
export { readTags } from './manifest/read-tags.ts';
export { readRedirects } from './manifest/read-redirects.ts';
export { type BundleRedirect, toBundleRedirects, type SiteRedirect } from './manifest/redirects.ts';
export { defaultBundlePolicy, type BundlePolicy } from './manifest/policy.ts';
export { isSignedBy, keyFingerprint, parsePrivateKey, parsePublicKey, signManifest } from './manifest/sign.ts';
export { signBundle, type SignBundleRequest, type SignedBundle } from './manifest/sign-bundle.ts';
export { BundleCache } from './write/bundle-cache.ts';
export { requireFilePath, SeenPaths, showName } from './manifest/entry-path.ts';
export { readTarHeader, type TarHeader } from './archive/read-tar-header.ts';
export { BLOCK_BYTES, fileHeader, paddingOf } from './archive/tar-header.ts';
export { UnusableArchive, type OpenArchive } from './archive/archive-reader.ts';
export {
  createBundleWriter,
  requireBundlePath,
  type BundleFile,
  type BundleMeta,
  type BundleWriter,
  type BundleWriterOptions,
  type FinishedBundle,
} from './write/write-bundle.ts';
export { readBundle, type BundleSink, type ReadBundle, type ReadBundleRequest } from './read/read-bundle.ts';
export { BundleIndex, openBundleIndex } from './index-file/bundle-index.ts';
export type { IndexedFile } from './index-file/indexed-file.ts';
export { parseEditList, type StoredChoice, type StoredEdit } from './sealed/edit-list.ts';
export { SealedIndex, type BlockRange, type SealedIndexedFile } from './sealed/sealed-index.ts';
export { parseTable, type SealedTable } from './sealed/sealed-table.ts';
export type { SealedFile } from './sealed/sealed-writer.ts';
export { indexArchive, type IndexArchiveRequest, type ReadRange } from './index-file/index-archive.ts';
export { contentOfStored, toStoredPosition } from './archive/stored-member.ts';
export { PIECE_BYTES } from './index-file/write-index.ts';
export {
  LARGEST_INSPECTED_BYTES,
  noSources,
  pageSourcesOf,
  readPageSources,
  sourcesMeta,
  type PageSources,
} from './manifest/page-sources.ts';
export { unpackBundle, type UnpackBundleRequest } from './read/unpack-bundle.ts';
export { verifyBundle, type BundleVerdict } from './read/verify-bundle.ts';
export { createRoutes, createRouteTable, type Route, type RoutedSite, type RouteTable } from './manifest/routes.ts';
