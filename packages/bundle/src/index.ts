export { contentTypeOf, isCompressible } from './content-type.ts';
export { BundleError, bundleErrorCodes } from './errors.ts';
export type { BundleErrorCode } from './errors.ts';
export {
  deploymentKinds,
  features,
  featuresByKind,
  featureTable,
  isDeploymentKind,
  resolveFeatures,
} from './features.ts';
export type {
  Availability,
  DeploymentKind,
  Feature,
  FeatureRow,
  FeatureSettings,
  ResolvedFeatures,
} from './features.ts';
export { formatManifest, isBasePath, MANIFEST_PATH, parseManifest, SIGNATURE_PATH } from './manifest.ts';
export type { BundleOrigin, BundleRedirect, Manifest, ManifestFile } from './manifest.ts';
export { defaultBundlePolicy } from './policy.ts';
export type { BundlePolicy } from './policy.ts';
export { isSignedBy, parsePrivateKey, parsePublicKey, signManifest } from './sign.ts';
export { BundleMemory } from './bundle-memory.ts';
export { createBundleWriter, requireBundlePath } from './write-bundle.ts';
export type { BundleFile, BundleMeta, BundleWriter, BundleWriterOptions, FinishedBundle } from './write-bundle.ts';
export { readBundle } from './read-bundle.ts';
export type { BundleSink, ReadBundle, ReadBundleRequest } from './read-bundle.ts';
export { unpackBundle } from './unpack-bundle.ts';
export type { UnpackBundleRequest } from './unpack-bundle.ts';
export { verifyBundle } from './verify-bundle.ts';
export type { BundleVerdict } from './verify-bundle.ts';
export { toBundleRedirects } from './redirects.ts';
export type { SiteRedirect } from './redirects.ts';
export { createRouteTable } from './routes.ts';
export type { Route, RouteTable } from './routes.ts';
