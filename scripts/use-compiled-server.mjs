import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { findCompiledFolder } from '../packages/entry-points/src/compiled-folder.mjs';

// For processes of tests that run the service in themselves: they read it as one file, in a third of the time.
const folder = findCompiledFolder();
if (folder !== undefined) {
  const answer = { url: `file://${join(folder, 'server.mjs')}`, shortCircuit: true };
  registerHooks({
    resolve: (specifier, context, next) => (specifier === '@docwright/server' ? answer : next(specifier, context)),
  });
}
