import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { readDeclarations } from './declarations.ts';
import { findFilesToLint, passedFile, readLintState, readPassedState, writePassedState } from './lint-cache.ts';

// Lints the files that changed since the linter last found nothing, and the files that import changed types; `npm run
// lint` lints every file. On one core: 24 s for all 4,760 files, 4 s for none. Unless the compiler has checked these
// sources before (`run-types.ts`), all direct and indirect importers of a changed file are linted.
const root = dirname(import.meta.dirname);
const file = join(root, passedFile);
const { state, imports } = readLintState(root);
const files = findFilesToLint(readPassedState(file), {
  state,
  imports,
  declarations: readDeclarations(root, state),
});
const count = Object.keys(state.files).length;
if (files.length > 0) {
  const all = files.length > count / 2;
  const { status } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--type-aware', ...(all ? [] : files)], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
// The compiler may have finished in the meantime.
const declarations = readDeclarations(root, state)?.digests;
writePassedState(file, { ...state, ...(declarations !== undefined && { declarations }) });
console.log(`${files.length} files linted that have changed or import changed types`);
