import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi } from './create-api.ts';

test('with the gate, a client’s stream is still a stream, not a promise', () => {
  const { client } = createApi({
    baseUrl: 'https://docs.example',
    fetch: () => Promise.reject(new Error('nobody asks')),
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
