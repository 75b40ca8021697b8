import type { Project } from '@docwright/sdk';

export type Kind = Project['deploymentKind'];
export const kinds = ['cloud', 'client-hosted', 'air-gapped'] as const satisfies readonly Kind[];

export const kindLabels: Readonly<Record<Kind, string>> = {
  cloud: 'Cloud',
  'client-hosted': 'Client-hosted',
  'air-gapped': 'Air-gapped',
};

export const kindHints: Readonly<Record<Kind, string>> = {
  cloud: 'On the internet, with access to all services.',
  'client-hosted': 'On the client’s server. The client decides which services the site can use.',
  'air-gapped': 'Without internet access. Pages load nothing from other hosts.',
};
