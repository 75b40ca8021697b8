import { createSecureContext, type SecureContext } from 'node:tls';
import type { Logger } from '../../platform/log/index.ts';
import { LookUpBudget, LookUpsUsedUp } from './look-up-budget.ts';
import { toHostName } from './site-names.ts';

/** PEM. */
export interface KeyAndChain {
  readonly key: string;
  readonly chain: string;
}

export interface ContextDeps {
  /** Of a domain of a project; undefined where there is none. */
  readonly find: (domain: string) => Promise<KeyAndChain | undefined>;
  readonly nowMs: () => number;
  readonly log: Logger;
}

interface Known {
  readonly context: SecureContext | undefined;
  /** Looked up again then. */
  readonly untilMs: number;
}

/** 49 KB each, with a chain of three. */
const maxKnown = 2_000;
/** A renewed certificate is used so soon. */
const knownMs = 60_000;
const missingMs = 1_000;
const lookUpsPerSecond = 100;

/**
 * The certificates that handshakes ask for by name. While the database is away, those that are known go on; names that are nobody's
 * cost a bounded number of look-ups.
 */
export class CertificateContexts {
  readonly #deps: ContextDeps;
  readonly #known = new Map<string, Known>();
  readonly #loading = new Map<string, Promise<SecureContext | undefined>>();
  readonly #budget: LookUpBudget;

  constructor(deps: ContextDeps) {
    this.#deps = deps;
    this.#budget = new LookUpBudget(lookUpsPerSecond, deps.nowMs);
  }

  /** @throws while the database is away and the name is not known; LookUpsUsedUp */
  async get(name: string): Promise<SecureContext | undefined> {
    const domain = toHostName(name);
    if (domain === undefined) return undefined;
    const known = this.#known.get(domain);
    if (known !== undefined && known.untilMs > this.#deps.nowMs()) return known.context;
    const loading = this.#loading.get(domain) ?? this.#load(domain);
    // Who asks is not kept waiting for a look whether there is a newer one, nor refused where it fails.
    return known?.context ?? loading;
  }

  #load(domain: string): Promise<SecureContext | undefined> {
    const loading = this.#look(domain).finally(() => this.#loading.delete(domain));
    this.#loading.set(domain, loading);
    loading.catch((error: unknown) => {
      // Who makes names up fills no log.
      if (error instanceof LookUpsUsedUp) return;
      this.#deps.log.error({ domain, err: error }, 'a certificate could not be looked up; one that is known stays');
    });
    return loading;
  }

  async #look(domain: string): Promise<SecureContext | undefined> {
    this.#budget.take();
    const found = await this.#deps.find(domain);
    if (found !== undefined) this.#budget.giveBack();
    const context = found && createSecureContext({ key: found.key, cert: found.chain });
    // A map keeps the order of insertion: what was looked up longest ago goes first.
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
