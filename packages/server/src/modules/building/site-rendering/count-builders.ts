import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  readonly processors: number;
  readonly memoryBytes: number;
}

/** Memory of one builder for a site of several thousand pages, with a reserve. */
const builderBytes = 1024 ** 3;
/**
 * Builders per processor. About half of them wait for a model at any time, and a waiting process needs no processor.
 */
const buildersEachProcessor = 2;

/** Returns the default number of builder processes for the machine's size; at least 1. */
export function countBuilders({ processors, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(processors * buildersEachProcessor, Math.floor(memoryBytes / builderBytes)));
}

/** Returns the resources of this machine, or of the container if it is limited to a part of them. */
export function readMachine(): Machine {
  const constrained = process.constrainedMemory();
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { processors: availableParallelism(), memoryBytes };
}
