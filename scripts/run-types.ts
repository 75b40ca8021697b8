import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { beginDeclarations, completeDeclarations, declarationsFolder } from './declarations.ts';
import { readLintState } from './lint-cache.ts';

// Checks the types of the sources. If the declarations of a changed file are the same as before, the compiler and the
// linter skip the files that import it.
const root = dirname(import.meta.dirname);
const { state } = readLintState(root);
beginDeclarations(root);
const options = [
  '-p tsconfig.json --singleThreaded --incremental --tsBuildInfoFile node_modules/.cache/types/sources.tsbuildinfo',
  `--noEmit false --declaration --emitDeclarationOnly --outDir ${declarationsFolder}`,
];
const args = options.join(' ').split(' ');
const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);
completeDeclarations(root, state);
console.log(`${Object.keys(state.files).length} files have correct types`);
