import { openSiteKnowledge, type Meaning, type SiteKnowledge } from '@docwright/site-assistant';
import type { SiteSource } from '@docwright/site-server';
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

interface Entry {
  readonly site: Promise<KnownSite>;
  bytes: number;
}

/** Memory that parsed postings need for each byte of their files. */
const parsedFactor = 4;
/** Memory of a deployment before anything was read. */
const baseBytes = 10_000;

/**
 * The search data of live deployments, read on the first request; the most recently used stay, within a limit of bytes.
 */
export class LiveKnowledge {
  readonly #open: (deployment: LiveDeployment) => Promise<OpenedSite>;
  readonly #meaningOf: ((deployment: LiveDeployment) => Meaning) | undefined;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(options: {
    open: (deployment: LiveDeployment) => Promise<OpenedSite>;
    maxBytes: number;
    /** Compares searches of a site by meaning. */
    meaningOf?: (deployment: LiveDeployment) => Meaning;
  }) {
    this.#open = options.open;
    this.#meaningOf = options.meaningOf;
    this.#maxBytes = options.maxBytes;
  }

  get heldBytes(): number {
    return this.#bytes;
  }

  /** @throws if the bundle was deleted or is damaged; the next request tries again */
  async of(deployment: LiveDeployment): Promise<KnownSite> {
    const { deploymentId: id } = deployment;
    const known = this.#entries.get(id);
    if (known !== undefined) {
      // A map keeps the order of insertion: the most recently used goes to its end.
      this.#entries.delete(id);
      this.#entries.set(id, known);
      return known.site;
    }
    const entry: Entry = { site: this.#read(deployment), bytes: 0 };
    this.#entries.set(id, entry);
    this.#add(id, baseBytes);
    try {
      return await entry.site;
    } catch (error) {
      this.forget(id);
      throw error;
    }
  }

  /** Data that could not be read is read again from the start. */
  forget(deploymentId: string): void {
    this.#bytes -= this.#entries.get(deploymentId)?.bytes ?? 0;
    this.#entries.delete(deploymentId);
  }

  async #read(deployment: LiveDeployment): Promise<KnownSite> {
    const { source, indexBytes } = await this.#open(deployment);
    this.#add(deployment.deploymentId, indexBytes);
    const weighed: SiteSource = {
      ...bound(source),
      // Index and list of pages are cached; of the pages themselves, only the last ones are.
      read: async (file, encoding) => {
        const bytes = await source.read(file, encoding);
        if (file.path.startsWith('_docwright/')) this.#add(deployment.deploymentId, file.size * parsedFactor);
        return bytes;
      },
    };
    const knowledge = openSiteKnowledge(weighed, this.#meaningOf?.(deployment));
    return { knowledge, hasAssistant: source.kind !== 'air-gapped' && source.features.assistant };
  }

  #add(id: string, bytes: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === id) return;
      this.forget(oldest);
    }
  }
}

/** Its methods as separate functions: a source may be an instance of a class. */
const bound = (source: SiteSource): SiteSource => ({
  id: source.id,
  kind: source.kind,
  features: source.features,
  basePath: source.basePath,
  redirects: source.redirects,
  look: (path) => source.look(path),
  inspect: (file) => source.inspect(file),
  read: (file, encoding) => source.read(file, encoding),
  stream: (file, encoding, part) => source.stream(file, encoding, part),
  hold: () => source.hold(),
  release: () => source.release(),
  ...(source.vectors !== undefined && { vectors: source.vectors }),
});
