import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi } from './create-api.ts';

test('a client that waits at the session gate still returns streams, not promises of streams', () => {
  const { client } = createApi({
    baseUrl: 'https://docs.example',
    fetch: () => Promise.reject(new Error('unexpected request')),
    organizationId: () => undefined,
  });
  const [projectId, deploymentId] = ['p', 'd'];
  for (const stream of [
    client.followDeployment({ projectId, deploymentId }),
    client.streamDeployment({ projectId, deploymentId }),
    client.streamStaticExport({ jobId: 'j' }),
  ])
    assert.equal(typeof stream[Symbol.asyncIterator], 'function');
});
