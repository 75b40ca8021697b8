import type { Deployment } from '@docwright/sdk';

export type DeployedDays = ReadonlyMap<string, readonly Deployment[]>;

/** Deployments by the day of UTC on which readers began to get them. */
export function toDeployedDays(deployments: readonly Deployment[]): DeployedDays {
  const live = deployments.filter(({ activatedAt }) => activatedAt !== null);
  return Map.groupBy(live, ({ activatedAt }) => new Date(activatedAt ?? '').toISOString().slice(0, 10));
}
