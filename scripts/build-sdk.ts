import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

/**
 * Builds the SDK as a package for Node 20 or newer and any bundler, ready for `npm publish <out>`.
 *
 * @param fields additional fields of its package.json
 */
export function buildSdk(out: string, fields: Readonly<Record<string, string>> = {}): void {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(tsc, ['-p', 'packages/sdk/tsconfig.build.json', '--outDir', out], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the SDK does not compile:\n${stdout}`);
  const { name, version, description, license } = JSON.parse(
    readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'),
  ) as Record<string, string>;
  const file = {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    engines: { node: '>=20' },
    ...fields,
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(file, null, 2)}\n`);
}
