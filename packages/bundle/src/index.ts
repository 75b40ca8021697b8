export { JsonTooDeep, parseJson, requireJsonDepth } from './parse-json.ts';
export { networkReason } from './network-reason.ts';
export { isPrivateAddress } from './private-addresses.ts';
export { contentTypeOf, isCompressible } from './content-type.ts';
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
} from './features.ts';
export {
  formatManifest,
  isBasePath,
  MANIFEST_PATH,
  parseManifest,
  SIGNATURE_PATH,
  type BundleOrigin,
  type Manifest,
  type ManifestFile,
} from './manifest.ts';
export { readRedirects } from './read-redirects.ts';
export { type BundleRedirect, toBundleRedirects, type SiteRedirect } from './redirects.ts';
export { defaultBundlePolicy, type BundlePolicy } from './policy.ts';
export { isSignedBy, keyFingerprint, parsePrivateKey, parsePublicKey, signManifest } from './sign.ts';
export { signBundle, type SignBundleRequest, type SignedBundle } from './sign-bundle.ts';
export { BundleCache } from './bundle-cache.ts';
export { requireFilePath, SeenPaths, showName } from './entry-path.ts';
export { LostArchive, type OpenArchive } from './archive-reader.ts';
export {
  createBundleWriter,
  requireBundlePath,
  type BundleFile,
  type BundleMeta,
  type BundleWriter,
  type BundleWriterOptions,
  type FinishedBundle,
} from './write-bundle.ts';
export { readBundle, type BundleSink, type ReadBundle, type ReadBundleRequest } from './read-bundle.ts';
export { BundleIndex, openBundleIndex, type IndexedFile } from './bundle-index.ts';
export { indexArchive, type IndexArchiveRequest, type ReadRange } from './index-archive.ts';
export { contentOfStored, placeInStored } from './stored-member.ts';
export { PIECE_BYTES } from './write-index.ts';
export {
  LARGEST_INSPECTED_BYTES,
  noSources,
  pageSourcesOf,
  readPageSources,
  sourcesMeta,
  type PageSources,
} from './page-sources.ts';
export { unpackBundle, type UnpackBundleRequest } from './unpack-bundle.ts';
export { verifyBundle, type BundleVerdict } from './verify-bundle.ts';
export { createRoutes, createRouteTable, type Route, type RoutedSite, type RouteTable } from './routes.ts';
