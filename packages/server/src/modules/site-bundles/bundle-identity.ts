import { createHash } from 'node:crypto';
import type { BundleContents } from './pack-site.ts';

/** What makes bundles beside what they are made of: another program or another signature is another bundle. */
export interface BundleMaker {
  readonly generator: string;
  /** Fingerprint of the key that signs; undefined where none does. */
  readonly signer: string | undefined;
}

/**
 * Names the bytes of a bundle before they are made. At equal identity an export and a deployment share the bundle.
 * @returns SHA-256, lower-case hex
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
    [policy.restricted, policy.excludeOrphans],
    // Of a site without any the identity is what it was before there were any.
    ...(specs.length === 0 ? [] : [specs.map((spec) => [spec.url, 'bytes' in spec ? spec.sha256 : spec.problem])]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
