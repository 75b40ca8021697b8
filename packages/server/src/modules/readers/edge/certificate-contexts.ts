import type { SecureContext } from 'node:tls';
import { FairBudget } from '@docwright/site-server';
import type { Logger } from '../../../platform/log/index.ts';
import { createContext } from './create-context.ts';
import { toHostName } from './site-names.ts';
import { LookupLimitReached, takeLookup } from './take-look-up.ts';

/** A private key and its certificate chain, in PEM format. */
export interface KeyAndChain {
  readonly key: string;
  readonly chain: string;
}

export interface ContextDeps {
  /** Finds the certificate of a project's domain; `undefined` if it has none. */
  readonly find: (domain: string) => Promise<KeyAndChain | undefined>;
  /** Certificates of the authorities that issue client certificates. */
  readonly authorities?: string | undefined;
  readonly nowMs: () => number;
  readonly log: Logger;
}

interface Known {
  readonly context: SecureContext | undefined;
  /** The time of the next lookup. */
  readonly untilMs: number;
}

/** A context takes 49 KB, with a chain of three certificates. */
const maxKnown = 2_000;
/** How long a certificate is used before a renewed one is looked up. */
const knownMs = 60_000;
const missingMs = 1_000;
/** Maximum number of lookups per second that find no certificate. */
const lookupsPerSecond = 100;

/**
 * The certificates for TLS handshakes, by name. While the database is unavailable, known certificates continue to work.
 * Lookups of unknown names are limited.
 */
export class CertificateContexts {
  readonly #deps: ContextDeps;
  readonly #known = new Map<string, Known>();
  readonly #loading = new Map<string, Promise<SecureContext | undefined>>();
  readonly #budget: FairBudget;

  constructor(deps: ContextDeps) {
    this.#deps = deps;
    this.#budget = new FairBudget({ units: lookupsPerSecond, windowMs: 1_000, nowMs: deps.nowMs });
  }

  /**
   * @param network the client's network, from `networkOfAddress`
   * @throws LookupLimitReached; any error of the database, if the name isn't known
   */
  async get(name: string, network: string): Promise<SecureContext | undefined> {
    const domain = toHostName(name);
    if (domain === undefined) return undefined;
    const known = this.#known.get(domain);
    if (known !== undefined && known.untilMs > this.#deps.nowMs()) return known.context;
    const loading = this.#loading.get(domain) ?? this.#load(domain, network);
    // If the certificate is known, the handshake neither waits for its refresh nor fails if the refresh fails.
    return known?.context ?? loading;
  }

  #load(domain: string, network: string): Promise<SecureContext | undefined> {
    const loading = this.#look(domain, network).finally(() => this.#loading.delete(domain));
    this.#loading.set(domain, loading);
    loading.catch((error: unknown) => {
      // Made-up names must not fill the log.
      if (error instanceof LookupLimitReached) return;
      this.#deps.log.error({ domain, err: error }, 'a certificate could not be looked up; a known one stays in use');
    });
    return loading;
  }

  async #look(domain: string, network: string): Promise<SecureContext | undefined> {
    takeLookup(this.#budget, network);
    const found = await this.#deps.find(domain);
    if (found !== undefined) this.#budget.giveBack([network]);
    const context = found && createContext(found, this.#deps.authorities);
    // A map keeps insertion order: the least recently looked up name is evicted first.
    this.#known.delete(domain);
    const untilMs = this.#deps.nowMs() + (context === undefined ? missingMs : knownMs);
    this.#known.set(domain, { context, untilMs });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKnown) break;
      this.#known.delete(oldest);
    }
    return context;
  }
}
