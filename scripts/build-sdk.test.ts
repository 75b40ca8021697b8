import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildSdk } from './build-sdk.ts';
import { readImports } from './read-imports.ts';

const root = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), 'docwright-sdk-'));
const packaged = join(folder, 'node_modules/@docwright/sdk');

before(() => buildSdk(packaged));
after(() => rmSync(folder, { recursive: true }));

test('the built package imports only its own files', () => {
  const files = readdirSync(packaged).filter((name) => /\.(js|d\.ts)$/.test(name));
  assert.ok(files.length > 10);
  for (const name of files)
    assert.ok(
      readImports(packaged, name).every(({ isByName }) => !isByName),
      name,
    );
});

test('a browser program that uses the built package compiles without Node types', () => {
  const source = `import { createClient, DocwrightError, type AgentJob } from '@docwright/sdk';
    export async function run(): Promise<AgentJob['status']> {
      const client = createClient({ baseUrl: 'https://x', apiKey: 'k' });
      const { id } = await client.createAgentJob({ projectId: 'p', prompt: 'x' });
      // @ts-expect-error -- a field that the operation does not have
      await client.getAgentJob({ projectId: 'p', id, nope: 1 });
      return (await client.waitForAgentJob({ projectId: 'p', id })).status;
    }
    export const isOurs = (error: unknown) => error instanceof DocwrightError && error.code === 'rate_limited';`;
  writeFileSync(join(folder, 'program.ts'), source);
  const options = ['--strict', '--noEmit', '--types', '', '--lib', 'es2022,dom,dom.iterable', '--module', 'esnext'];
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    [...options, '--moduleResolution', 'bundler', 'program.ts'],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.equal(stdout, '');
});

test('the built package runs', () => {
  const script = `import { createClient } from '@docwright/sdk'; console.log(typeof createClient({ baseUrl: 'http://x' }).createAgentJob)`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(stdout, 'function\n');
});
