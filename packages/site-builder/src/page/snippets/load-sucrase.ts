import { createRequire } from 'node:module';
import type * as Sucrase from 'sucrase';

let loaded: typeof Sucrase | undefined;

/** Loads the compiler of JSX and TypeScript when the first module of a site needs it. */
export function loadSucrase(): typeof Sucrase {
  loaded ??= createRequire(import.meta.url)('sucrase') as typeof Sucrase;
  return loaded;
}
