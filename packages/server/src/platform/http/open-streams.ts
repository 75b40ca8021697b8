import { FairSlots, type Owners } from '@docwright/site-server';
import { ApiError } from './api-error.ts';
import type { Principal } from './principal.ts';

/** With this interval, and the 2 s for which a valid key is cached, access ends within the promised 5 s. */
export const accessCheckMs = 2_000;

/**
 * Maximum number of event streams and waiting requests in one process. One organization or key can use at most half of
 * them.
 */
const maxOpen = 2_000;
const retrySeconds = 10;

/** A request that stays open: an event stream or a long poll. */
export interface OpenStream {
  /**
   * Returns the caller's current access. Streams of one credential that check at the same time share the result.
   * @throws ApiError the same errors as when the request started
   */
  readonly identify: () => Promise<Principal>;
  /**
   * Checks access every 2 s.
   *
   * @param verify checks whether the caller currently has access to the sent data; must not query the database
   * @returns a promise that rejects when access has ended, and never resolves
   */
  watch(verify: (principal: Principal) => void, signal: AbortSignal): Promise<never>;
  close(): void;
}

export interface Caller {
  readonly principal: Principal;
  /** Equal for requests with the same credential for the same operation. */
  readonly credential: string;
  /** @throws ApiError the same errors as when the request started */
  readonly identify: () => Promise<Principal>;
}

interface Watcher {
  readonly verify: (principal: Principal) => void;
  readonly end: (error: unknown) => void;
}

interface Group {
  readonly identify: () => Promise<Principal>;
  readonly watchers: Set<Watcher>;
  isChecking: boolean;
}

/**
 * Requests in one process that stay open.
 *
 * 1. Their number is limited, and organizations and keys share the limit.
 * 2. A credential is checked once for all of its requests: 2,000 idle streams query the database once every 2 s.
 */
export class OpenStreams {
  readonly #slots: FairSlots;
  readonly #groups = new Map<string, Group>();
  readonly #identifying = new Map<string, Promise<Principal>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(places = maxOpen) {
    this.#slots = new FairSlots(places, 0);
  }

  /** @throws ApiError too_many_streams */
  open({ principal, credential, identify }: Caller): OpenStream {
    const { organizationId, actor } = principal;
    const owners: Owners = [organizationId, `${organizationId} ${actor.kind} ${actor.id ?? ''}`];
    if (!this.#slots.tryEnter(owners)) throw tooManyStreams();
    let isOpen = true;
    return {
      identify: () => this.#identify(credential, identify),
      watch: (verify, signal) => this.#watch({ credential, identify, verify }, signal),
      close: () => {
        if (isOpen) this.#slots.leave(owners);
        isOpen = false;
      },
    };
  }

  #identify(credential: string, identify: () => Promise<Principal>): Promise<Principal> {
    const running = this.#identifying.get(credential);
    if (running !== undefined) return running;
    const started = identify().finally(() => this.#identifying.delete(credential));
    this.#identifying.set(credential, started);
    return started;
  }

  /** Checks each credential once. A timer calls this while any request is watched. */
  async check(): Promise<void> {
    await Promise.all([...this.#groups.values()].map((group) => checkGroup(group)));
  }

  #watch(
    watched: Pick<Caller, 'credential' | 'identify'> & Pick<Watcher, 'verify'>,
    signal: AbortSignal,
  ): Promise<never> {
    const { promise, reject } = Promise.withResolvers<never>();
    if (signal.aborted) return promise;
    const { credential, identify, verify } = watched;
    const group = this.#groups.get(credential) ?? { identify, watchers: new Set(), isChecking: false };
    this.#groups.set(credential, group);
    const watcher: Watcher = { verify, end: reject };
    group.watchers.add(watcher);
    this.#timer ??= setInterval(() => void this.check(), accessCheckMs);
    const leave = (): void => {
      group.watchers.delete(watcher);
      if (group.watchers.size === 0 && this.#groups.get(credential) === group) this.#groups.delete(credential);
      if (this.#groups.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  }
}

/** Checks a group's access. A check that takes longer than the interval is not started twice. */
async function checkGroup(group: Group): Promise<void> {
  if (group.isChecking) return;
  group.isChecking = true;
  try {
    const principal = await group.identify();
    for (const watcher of group.watchers) endUnlessAllowed(watcher, principal);
  } catch (error) {
    for (const { end } of group.watchers) end(error);
  } finally {
    group.isChecking = false;
  }
}

function endUnlessAllowed({ verify, end }: Watcher, principal: Principal): void {
  try {
    verify(principal);
  } catch (error) {
    end(error);
  }
}

const tooManyStreams = (): ApiError =>
  new ApiError(
    'too_many_streams',
    'The limit on open event streams and waiting requests for this organization or key is reached in this process. Close some, or try again later.',
    { headers: { 'retry-after': String(retrySeconds) } },
  );
