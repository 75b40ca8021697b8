import assert from 'node:assert/strict';
import { readFile, glob } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { errorCodes, operations } from '@docwright/contract';
import type { Description } from './fuzz/make-request.ts';
import { startTestService, type TestService } from './test-service.ts';

describe('the API description', () => {
  let service: TestService;
  let description: Description;

  before(async () => {
    service = await startTestService();
    description = (await service.request('GET', '/openapi.json', { key: null })).json;
  });
  after(() => service.stop());

  test('is an OpenAPI 3.1 document of version 2.0.0 and contains every operation', () => {
    assert.equal(description.openapi, '3.1.0');
    assert.equal(description.info.version, '2.0.0');
    const ids = Object.values(description.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    assert.deepEqual(ids.sort(), Object.keys(operations).sort());
  });

  test('documents exactly the error codes that the source throws', async () => {
    const thrown = new Set<string>();
    for await (const file of glob('packages/server/src/**/*.ts')) {
      if (file.endsWith('.test.ts')) continue;
      const source = await readFile(file, 'utf8');
      for (const [, code = ''] of source.matchAll(/new ApiError\(\s*'(\w+)'/g)) thrown.add(code);
    }
    assert.deepEqual([...thrown].sort(), Object.keys(errorCodes).sort());
  });
});
