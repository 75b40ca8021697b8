import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  readonly processors: number;
  readonly memoryBytes: number;
}

/** The resources of a builder for a site of several thousand pages, with a reserve. */
const builderBytes = 1024 ** 3;
/** Half of the builders wait for a model at any time, and a waiting process needs no processor. */
const buildersEachProcessor = 2;

/** Default number of builder processes for the size of the machine; at least 1. */
export function countBuilders({ processors, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(processors * buildersEachProcessor, Math.floor(memoryBytes / builderBytes)));
}

/** This machine, or the part of it that is available to the container. */
export function readMachine(): Machine {
  const constrained = process.constrainedMemory();
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { processors: availableParallelism(), memoryBytes };
}
