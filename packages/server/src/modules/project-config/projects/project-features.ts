import { featureTable, resolveFeatures, type FeatureSettings } from '@docwright/bundle';
import type { DeploymentKind, Project } from '@docwright/contract';

export type ProjectFeatures = Project['features'];

/**
 * Returns the features of a project's pages. A switch has no effect if the feature isn't available in the deployment
 * kind.
 */
export function effectiveFeatures(kind: DeploymentKind, settings: FeatureSettings): ProjectFeatures {
  // Offline search needs no service, so it is on by default.
  const { staticExport: _, aiLinks: __, ...features } = resolveFeatures(kind, { offlineSearch: true, ...settings });
  return features;
}

export const defaultFeatures = (kind: DeploymentKind): ProjectFeatures => effectiveFeatures(kind, {});

/**
 * Returns the switches after a change of the deployment kind. Switches that have the old kind's default get the new
 * kind's default.
 */
export function changeFeatures(
  before: { readonly kind: DeploymentKind; readonly features: FeatureSettings },
  after: { readonly kind: DeploymentKind; readonly features: FeatureSettings },
): ProjectFeatures {
  const old = { ...defaultFeatures(before.kind), ...before.features };
  if (before.kind === after.kind) return { ...old, ...after.features };
  const oldDefaults = defaultFeatures(before.kind);
  const chosen = Object.entries(old).filter(([name, isOn]) => oldDefaults[name as keyof ProjectFeatures] !== isOn);
  return { ...defaultFeatures(after.kind), ...Object.fromEntries(chosen), ...after.features };
}

/** Returns one sentence for each requested switch that the feature table doesn't allow. */
export function findIneffective(kind: DeploymentKind, asked: FeatureSettings): string[] {
  return Object.entries(featureTable).flatMap(([name, { availability }]) =>
    asked[name as keyof FeatureSettings] === true && availability[kind] === 'unavailable'
      ? [`features.${name} has no effect: it is not available in ${kind} deployments`]
      : [],
  );
}
