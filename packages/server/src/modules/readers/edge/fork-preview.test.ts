import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SharedReads, type SiteSource } from '@docwright/site-server';
import { HOME, type ModuleDatabase } from '../../../testing/module-database.ts';
import { deployFork, toForkBranch } from '../../publishing/deployments/index.ts';
import { openDeployments, page, type TestDeployments } from '../../publishing/deployments/testing/open-deployments.ts';
import { findProject } from '../../project-config/projects/index.ts';
import type { AccessTables } from './access-store.ts';
import { openBlobSource } from './open-blob-source.ts';
import { openEdge, type TestEdge } from './testing/open-edge.ts';

const services = ['assistant', 'analytics', 'feedback', 'playground'] as const;

describe('a fork’s preview at an edge', () => {
  let sites: TestDeployments;
  let edge: TestEdge;
  const projectId = 'proj_forked';
  before(async () => {
    sites = await openDeployments();
    const { database } = sites.service;
    edge = await openEdge(
      // An edge reads more tables than deployments use; all of them exist.
      database as unknown as ModuleDatabase<AccessTables>,
      { defaultAccess: 'public' },
      undefined,
      sites.deps.blobs,
    );
    await sites.addProject(projectId);
    const features = { ...Object.fromEntries(services.map((name) => [name, true])), search: true };
    await database.pool.query('UPDATE projects SET features = $2 WHERE id = $1', [projectId, JSON.stringify(features)]);
  });
  after(async () => {
    await edge.close();
    await sites.close();
  });

  const deployOwn = async (): Promise<string> => {
    sites.repository.commit({ 'index.mdx': page('Of the team.') }, 'own');
    const id = await sites.start(projectId, 'own');
    await sites.run(id);
    return id;
  };
  const deployOfFork = async (): Promise<string> => {
    const commit = sites.repository.commit({ 'index.mdx': page('Of a stranger.') }, 'of-a-fork');
    sites.repository.git('update-ref', 'refs/pull/7/head', commit);
    sites.repository.git('update-ref', '-d', 'refs/heads/of-a-fork');
    const { kysely } = sites.service.database;
    const project = await findProject(kysely, HOME, projectId);
    assert.ok(project !== undefined);
    const request = { project, number: 7, commit, source: 'dashboard', author: 'ada' } as const;
    await kysely.transaction().execute((tx) => deployFork(sites.deps, tx, request));
    const path = `/v1/projects/${projectId}/deployments?branch=${encodeURIComponent(toForkBranch(7))}`;
    const { json } = await sites.service.request('GET', path);
    const id = String(json.deployments[0].deploymentId);
    await sites.run(id);
    return id;
  };
  const sourceOf = async (deploymentId: string): Promise<SiteSource> => {
    const { rows } = await sites.service.database.pool.query(
      `SELECT blob_key, size_bytes::float8 FROM site_bundles
       WHERE id = (SELECT bundle_id FROM site_deployments WHERE id = $1)`,
      [deploymentId],
    );
    const { blob_key: blobKey, size_bytes: sizeBytes } = rows[0];
    const deps = { blobs: sites.deps.blobs, cache: new SharedReads() };
    return (await openBlobSource(deps, { site: projectId, blobKey, sizeBytes })).source;
  };

  test('has no assistant, analytics, feedback or playground, unlike previews of the team’s branches', async () => {
    const [own, fork] = [await deployOwn(), await deployOfFork()];
    const featuresOf = async (id: string) => {
      const { features } = await sourceOf(id);
      return Object.fromEntries(services.map((name) => [name, features[name]]));
    };
    assert.deepEqual(await featuresOf(own), { assistant: true, analytics: true, feedback: true, playground: true });
    const none = { assistant: false, analytics: false, feedback: false, playground: false };
    assert.deepEqual(await featuresOf(fork), none);
    const ask = async (id: string, path: string, method = 'GET') => {
      const host = `${String((await sites.show(id))['subdomain'])}.sites.example`;
      return edge.get(host, path, {
        method,
        headers: { origin: `https://${host}` },
        ...(method === 'POST' && { body: '{}' }),
      });
    };
    const text = { own: (await ask(own, '/')).text, fork: (await ask(fork, '/')).text };
    assert.match(text.own, /Of the team\./);
    assert.match(text.fork, /Of a stranger\./);
    for (const part of [/assistant-open/, /page-feedback/, /_docwright\/reader\./]) {
      assert.match(text.own, part);
      assert.doesNotMatch(text.fork, part);
    }
    assert.notEqual((await ask(own, '/_docwright/assistant')).status, 404);
    assert.equal((await ask(fork, '/_docwright/assistant')).status, 404);
    for (const path of ['assistant/message', 'assistant/rating', 'events', 'feedback', 'playground'])
      for (const method of ['GET', 'POST']) {
        const { status } = await ask(fork, `/_docwright/${path}`, method);
        assert.equal(status, method === 'GET' ? 404 : 405, `${method} ${path}`);
      }
    // Its pages can be searched like any others.
    assert.equal((await ask(fork, '/_docwright/search?q=stranger')).status, 200);
  });
});
