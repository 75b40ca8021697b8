#!/usr/bin/env node
// The command of the npm package that `npm run release` creates, next to a folder `compiled`.
// Also runs on older versions of Node, at least far enough to name the version that is needed.
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failWithoutNode, findNode, isNewEnough, runInstead, stopWithParent } from './run-pinned-node.mjs';

const file = fileURLToPath(import.meta.url);

if (isNewEnough()) {
  stopWithParent();
  // A user who runs the command usually can't write to the folder of a global installation.
  process.env['NODE_COMPILE_CACHE'] ??= join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'docwright');
  module.enableCompileCache?.(process.env['NODE_COMPILE_CACHE']);
  await import(new URL('../compiled/docwright.mjs', import.meta.url).href);
} else {
  const node = findNode(dirname(file));
  if (node === undefined) failWithoutNode();
  else runInstead(node, [file, ...process.argv.slice(2)]);
}
