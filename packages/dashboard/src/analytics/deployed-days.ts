import type { Deployment } from '@docwright/sdk';

export type DeployedDays = ReadonlyMap<string, readonly Deployment[]>;

/** Deployments by the day of UTC on which readers began to get them. */
export function toDeployedDays(deployments: readonly Deployment[]): DeployedDays {
  const live = deployments.filter(({ activatedAt }) => activatedAt !== null);
  return Map.groupBy(live, ({ activatedAt }) => new Date(activatedAt ?? '').toISOString().slice(0, 10));
}

/** `1 deployment`, `3 deployments`. */
export const countDeployments = (count: number): string =>
  `${count.toLocaleString('en')} deployment${count === 1 ? '' : 's'}`;
