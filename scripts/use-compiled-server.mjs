import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { locateEntryPoint } from '../packages/entry-points/src/index.mjs';

// For whole-system tests that run the service in their own process: loading it as one file takes a third of the time.
if (process.argv[1]?.startsWith(fileURLToPath(new URL('../e2e/', import.meta.url)))) {
  const url = locateEntryPoint(new URL('../packages/server/src/index.ts', import.meta.url)).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@docwright/server' ? { url, shortCircuit: true } : next(specifier, context),
  });
}
