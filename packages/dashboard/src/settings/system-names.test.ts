import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nameCodeHost, nameQueue } from './system-names.ts';

test('the service’s queues with hyphenated names have readable names', () => {
  const server = new URL('../../../server/src/modules/', import.meta.url).pathname;
  const queues = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).flatMap((path) =>
    [...readFileSync(server + path, 'utf8').matchAll(/\.defineQueue<\w+>\(\s*'([^']+)'/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  assert.ok(queues.length >= 10, `found ${queues.join(', ')}`);
  const words = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  for (const name of queues.filter(
    (each) => each.includes('-') && each !== 'agent-jobs' && each !== 'webhook-deliveries',
  ))
    assert.notEqual(nameQueue(name), words(name), name);
});

test('an unknown queue’s name is converted to words', () =>
  assert.equal(nameQueue('new-kind-of-job'), 'New kind of job'));

test('code hosts are shown with their own product names', () => {
  assert.deepEqual(['embedded', 'github', 'gitlab', 'gitea', 'bitbucket', 'other'].map(nameCodeHost), [
    'Embedded code host',
    'GitHub',
    'GitLab',
    'Gitea or Forgejo',
    'Bitbucket',
    'other',
  ]);
});
