import { KnowledgeCache, type Meaning, type SiteKnowledge } from '@docwright/site-assistant';
import { openAudience, signedInReader } from '@docwright/site-server';
import type { OpenedSite } from '../edge/index.ts';

export interface LiveDeployment {
  readonly organizationId: string;
  readonly projectId: string;
  readonly deploymentId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
  /** Whether readers must sign in at the site. Callers see what signed-in readers without groups see. */
  readonly isProtected?: boolean;
}

export interface KnownSite {
  readonly knowledge: SiteKnowledge;
  /** Whether the deployment was built with the assistant. */
  readonly hasAssistant: boolean;
}

/** A site may become public while its deployment stays. */
const keyOf = ({ deploymentId, isProtected }: Pick<LiveDeployment, 'deploymentId' | 'isProtected'>): string =>
  isProtected === true ? `${deploymentId} for readers` : deploymentId;

/**
 * The search data of live deployments, read on the first request; the most recently used stay, within a limit of bytes.
 */
export class LiveKnowledge {
  readonly #open: (deployment: LiveDeployment) => Promise<OpenedSite>;
  readonly #meaningOf: ((deployment: LiveDeployment) => Meaning) | undefined;
  /** By `keyOf`. */
  readonly #known: KnowledgeCache<string, Promise<KnownSite>>;

  constructor(options: {
    open: (deployment: LiveDeployment) => Promise<OpenedSite>;
    maxBytes: number;
    /** Compares searches of a site by meaning. */
    meaningOf?: (deployment: LiveDeployment) => Meaning;
  }) {
    this.#open = options.open;
    this.#meaningOf = options.meaningOf;
    this.#known = new KnowledgeCache(options.maxBytes);
  }

  get heldBytes(): number {
    return this.#known.bytes;
  }

  /** @throws if the bundle was deleted or is damaged; the next request tries again */
  async of(deployment: LiveDeployment): Promise<KnownSite> {
    const key = keyOf(deployment);
    const known = this.#known.use(key);
    if (known !== undefined) return known;
    const site = this.#read(deployment);
    this.#known.keep(key, site);
    try {
      return await site;
    } catch (error) {
      this.#known.forget(key);
      throw error;
    }
  }

  /** Data that could not be read is read again from the start. */
  forget(deploymentId: string): void {
    for (const isProtected of [false, true]) this.#known.forget(keyOf({ deploymentId, isProtected }));
  }

  async #read(deployment: LiveDeployment): Promise<KnownSite> {
    const { source: whole, indexBytes } = await this.#open(deployment);
    const source = deployment.isProtected === true ? await openAudience(whole, signedInReader) : whole;
    const key = keyOf(deployment);
    this.#known.add(key, indexBytes);
    const knowledge = this.#known.open(key, source, this.#meaningOf?.(deployment));
    return { knowledge, hasAssistant: source.kind !== 'air-gapped' && source.features.assistant };
  }
}
