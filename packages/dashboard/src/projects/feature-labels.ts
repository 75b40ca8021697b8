import type { Project } from '@docwright/sdk';

export type FeatureName = keyof Project['features'];

export const featureLabels: Readonly<Record<FeatureName | 'staticExport' | 'aiLinks', string>> = {
  search: 'Documentation search',
  assistant: 'AI assistant',
  analytics: 'Web analytics',
  feedback: 'Feedback on pages',
  playground: 'API playground',
  offlineSearch: 'Offline search',
  socialImages: 'Social preview images',
  staticExport: 'Static export bundle',
  aiLinks: 'Links to AI services',
};

/** Names that the API reserves for features whose service doesn't exist yet: a switch would promise it. */
export const notOffered: ReadonlySet<string> = new Set(['search', 'assistant'] satisfies FeatureName[]);
