import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveFeatures } from '@docwright/bundle';
import { openFileSource } from '@docwright/site-server';
import { createFindLiveSite } from './find-live-site.ts';
import { LiveKnowledge, type LiveDeployment } from './live-knowledge.ts';
import { systemClock } from '../../../platform/clock/index.ts';

const deployment = (id: string): LiveDeployment => ({
  organizationId: 'o',
  projectId: id,
  deploymentId: id,
  blobKey: id,
  sizeBytes: 1,
});
const list = (bytes: number): Buffer => {
  const pages = [{ path: 'index', title: 'x'.repeat(bytes), description: '', breadcrumbs: [] }];
  return Buffer.from(JSON.stringify({ formatVersion: 1, name: 'S', pages }));
};

test('if sites exceed the byte limit, the least recently used one is evicted first', async () => {
  const opened: string[] = [];
  const knowledge = new LiveKnowledge({
    maxBytes: 1_000_000,
    open: async ({ deploymentId }) => {
      opened.push(deploymentId);
      const bytes = list(50_000);
      const files = new Map([['_docwright/pages.json', { size: bytes.length, read: async () => bytes }]]);
      const source = openFileSource({ files, kind: 'cloud', features: resolveFeatures('cloud', {}), basePath: '' });
      return { source, indexBytes: 200_000 };
    },
  });
  const use = async (id: string) => (await knowledge.of(deployment(id))).knowledge.listPages();
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await use(id);
  assert.deepEqual(opened, ['a', 'b', 'c', 'b']);
  assert.ok(knowledge.heldBytes <= 1_000_000);
});

test('concurrent requests share one read, and a failure isn’t cached', async () => {
  let times = 0;
  const knowledge = new LiveKnowledge({
    maxBytes: 1_000_000,
    open: async () => {
      times += 1;
      throw new Error('gone');
    },
  });
  await Promise.allSettled([knowledge.of(deployment('a')), knowledge.of(deployment('a'))]);
  assert.equal(times, 1);
  await assert.rejects(knowledge.of(deployment('a')), /gone/);
  assert.deepEqual([times, knowledge.heldBytes], [2, 0]);
});

const live = {
  projectId: 'p',
  organizationId: 'o',
  slug: 's',
  accessMode: 'public',
  signInOptional: false,
  previewAccess: null,
  passwordIds: [],
  activatedAt: null,
  environmentId: 'e',
  kind: 'production',
  label: null,
  primaryDomain: null,
  primaryLeadsHere: false,
  published: true,
  takedown: null,
  deploymentId: 'd',
  blobKey: 'b',
  sha256: 'x',
  sizeBytes: 1,
} as const;
for (const [what, change] of [
  ['not published', { published: false }],
  ['taken down', { takedown: { status: 451, reason: '' } }],
  ['never deployed', { deploymentId: null }],
  ['a preview', { kind: 'preview' }],
] as const)
  test(`a site that is ${what} is missing`, async () => {
    const find = (found: object) =>
      createFindLiveSite({ find: async () => ({ ...live, ...found }), isPublic: () => true, clock: systemClock })('s');
    assert.equal((await find({}))?.deploymentId, 'd');
    assert.equal(await find(change), undefined);
  });
