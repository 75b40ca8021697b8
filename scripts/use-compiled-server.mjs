import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { locateEntryPoint } from '../packages/entry-points/src/index.mjs';

const path = process.argv[1] ?? '';
// Several test files share a generated one (`run-test-files.ts`), which is named after the first.
const isWholeSystem =
  path.startsWith(fileURLToPath(new URL('../e2e/', import.meta.url))) ||
  /\/docwright-tests\/.*\/e2e\.[^/]+$/.test(path);

// For whole-system tests that run the service in their own process: loading it as one file takes a third of the time.
if (isWholeSystem) {
  const url = locateEntryPoint(new URL('../packages/server/src/index.ts', import.meta.url)).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@docwright/server' ? { url, shortCircuit: true } : next(specifier, context),
  });
}
