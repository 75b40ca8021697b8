import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMissingPackages } from './install-dependencies.mjs';

const machine = { os: 'linux', cpu: 'x64' };
const lock = (packages: Record<string, object>) => ({ packages: { '': {}, 'packages/cli': {}, ...packages } });

test('without node_modules every package of the lockfile is missing, and no workspace', () => {
  const wanted = lock({ 'node_modules/a': { version: '1.0.0' }, 'packages/cli/node_modules/b': { version: '2.0.0' } });
  assert.deepEqual(findMissingPackages(wanted, undefined, machine), ['node_modules/a', 'packages/cli/node_modules/b']);
});

test('an installed package of another version is missing', () => {
  const wanted = lock({ 'node_modules/a': { version: '1.0.1' } });
  const installed = lock({ 'node_modules/a': { version: '1.0.0' } });
  assert.deepEqual(findMissingPackages(wanted, installed, machine), ['node_modules/a']);
});

test('a package for another machine is not missing, and one for this machine is', () => {
  const wanted = lock({
    'node_modules/win': { version: '1.0.0', optional: true, os: ['win32'] },
    'node_modules/arm': { version: '1.0.0', optional: true, os: 'linux', cpu: ['arm64'] },
    'node_modules/unix': { version: '1.0.0', optional: true, os: ['!win32'], cpu: ['x64'] },
  });
  assert.deepEqual(findMissingPackages(wanted, undefined, machine), ['node_modules/unix']);
});

test('an optional package that names no machine or a C library may be left out', () => {
  const wanted = lock({
    'node_modules/runtime': { version: '1.0.0', optional: true },
    'node_modules/musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  });
  assert.deepEqual(findMissingPackages(wanted, undefined, machine), []);
});
