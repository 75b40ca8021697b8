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

test('Redocly reports no errors in the API description', async () => {
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
    // Redocly exits with 1 if it finds an error.
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

test("examples match their schema's length limit and pattern, and an agent job's ID and title have fitting examples", () => {
  let count = 0;
  const check = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { examples, pattern, maxLength = Infinity } = node as Record<string, unknown>;
    for (const example of Array.isArray(examples) ? (examples as string[]) : []) {
      count += 1;
      assert.ok(example.length <= Number(maxLength), example);
      assert.match(example, new RegExp(typeof pattern === 'string' ? pattern : ''));
    }
    Object.values(node).forEach(check);
  };
  check(description);
  assert.ok(count > 100, String(count));
  const { components } = description as {
    components: { schemas: Record<string, { properties: Record<string, unknown> }> };
  };
  const { id, status, title } = components.schemas['AgentJob']?.properties ?? {};
  assert.deepEqual(id, { type: 'string', examples: ['aj_4fWq8ZkT2mXv0LcB7sYn'] });
  assert.ok(!JSON.stringify(status).includes('examples'));
  assert.match(JSON.stringify(title), /"examples":\["Document the retry option"\]/);
});

test('every reference resolves to a component, and every component is referenced', () => {
  const text = JSON.stringify(description);
  const { components } = description as { components: { schemas: Record<string, unknown> } };
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? ''));
  assert.deepEqual([...referred].sort(), Object.keys(components.schemas).sort());
});

test('every operation declares exactly the parameters in its path', () => {
  for (const [id, operation] of Object.entries(operations)) {
    const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();
    assert.deepEqual(Object.keys(operation.params.properties).sort(), named, id);
  }
});

test('every operation documents the common error statuses; operations with a key also 401, 403 and 404, and all but GET also 413 and 415', () => {
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    const statuses = new Set(errorsOf(operation).map((code) => errorCodes[code].status));
    const expected: number[] = [400, 408, 417, 431, 500, 503];
    if (operation.scope !== null) expected.push(401, 403, 404);
    if (operation.method !== 'GET') expected.push(413, 415);
    assert.deepEqual(
      expected.filter((status) => !statuses.has(status as never)),
      [],
      id,
    );
  }
});

test('starting or reading a static export has the same response schema by domain and by project', () => {
  assert.equal(
    operations.startStaticExport.success.content['application/json'],
    operations.startProjectStaticExport.success.content['application/json'],
  );
  assert.equal(
    operations.getStaticExport.success.content['application/json'],
    operations.getProjectStaticExport.success.content['application/json'],
  );
});

test('every part of a request is limited: strings in length, arrays in items, and numbers in range', () => {
  for (const [id, { params, query, body }] of Object.entries(operations) as [string, Operation][]) {
    for (const schema of [params, query, ...(body === null ? [] : [body])]) {
      for (const [path, part] of listParts(schema, id)) {
        const isLimited = {
          string: part.maxLength !== undefined || part.enum !== undefined || part.format === 'date-time',
          array: part.maxItems !== undefined || (part.uniqueItems === true && part.items?.enum !== undefined),
          integer: part.minimum !== undefined && part.maximum !== undefined && Math.abs(part.maximum) < 2 ** 31,
          number: part.minimum !== undefined && part.maximum !== undefined,
        };
        assert.ok(isLimited[part.type as keyof typeof isLimited] ?? true, `${path} has no limit`);
      }
    }
  }
});

interface Part {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
}

function listParts(part: Part, path: string): [string, Part][] {
  const below = Object.entries<Part>({
    ...part.properties,
    ...(part.items && { items: part.items }),
    ...Object.fromEntries((part.anyOf ?? []).entries()),
  });
  return [[path, part], ...below.flatMap(([name, next]) => listParts(next, `${path}/${name}`))];
}

test('the API description marks a deprecated operation and contains its dates and replacement', () => {
  const { startStaticExport } = operations;
  const deprecated = { since: '2027-03-01', sunset: '2028-03-01', instead: 'Use another.' };
  const [before, after] = [startStaticExport, { ...startStaticExport, deprecated }].map((operation) => {
    const { paths } = toOpenApi('https://docs.internal', { startStaticExport: operation });
    return (paths as Record<string, Record<string, { deprecated?: boolean; description: string }>>)[
      startStaticExport.path
    ]?.['post'];
  });
  assert.equal(before?.deprecated, undefined);
  assert.equal(after?.deprecated, true);
  assert.ok(
    after.description.startsWith('Deprecated since 2027-03-01, and available until at least 2028-03-01. Use another.'),
  );
});
