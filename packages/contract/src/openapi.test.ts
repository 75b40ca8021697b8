import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { errorCodes, errorsOf, operations, toOpenApi, type Operation } from './index.ts';

const description = toOpenApi('https://docs.internal');

test('redocly finds no error in the description', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(description));
    const require = createRequire(import.meta.url);
    const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    // It ends with 1 when there is an error.
    const { stdout } = await promisify(execFile)(process.execPath, [redocly, 'lint', file, '--format=json'], {
      env,
      cwd: folder,
    });
    const report: { totals: { errors: number } } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    assert.equal(report.totals.errors, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('every reference leads to a component, and every component is referred to', () => {
  const text = JSON.stringify(description);
  const { components } = description as { components: { schemas: Record<string, unknown> } };
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? ''));
  assert.deepEqual([...referred].sort(), Object.keys(components.schemas).sort());
});

test('every path parameter of an operation is described, and no other', () => {
  for (const [id, operation] of Object.entries(operations)) {
    const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();
    assert.deepEqual(Object.keys(operation.params.properties).sort(), named, id);
  }
});

test('every operation with a key documents 401 and 403, and every one with a body 400, 413 and 415', () => {
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    const statuses = new Set(errorsOf(operation).map((code) => errorCodes[code].status));
    if (operation.scope !== null) assert.ok(statuses.has(401) && statuses.has(403), id);
    if (operation.body !== null) assert.ok(statuses.has(400) && statuses.has(413) && statuses.has(415), id);
  }
});

test('both forms of static export answer with the same shape', () => {
  assert.equal(
    operations.startStaticExport.success.content['application/json'],
    operations.startProjectStaticExport.success.content['application/json'],
  );
  assert.equal(
    operations.getStaticExport.success.content['application/json'],
    operations.getProjectStaticExport.success.content['application/json'],
  );
});
