import type { Sandbox, SandboxProcess } from '../../platform/sandbox/index.ts';
import type { CodeCache } from './code-cache.ts';

/** A builder process that has seen no text of any tenant, and takes one tenant's now. */
export interface FreshBuilder {
  readonly process: SandboxProcess;
  /** What it reads; its time limit counts from here. Called once. */
  begin(input: AsyncIterable<Uint8Array>): void;
}

/** Gives each site a process of its own. */
export interface BuilderSupply {
  take(): FreshBuilder;
  /** From now on, `spares` processes wait with their code loaded; without, each is started when it is needed. */
  warmUp(spares: number): void;
  /** Ends the processes that were not taken. */
  close(): Promise<void>;
}

export interface BuilderSupplyOptions {
  readonly sandbox: Sandbox;
  readonly entry: string;
  readonly codeCache: CodeCache;
}

/**
 * S1  A process is handed out once, to one site, and never comes back.
 * S2  At most `spares` wait; one that ended by itself is noticed and not handed out.
 */
export function createBuilderSupply(options: BuilderSupplyOptions): BuilderSupply {
  const waiting = new Set<FreshBuilder>();
  let spares = 0;
  let isClosed = false;
  const addSpare = (): void => {
    if (isClosed || waiting.size >= spares) return;
    const spare = startBuilder(options);
    waiting.add(spare);
    void spare.process.exited.then(() => waiting.delete(spare));
  };
  return {
    take: () => {
      const [spare] = waiting;
      if (spare === undefined) return startBuilder(options);
      waiting.delete(spare);
      // After the taken one has ended: until then the processor is the job's.
      void spare.process.exited.then(addSpare);
      return spare;
    },
    warmUp: (count) => {
      spares = count;
      // Not before its code is compiled: the first would compile it a second time beside.
      void options.codeCache.open().then(() => {
        for (let added = 0; added < count; added += 1) addSpare();
      });
    },
    close: async () => {
      isClosed = true;
      const unused = [...waiting];
      for (const { process } of unused) process.kill();
      await Promise.all([options.codeCache.close(), ...unused.map(({ process }) => process.exited)]);
    },
  };
}

function startBuilder({ sandbox, entry, codeCache }: BuilderSupplyOptions): FreshBuilder {
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
