import { createHash } from 'node:crypto';
import type { BundleContents } from './pack-site.ts';

/**
 * The properties that distinguish bundles in addition to their contents: a different program or signature results in a
 * different bundle.
 */
export interface BundleMaker {
  readonly generator: string;
  /** Fingerprint of the signing key; `undefined` if bundles aren't signed. */
  readonly signer: string | undefined;
}

/**
 * Identifies the bytes of a bundle before it is built. An export and a deployment with the same identity share the
 * bundle.
 * @returns SHA-256, lowercase hex
 */
export function toBundleIdentity(maker: BundleMaker, contents: BundleContents): string {
  const { project, paths, policy, specs } = contents;
  const features = Object.entries(project.features).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = [
    maker.generator,
    maker.signer ?? null,
    contents.commit,
    [project.repository, contents.repositoryUrl, project.branch, project.docs_folder],
    [project.deployment_kind, features],
    [contents.siteUrl, contents.basePath, contents.domain, contents.version],
    paths === null ? null : [...paths].toSorted(),
    [
      policy.restricted,
      policy.excludeOrphans,
      ...(policy.isProtected === true ? ['protected'] : []),
      ...(policy.offersSignIn === true ? ['sign-in'] : []),
    ],
    // Sites without specs keep the identity that they had before specs were part of it.
    ...(specs.length === 0 ? [] : [specs.map((spec) => [spec.url, 'bytes' in spec ? spec.sha256 : spec.problem])]),
    ...(contents.editorUrl === undefined ? [] : [{ editorUrl: contents.editorUrl }]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
