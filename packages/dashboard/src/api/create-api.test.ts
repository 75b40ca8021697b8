import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi } from './create-api.ts';

test('a stream of the client is also one behind the gate, and not a promise of one', () => {
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
