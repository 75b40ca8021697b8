import { KnowledgeCache, type Meaning, type SiteKnowledge } from '@docwright/site-assistant';
import { everyone, type Audience } from '@docwright/site-access/rules';
import { audienceKeyOf, openAudience, readersIn } from '@docwright/site-server';
import type { OpenedSite } from '../edge/index.ts';

export interface LiveDeployment {
  readonly organizationId: string;
  readonly projectId: string;
  readonly deploymentId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
  /** Whether readers must sign in on the site. Callers see the same content as signed-in readers. */
  readonly isProtected?: boolean;
  /** Groups of the reader whose view the caller requests; none by default. Groups apply only to sites with sign-in. */
  readonly groups?: readonly string[];
}

export interface KnownSite {
  readonly knowledge: SiteKnowledge;
  /** Whether the deployment was built with the assistant. */
  readonly hasAssistant: boolean;
}

/** Returns a key that includes the audience, because a site may become public without a new deployment. */
const keyOf = (deployment: LiveDeployment): string =>
  `${deployment.deploymentId} ${audienceKeyOf(toAudience(deployment))}`;

/** Returns a deployment's audience. A deployment without sign-in has no sealed part, so groups change nothing. */
const toAudience = ({ isProtected, groups = [] }: LiveDeployment): Audience =>
  isProtected === true || groups.length > 0 ? readersIn(groups) : everyone;

/**
 * The search data of live deployments, read on the first request. The most recently used data is cached, up to a
 * number of bytes.
 */
export class LiveKnowledge {
  readonly #open: (deployment: LiveDeployment) => Promise<OpenedSite>;
  readonly #meaningOf: ((deployment: LiveDeployment) => Meaning) | undefined;
  /** Sites by `keyOf`. */
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

  /** @throws if the bundle was deleted or is damaged; the next request retries */
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

  /** Drops data that could not be read, so that it is read again from the start. */
  forget(deploymentId: string): void {
    for (const key of this.#known.keys()) if (key.startsWith(`${deploymentId} `)) this.#known.forget(key);
  }

  async #read(deployment: LiveDeployment): Promise<KnownSite> {
    const { source: whole, indexBytes } = await this.#open(deployment);
    const audience = toAudience(deployment);
    const source = audience.isSignedIn ? await openAudience(whole, audience) : whole;
    const key = keyOf(deployment);
    this.#known.add(key, indexBytes);
    const knowledge = this.#known.open(key, source, this.#meaningOf?.(deployment));
    return { knowledge, hasAssistant: source.kind !== 'air-gapped' && source.features.assistant };
  }
}
