import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  readonly processors: number;
  readonly memoryBytes: number;
}

/** A builder's resources for a site of several thousand pages, with a reserve. */
const builderBytes = 1024 ** 3;
/** At any time, about half of the builders wait for a model, and a waiting process needs no processor. */
const buildersEachProcessor = 2;

/** Default number of builder processes for the machine's size; at least 1. */
export function countBuilders({ processors, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(processors * buildersEachProcessor, Math.floor(memoryBytes / builderBytes)));
}

/** The resources of this machine, or of the container if it is limited to a part of them. */
export function readMachine(): Machine {
  const constrained = process.constrainedMemory();
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { processors: availableParallelism(), memoryBytes };
}
