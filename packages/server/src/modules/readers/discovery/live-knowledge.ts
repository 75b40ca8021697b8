import { WeighedKnowledge, type Meaning, type SiteKnowledge } from '@docwright/site-assistant';
import type { OpenedSite } from '../edge/index.ts';

export interface LiveDeployment {
  readonly organizationId: string;
  readonly projectId: string;
  readonly deploymentId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

export interface KnownSite {
  readonly knowledge: SiteKnowledge;
  /** Whether the deployment was built with the assistant. */
  readonly hasAssistant: boolean;
}

/**
 * The search data of live deployments, read on the first request; the most recently used stay, within a limit of bytes.
 */
export class LiveKnowledge {
  readonly #open: (deployment: LiveDeployment) => Promise<OpenedSite>;
  readonly #meaningOf: ((deployment: LiveDeployment) => Meaning) | undefined;
  /** By the ID of the deployment. */
  readonly #known: WeighedKnowledge<string, Promise<KnownSite>>;

  constructor(options: {
    open: (deployment: LiveDeployment) => Promise<OpenedSite>;
    maxBytes: number;
    /** Compares searches of a site by meaning. */
    meaningOf?: (deployment: LiveDeployment) => Meaning;
  }) {
    this.#open = options.open;
    this.#meaningOf = options.meaningOf;
    this.#known = new WeighedKnowledge(options.maxBytes);
  }

  get heldBytes(): number {
    return this.#known.bytes;
  }

  /** @throws if the bundle was deleted or is damaged; the next request tries again */
  async of(deployment: LiveDeployment): Promise<KnownSite> {
    const { deploymentId: id } = deployment;
    const known = this.#known.use(id);
    if (known !== undefined) return known;
    const site = this.#read(deployment);
    this.#known.keep(id, site);
    try {
      return await site;
    } catch (error) {
      this.forget(id);
      throw error;
    }
  }

  /** Data that could not be read is read again from the start. */
  forget(deploymentId: string): void {
    this.#known.forget(deploymentId);
  }

  async #read(deployment: LiveDeployment): Promise<KnownSite> {
    const { source, indexBytes } = await this.#open(deployment);
    this.#known.add(deployment.deploymentId, indexBytes);
    const knowledge = this.#known.open(deployment.deploymentId, source, this.#meaningOf?.(deployment));
    return { knowledge, hasAssistant: source.kind !== 'air-gapped' && source.features.assistant };
  }
}
