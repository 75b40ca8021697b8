import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { findFilesToLint, readLintState, readPassedState, writePassedState } from './lint-cache.ts';

// Lints the files that changed since the linter last found nothing, and the files that import them; `npm run lint`
// lints every file. On one core: 90 s for all 3,700 files, 57 s for the 785 that import a store of the server, 17 s for
// the 416 that import the SDK, 4 s for none.
const root = dirname(import.meta.dirname);
const passedFile = join(root, 'node_modules/.cache/lint/passed.json');
const { state, imports } = readLintState(root);
const files = findFilesToLint(readPassedState(passedFile), state, imports);
const count = Object.keys(state.files).length;
if (files.length > 0) {
  const all = files.length > count / 2;
  const { status } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--type-aware', ...(all ? [] : files)], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
  writePassedState(passedFile, state);
}
console.log(`${files.length} files linted that have changed or import a changed file`);
