import {
  VectorCache,
  QueryEmbedder,
  type Embedder,
  type Meaning,
  type MeaningOutcome,
} from '@docwright/site-assistant';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Project } from './make-missing-vectors.ts';

export interface MeaningsDeps {
  /** @throws if the model can't be opened */
  readonly openEmbedder: (project: Project) => Promise<Embedder | undefined>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Counts the outcome of a search that was compared by meaning. */
  readonly count: (outcome: MeaningOutcome) => void;
}

/** How long a project's model is cached. A change to the model takes effect everywhere within this time. */
const rememberMs = 10_000;
const maxProjects = 2_000;
/** Maximum bytes of all sites' vectors in one process. */
const heldBytes = 256 * 1024 * 1024;

/** Creates the source of projects' search by meaning. The caches are shared by all projects in the process. */
export function createMeanings(deps: MeaningsDeps): (project: Project) => Meaning {
  const { clock, log, count } = deps;
  const nowMs = (): number => clock.monotonicMs();
  const held = new VectorCache({ maxBytes: heldBytes, nowMs });
  const embedders = new Map<string, QueryEmbedder>();
  return (project) => {
    const { projectId } = project;
    const embedder =
      embedders.get(projectId) ??
      new QueryEmbedder({
        open: remember(() => deps.openEmbedder(project), nowMs),
        nowMs,
        count,
        onError: (err) =>
          log.warn({ err, projectId }, 'the embedding model failed, or its budget is spent; search matches words only'),
      });
    embedders.delete(projectId);
    embedders.set(projectId, embedder);
    const [oldest] = embedders.keys();
    if (oldest !== undefined && embedders.size > maxProjects) embedders.delete(oldest);
    return { embedder, held };
  };
}

/** Uses one lookup for all requests within a few seconds; failures are also cached. */
function remember<T>(look: () => Promise<T>, nowMs: () => number): () => Promise<T> {
  let known: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return () => {
    if (known === undefined || known.untilMs <= nowMs()) known = { value: look(), untilMs: nowMs() + rememberMs };
    return known.value;
  };
}
