import type { DeploymentKind, Manifest } from '@docwright/bundle';
import { HostError } from '../errors.ts';

export interface DeployedAs {
  readonly deploymentKind: DeploymentKind;
  /** Whether readers sign in: `access.mode` isn't `public`. */
  readonly hasAccess: boolean;
}

/** The reason why a deployment doesn't serve a bundle, regardless of the bundle's source. */
export function findDeploymentProblem(
  manifest: Manifest,
  { deploymentKind, hasAccess }: DeployedAs,
): HostError | undefined {
  return findKindProblem(manifest, deploymentKind) ?? (hasAccess ? undefined : findAccessProblem(manifest));
}

function findAccessProblem({ restricted }: Manifest): HostError | undefined {
  if (restricted === undefined) return undefined;
  return new HostError(
    'access-required',
    'the bundle contains restricted pages: set access.mode and access.url so that readers sign in, or export the site without access: included',
  );
}

/**
 * Pages of another deployment kind contain analytics tags and links to external services, which an air-gapped
 * deployment must not have. They can't be removed, because the bundle's bytes are signed.
 */
function findKindProblem({ deploymentKind: made }: Manifest, kind: DeploymentKind): HostError | undefined {
  if (kind !== 'air-gapped' || made === kind) return undefined;
  return new HostError(
    'kind-mismatch',
    `the bundle was built for a ${made} deployment, but this one is air-gapped: set the project's deploymentKind to air-gapped and export it again`,
  );
}
