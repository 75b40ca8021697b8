import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deployment } from '@docwright/sdk';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';
import { deploymentPagesQuery, toInterval } from './queries.ts';

const deployment = (deploymentId: string, status: Deployment['status']) => ({ deploymentId, status }) as Deployment;

test('deployments are polled more often while a deployment without a stream is in progress', () => {
  const [built, waiting, done] = [
    deployment('a', 'in_progress'),
    deployment('b', 'queued'),
    deployment('c', 'success'),
  ];
  const nobody = new Set<string>();
  const idle = toInterval([done], nobody);
  assert.ok(toInterval([built, done], nobody) < idle);
  assert.equal(toInterval([built, done], new Set(['a'])), idle);
  assert.ok(toInterval([built, waiting], new Set(['a'])) < idle);
  assert.equal(toInterval([built, waiting], new Set(['a', 'b'])), idle);
  assert.equal(toInterval(undefined, nobody), idle);
});

test('the list requests skipped deployments only if the page’s address does', async () => {
  const asked: unknown[] = [];
  const client = {
    listDeployments: async ({ skipped }: { readonly skipped?: boolean }) => {
      asked.push(skipped);
      return { deployments: [], nextCursor: null };
    },
  } as unknown as Client;
  const followed = new Set<string>();
  // In a parsed page address, a filter that isn't set is a key with the value `undefined`.
  for (const skipped of [undefined, true] as const) {
    const query = deploymentPagesQuery(client, 'proj_1', { environment: undefined, skipped, followed });
    await new QueryClient().fetchInfiniteQuery(query);
  }
  assert.deepEqual(asked, [false, true]);
});
