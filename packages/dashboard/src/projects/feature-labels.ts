import type { Project } from '@docwright/sdk';
import type { Kind } from '../project-data/kind-labels.ts';

export type FeatureName = keyof Project['features'];

export const featureLabels: Readonly<Record<FeatureName, string>> = {
  search: 'Documentation search',
  assistant: 'AI assistant',
  analytics: 'Web analytics',
  feedback: 'Feedback on pages',
  playground: 'API playground',
  offlineSearch: 'Offline search',
  socialImages: 'Social preview images',
};

/** Features that need internet services. In air-gapped projects, the service ignores their switches. */
const needsInternet: ReadonlySet<FeatureName> = new Set(['assistant', 'analytics', 'feedback', 'socialImages']);

export const canHave = (kind: Kind, feature: FeatureName): boolean =>
  kind !== 'air-gapped' || !needsInternet.has(feature);

export const featureHints: Readonly<Partial<Record<FeatureName, string>>> = {
  assistant: 'Pages have a panel that answers questions from this site. Choose its model under Assistant.',
  analytics: 'Counts views, visitors and searches. No cookies, and no addresses are stored.',
  feedback: 'Each page asks its readers whether it helped.',
  playground: 'Readers can send requests from the pages of an API reference.',
  offlineSearch: 'Exports include the search index, so searching needs no server.',
  socialImages: 'Each page has an image for links in chats and social networks.',
};

/** Live sites always have search, so a switch would do nothing. */
export const notOffered: ReadonlySet<string> = new Set(['search'] satisfies FeatureName[]);
