/**
 * What each kind of deployment may offer: the one table that export, host and dashboard read.
 *
 * 1. `unavailable`: exported pages hold no control for it and make no request for it, whatever the settings say.
 * 2. `configurable`: on only when the settings of the deployment say so.
 * 3. `available`: on unless the settings say no; a feature that needs a service is on only where that service is
 *    configured, since a control that cannot work is worse than none.
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
  /** Whether a running service stands behind it. */
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
  // No social network reads the pages of an air-gapped site.
  socialImages: row('Social preview images', false, ['available', 'available', 'unavailable']),
  // “Open in ChatGPT” leads to a host that a reader behind an air gap can't reach.
  aiLinks: row('Links to AI services', false, ['available', 'available', 'unavailable']),
};

/** What an operator said; for a feature with a service, `true` means that the service is configured. */
export type FeatureSettings = Readonly<Partial<Record<Feature, boolean>>>;
export type ResolvedFeatures = Readonly<Record<Feature, boolean>>;

export function isDeploymentKind(value: unknown): value is DeploymentKind {
  return deploymentKinds.some((kind) => kind === value);
}

/** Which features the pages of this deployment carry, by the rules above. */
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

/** The resolved features of every kind, as a manifest states them. */
export function featuresByKind(settings: FeatureSettings): Readonly<Record<DeploymentKind, ResolvedFeatures>> {
  return {
    cloud: resolveFeatures('cloud', settings),
    'client-hosted': resolveFeatures('client-hosted', settings),
    'air-gapped': resolveFeatures('air-gapped', settings),
  };
}
