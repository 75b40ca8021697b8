import assert from 'node:assert/strict';
import { readFile, glob } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { errorCodes, operations } from '@docwright/contract';
import type { Description } from './fuzz/make-request.ts';
import { startTestService, type TestService } from './test-service.ts';

describe('the description is what the server does', () => {
  let service: TestService;
  let description: Description;

  before(async () => {
    service = await startTestService();
    description = (await service.request('GET', '/openapi.json', { key: null })).json;
  });
  after(() => service.stop());

  test('it is OpenAPI 3.1 of version 2.0.0 and names every operation', () => {
    assert.equal(description.openapi, '3.1.0');
    assert.equal(description.info.version, '2.0.0');
    const ids = Object.values(description.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    assert.deepEqual(ids.sort(), Object.keys(operations).sort());
  });

  test('every error code that the source throws is documented, and every documented one is thrown', async () => {
    const thrown = new Set<string>();
    for await (const file of glob('packages/server/src/**/*.ts')) {
      if (file.endsWith('.test.ts')) continue;
      const source = await readFile(file, 'utf8');
      for (const [, code = ''] of source.matchAll(/new ApiError\(\s*'(\w+)'/g)) thrown.add(code);
    }
    assert.deepEqual([...thrown].sort(), Object.keys(errorCodes).sort());
  });
});
