import type { DeploymentKind, Manifest } from '@docwright/bundle';
import { HostError } from '../errors.ts';

/**
 * Pages of another deployment kind contain what an air-gapped one must not have: analytics tags, links to services outside.
 * They can't be taken out of a bundle whose bytes are signed.
 */
export function findKindProblem({ deploymentKind: made }: Manifest, kind: DeploymentKind): HostError | undefined {
  if (kind !== 'air-gapped' || made === kind) return undefined;
  return new HostError(
    'kind-mismatch',
    `the bundle was built for a ${made} deployment, but this one is air-gapped: set the project's deploymentKind to air-gapped and export it again`,
  );
}
