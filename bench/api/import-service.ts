import { locateEntryPoint } from '../../packages/entry-points/src/index.mjs';
import type * as Service from '../../packages/server/src/index.ts';

/**
 * Imports the service's code as an installation runs it: compiled, if the sources haven't changed since they were
 * compiled (`npm start` or `scripts/run-compile-entry-points.ts`). Otherwise its sources are read, which needs more
 * memory.
 */
export async function importService(): Promise<typeof Service> {
  const source = new URL('../../packages/server/src/index.ts', import.meta.url);
  return (await import(locateEntryPoint(source).href)) as typeof Service;
}
