import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeToolCall } from '@docwright/sdk';
import { listTools } from '../../packages/doc-agent/src/tools/tool-list.ts';

/** The part of a policy that the tool list reads. */
const policy = { fetchHosts: ['example.com'] } as unknown as Parameters<typeof listTools>[0];

test('each of the agent’s tools has a readable name', () => {
  const wordless = listTools(policy, {
    canFetch: true,
    hasCode: true,
    hasSpecs: true,
    mayAddImages: true,
    seesImages: true,
    hasBrowser: true,
  }).filter(({ name }) => describeToolCall(name, {}).action === name);
  assert.deepEqual(wordless, []);
});
