import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deployment } from '@docwright/sdk';
import { toInterval } from './queries.ts';

const deployment = (deploymentId: string, status: Deployment['status']) => ({ deploymentId, status }) as Deployment;

test('deployments are polled more often while one without a stream is in progress', () => {
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
