import type { Project } from '@docwright/sdk';
import { kindLabels } from './kind-labels.ts';

export const hasLiveSite = ({ deploymentKind }: Pick<Project, 'deploymentKind'>): boolean => deploymentKind === 'cloud';

/** Explains the service's error 403 `site_not_live`, and the alternative. */
export const whyNoLiveSite = ({ deploymentKind }: Pick<Project, 'deploymentKind'>): string =>
  `This project is ${kindLabels[deploymentKind].toLowerCase()}: its site runs on your own server, from an export. Only cloud projects are hosted here.`;
