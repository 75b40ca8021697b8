#!/usr/bin/env node
// Runs on Node 20 or newer. The command itself is TypeScript and needs Node 24, which is installed with the packages.
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { fail, failWithoutNode, findNode, isNewEnough, runInstead, stopWithParent } from './run-pinned-node.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

if (!hasPackages()) {
  const inClone = existsSync(`${root}/package-lock.json`);
  fail(
    `its packages are not installed. Run "npm install" in ${inClone ? root : 'the folder that you installed it in'}, then try again.`,
  );
}
if (isNewEnough()) {
  stopWithParent();
  keepCompiledCode();
  const { locateEntryPoint } = await import('@docwright/entry-points');
  await import(locateEntryPoint(new URL('../src/main.ts', import.meta.url)).href);
} else {
  const node = findNode(root);
  if (node === undefined) failWithoutNode();
  else runInstead(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}

function hasPackages() {
  try {
    createRequire(import.meta.url).resolve('commander');
    return true;
  } catch {
    return false;
  }
}

/** Stores compiled code, so that later runs and their workers need about 40% less processor time to load modules. */
function keepCompiledCode() {
  process.env['NODE_COMPILE_CACHE'] ??= `${root}/node_modules/.cache/docwright`;
  module.enableCompileCache?.(process.env['NODE_COMPILE_CACHE']);
}
