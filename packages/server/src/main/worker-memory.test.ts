import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { workerMemory } from './worker-memory.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('the chart, the compose file and the manual contain the memory settings that `docwright up` uses for workers', () => {
  const compose = read('deploy/compose.yaml');
  const chart = read('deploy/helm/docwright/templates/worker.yaml');
  const manual = read('docs/operate/promises.mdx');
  const variables = { ...workerMemory.environment, NODE_OPTIONS: workerMemory.nodeOptions.join(' ') };
  for (const [name, value] of Object.entries(variables)) {
    const values = [value, `'${value}'`];
    assert.ok(
      values.some((text) => compose.includes(`${name}: ${text}\n`)),
      `compose.yaml: ${name}`,
    );
    assert.ok(
      values.some((text) => chart.includes(`- name: ${name}\n              value: ${text}\n`)),
      `worker.yaml: ${name}`,
    );
    assert.ok(manual.includes(`\`${name}=${value}\``), `promises.mdx: ${name}`);
  }
});
