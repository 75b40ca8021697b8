/**
 * The features that each kind of deployment may offer: the single table for export, host and dashboard.
 *
 * 1. `unavailable`: exported pages contain no control for the feature and make no request for it, regardless of the
 *    settings.
 * 2. `configurable`: on only if enabled in the deployment's settings.
 * 3. `available`: on unless disabled in the settings; a feature that needs a service is on only if the service is
 *    configured, so that no control is shown that can't work.
 */
export const deploymentKinds = ['cloud', 'client-hosted', 'air-gapped'] as const;
export type DeploymentKind = (typeof deploymentKinds)[number];

export const features = [
  'search',
  'assistant',
  'analytics',
  'feedback',
  'playground',
  'staticExport',
  'offlineSearch',
  'socialImages',
  'aiLinks',
] as const;
export type Feature = (typeof features)[number];
export type Availability = 'available' | 'configurable' | 'unavailable';

export interface FeatureRow {
  readonly label: string;
  /** Whether the feature needs a running service. */
  readonly needsService: boolean;
  readonly availability: Readonly<Record<DeploymentKind, Availability>>;
}

function row(
  label: string,
  needsService: boolean,
  [cloud, clientHosted, airGapped]: readonly [Availability, Availability, Availability],
): FeatureRow {
  return { label, needsService, availability: { cloud, 'client-hosted': clientHosted, 'air-gapped': airGapped } };
}

export const featureTable: Readonly<Record<Feature, FeatureRow>> = {
  search: row('Documentation search', false, ['available', 'configurable', 'unavailable']),
  assistant: row('AI assistant', false, ['available', 'configurable', 'unavailable']),
  analytics: row('Web analytics', true, ['available', 'configurable', 'unavailable']),
  feedback: row('Feedback on pages', true, ['available', 'configurable', 'unavailable']),
  playground: row('API playground', false, ['available', 'available', 'configurable']),
  staticExport: row('Static export bundle', false, ['available', 'available', 'available']),
  offlineSearch: row('Offline search', false, ['configurable', 'configurable', 'configurable']),
  // Social networks can't read the pages of an air-gapped site.
  socialImages: row('Social preview images', false, ['available', 'available', 'unavailable']),
  // “Open in ChatGPT” links to a host that readers in an air-gapped network can't reach.
  aiLinks: row('Links to AI services', false, ['available', 'available', 'unavailable']),
};

/** An operator's choices; for a feature with a service, `true` means that the service is configured. */
export type FeatureSettings = Readonly<Partial<Record<Feature, boolean>>>;
export type ResolvedFeatures = Readonly<Record<Feature, boolean>>;

export function isDeploymentKind(value: unknown): value is DeploymentKind {
  return deploymentKinds.some((kind) => kind === value);
}

/** Returns the features of a deployment's pages, by the rules above. */
export function resolveFeatures(kind: DeploymentKind, settings: FeatureSettings): ResolvedFeatures {
  const isOn = (feature: Feature): boolean => {
    const { availability, needsService } = featureTable[feature];
    const setting = settings[feature];
    const byAvailability: Record<Availability, boolean> = {
      available: setting ?? !needsService,
      configurable: setting === true,
      unavailable: false,
    };
    return byAvailability[availability[kind]];
  };
  return {
    search: isOn('search'),
    assistant: isOn('assistant'),
    analytics: isOn('analytics'),
    feedback: isOn('feedback'),
    playground: isOn('playground'),
    staticExport: isOn('staticExport'),
    offlineSearch: isOn('offlineSearch'),
    socialImages: isOn('socialImages'),
    aiLinks: isOn('aiLinks'),
  };
}

/** Returns the resolved features of every kind, as a manifest states them. */
export function featuresByKind(settings: FeatureSettings): Readonly<Record<DeploymentKind, ResolvedFeatures>> {
  return {
    cloud: resolveFeatures('cloud', settings),
    'client-hosted': resolveFeatures('client-hosted', settings),
    'air-gapped': resolveFeatures('air-gapped', settings),
  };
}
