import type { Sandbox, SandboxProcess } from '../../../platform/sandbox/index.ts';
import type { CodeCache } from './code-cache.ts';

/** A builder process that has not received any tenant's text yet, and is about to receive one tenant's text. */
export interface FreshBuilder {
  readonly process: SandboxProcess;
  /** Sends its input and starts its time limit. Called once. */
  begin(input: AsyncIterable<Uint8Array>): void;
}

export interface BuilderRequest {
  readonly organizationId: string;
  /** A check is short, and an agent waits for it; a render can take minutes. */
  readonly use: 'check' | 'render';
  readonly signal: AbortSignal;
}

/** A process that was handed out and is waiting for the next question about its site. */
export interface IdleBuilder {
  readonly process: SandboxProcess;
  /** Called if its slot is needed: the process should end soon. */
  end(): void;
}

/** Gives each site a separate process for as long as slots are available. */
export interface BuilderPool {
  /** Maximum number of processes. */
  readonly places: number;
  /**
   * Resolves when the request is assigned a slot.
   * @throws the signal's reason
   */
  take(request: BuilderRequest): Promise<FreshBuilder>;
  /** Offers an idle process until its holder withdraws the offer. */
  offer(idle: IdleBuilder): void;
  withdraw(idle: IdleBuilder): void;
  /**
   * Withdraws the offer for another question. Returns false if the process must not begin one now, because of P3 to P6.
   */
  resume(idle: IdleBuilder): boolean;
  /** Whether a request is waiting and no slot is about to become free. */
  isWanted(): boolean;
  /**
   * Keeps `spares` processes waiting with their code loaded from now on, if slots are free. Without this call,
   * processes start on demand.
   */
  warmUp(spares: number): void;
  /** Ends every process and refuses the waiting requests. */
  close(): Promise<void>;
}

export interface BuilderPoolOptions {
  readonly sandbox: Sandbox;
  readonly entry: string;
  readonly codeCache: CodeCache;
  /** Maximum number of concurrent processes; at least 1. */
  readonly places: number;
  /** Whether several organizations use the processes (P6). Default: no. */
  readonly isShared?: () => boolean;
}

export function createBuilderPool(options: BuilderPoolOptions): BuilderPool {
  return new Pool(options);
}

/** Time since the last use after which a process is started in advance: jobs that use processes need the CPU. */
const calmMs = 1_000;

type Use = Pick<BuilderRequest, 'organizationId' | 'use'>;

interface Waiting extends Use {
  readonly give: (builder: FreshBuilder) => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * P1  A process is handed out once, to one site, and isn't reused.
 * P2  At most `places` are alive, whether busy, idle, or started in advance.
 * P3  The next slot goes to the organization with the fewest processes; among equals, to the oldest request.
 * P4  With more than one slot, renders leave one to the checks.
 * P5  Idle processes make room for waiting requests, the one that has been idle longest first.
 * P6  With several organizations, an organization gets another process of a kind only while it has fewer busy processes
 *     than there are free slots.
 */
class Pool implements BuilderPool {
  readonly #options: BuilderPoolOptions;
  /** The use of each running process, or `undefined` if the process was started in advance. */
  readonly #alive = new Map<SandboxProcess, Use | undefined>();
  readonly #ahead = new Set<FreshBuilder>();
  readonly #idle = new Set<IdleBuilder>();
  /** Idle processes that are ending. */
  readonly #ending = new Set<SandboxProcess>();
  #waiting: Waiting[] = [];
  #spares = 0;
  #calm: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: BuilderPoolOptions) {
    this.#options = options;
  }

  get places(): number {
    return this.#options.places;
  }

  async take({ organizationId, use, signal }: BuilderRequest): Promise<FreshBuilder> {
    signal.throwIfAborted();
    if (this.#isClosed) throw closed();
    const { promise, resolve, reject } = Promise.withResolvers<FreshBuilder>();
    const waiting = { organizationId, use, give: resolve, refuse: reject };
    const leave = (): void => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.push(waiting);
    this.#serve();
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  offer(idle: IdleBuilder): void {
    this.#idle.add(idle);
    this.#serve();
  }

  withdraw(idle: IdleBuilder): void {
    this.#idle.delete(idle);
  }

  resume(idle: IdleBuilder): boolean {
    const use = this.#alive.get(idle.process);
    const mayBegin = this.#idle.has(idle) && use !== undefined && !this.isWanted() && this.#mayHave(use);
    if (mayBegin) this.#idle.delete(idle);
    return mayBegin;
  }

  isWanted(): boolean {
    return this.#waiting.filter((one) => this.#mayHave(one)).length > this.#ending.size;
  }

  warmUp(spares: number): void {
    this.#spares = spares;
    // Waits until the code is compiled, because the first process would otherwise compile it a second time.
    void this.#options.codeCache.open().then(() => this.#startAhead());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#calm);
    for (const { refuse } of this.#waiting.splice(0)) refuse(closed());
    const alive = [...this.#alive.keys()];
    for (const process of alive) process.kill();
    await Promise.all([this.#options.codeCache.close(), ...alive.map(({ exited }) => exited)]);
  }

  /** Assigns free slots to the waiting requests, in order. Called after any change. */
  #serve(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const [spare] = this.#ahead;
      const builder = spare ?? (this.#alive.size < this.#options.places ? this.#start() : undefined);
      if (builder === undefined) break;
      this.#ahead.delete(builder);
      this.#alive.set(builder.process, next);
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.give(builder);
    }
    this.#makeRoom();
    clearTimeout(this.#calm);
    if (!this.#isClosed && this.#spares > 0) this.#calm = setTimeout(() => this.#startAhead(), calmMs);
  }

  /** Returns the request that gets the next slot (P3). */
  #next(): Waiting | undefined {
    const held = Map.groupBy(this.#alive.values(), (use) => use?.organizationId);
    const heldBy = ({ organizationId }: Waiting): number => held.get(organizationId)?.length ?? 0;
    const [first] = this.#waiting.filter((one) => this.#mayHave(one)).sort((a, b) => heldBy(a) - heldBy(b));
    return first;
  }

  /** Whether a request may get a process (P4 and P6). */
  #mayHave({ use, organizationId }: Use): boolean {
    const { places, isShared = () => false } = this.#options;
    const idle = new Set([...this.#idle].map(({ process }) => process));
    const busy = [...this.#alive].flatMap(([process, one]) => (one === undefined || idle.has(process) ? [] : one));
    const renders = busy.filter((one) => one.use === 'render').length;
    const free = use === 'render' ? Math.max(1, places - 1) - renders : places - busy.length;
    if (use === 'render' && free <= 0) return false;
    const own = busy.filter((one) => one.use === use && one.organizationId === organizationId).length;
    return own === 0 || !isShared() || own < free;
  }

  /** Ends idle processes while requests are waiting (P5). */
  #makeRoom(): void {
    for (const idle of this.#idle) {
      if (!this.isWanted()) return;
      this.#idle.delete(idle);
      this.#ending.add(idle.process);
      idle.end();
    }
  }

  #startAhead(): void {
    while (!this.#isClosed && this.#ahead.size < this.#spares && this.#alive.size < this.#options.places) {
      this.#ahead.add(this.#start());
    }
  }

  #start(): FreshBuilder {
    const builder = startBuilder(this.#options);
    const { process } = builder;
    this.#alive.set(process, undefined);
    void process.exited.then(() => {
      this.#alive.delete(process);
      this.#ending.delete(process);
      this.#ahead.delete(builder);
      this.#serve();
    });
    return builder;
  }
}

const closed = (): Error => new Error('The builder pool is closed.');

function startBuilder({ sandbox, entry, codeCache }: BuilderPoolOptions): FreshBuilder {
  const input = Promise.withResolvers<AsyncIterable<Uint8Array>>();
  const folder = codeCache.folder();
  const process = sandbox.spawn(entry, {
    stdin: readLater(input.promise),
    handedOut: input.promise.then(() => undefined),
    ...(folder !== undefined && { codeCache: { folder, access: 'read' } }),
  });
  return { process, begin: input.resolve };
}

async function* readLater(input: Promise<AsyncIterable<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield* await input;
}
