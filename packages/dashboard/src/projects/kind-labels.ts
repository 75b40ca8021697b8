import type { Project } from '@docwright/sdk';

export type Kind = Project['deploymentKind'];
export const kinds = ['cloud', 'client-hosted', 'air-gapped'] as const satisfies readonly Kind[];

export const kindLabels: Readonly<Record<Kind, string>> = {
  cloud: 'Cloud',
  'client-hosted': 'Client-hosted',
  'air-gapped': 'Air-gapped',
};

export const kindHints: Readonly<Record<Kind, string>> = {
  cloud: 'On the open internet, with every service in reach.',
  'client-hosted': 'On a server of the client, who decides which services it reaches.',
  'air-gapped': 'Without a network: nothing on a page asks for anything outside.',
};
