import type { Embedder, Meaning, MeaningOutcome } from '@docwright/site-assistant';
import { openSearchBudget } from '../modules/readers/assistant/index.ts';
import { createMeanings } from '../modules/readers/section-vectors/index.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

interface Project {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Creates the search by meaning for each project's sites. */
export function createMeaningOf(
  platform: Platform,
  settings: Settings,
  count: (outcome: MeaningOutcome) => void,
): (project: Project) => Meaning {
  const { clock, log } = platform;
  return createMeanings({ openEmbedder: createOpenEmbedder(platform, settings), clock, log, count });
}

export function createOpenEmbedder(
  platform: Platform,
  settings: Settings,
): (project: Project) => Promise<Embedder | undefined> {
  return async ({ organizationId, projectId }) => {
    const project = { organizationId, projectId };
    // The providers' packages are loaded on the first call to a model.
    const { openEmbedder } = await import('./models.ts');
    return openEmbedder(platform, project, { settings, budget: await openSearchBudget(platform, project) });
  };
}
