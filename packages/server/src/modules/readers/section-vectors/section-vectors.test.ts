import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createBundleWriter, featuresByKind } from '@docwright/bundle';
import type { Embedder } from '@docwright/site-assistant';
import { createSearchIndex } from '@docwright/site-search';
import { SharedReads } from '@docwright/site-server';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { LiveKnowledge } from '../discovery/index.ts';
import { openBlobSource } from '../edge/index.ts';
import { vectorsKeyOf } from '../../building/site-bundles/index.ts';
import { makeMissingVectors } from './make-missing-vectors.ts';
import { createMeanings } from './open-meanings.ts';
import type { SectionVectorTables } from './tables.ts';

const log = createLogger({ level: 'silent' });

describe('live sites’ vectors', () => {
  let database: ModuleDatabase<SectionVectorTables>;
  let blobs: FileSystemStore;
  let folder = '';
  let asked: string[] = [];
  let isDown = false;
  before(async () => {
    database = await openModuleDatabase();
    folder = await mkdtemp(join(tmpdir(), 'docwright-vectors-'));
    blobs = await FileSystemStore.open({ folder, linkBaseUrl: 'https://docs.example', linkSecrets: ['secret'] });
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await query('DELETE FROM projects');
    for await (const { key } of blobs.list('')) await blobs.delete(key);
    await insertProject(database, 'p');
    await query(`INSERT INTO sites (project_id, organization_id, slug) VALUES ('p', $1, 'p')`, [HOME]);
    await query(
      `INSERT INTO site_environments (id, organization_id, project_id, kind) VALUES ('prod', $1, 'p', 'production')`,
      [HOME],
    );
    asked = [];
    isDown = false;
  });
  const query = async (statement: string, values: readonly unknown[] = []) =>
    (await database.pool.query(statement, [...values])).rows;
  const embedderOf = (model: string): Embedder => ({
    model,
    embed: async (texts) => {
      if (isDown) throw new Error('503');
      asked.push(...texts);
      return texts.map((text) => (/refund|paid twice/i.test(text) ? [1, 0.1] : [0.1, 1]));
    },
  });
  const make = (model: string | null = 'test/two') =>
    makeMissingVectors(
      {
        database,
        blobs,
        openEmbedder: async () => (model === null ? undefined : embedderOf(model)),
        installationModel: model ?? undefined,
        log,
      },
      new AbortController().signal,
    );

  /** Deploys pages, by title, as the live site. */
  const deploy = async (id: string, pages: Readonly<Record<string, string>>) => {
    const index = createSearchIndex();
    index.start();
    const facts = {
      description: '',
      breadcrumbs: [],
      scope: '',
      facets: { language: 'en' },
      tags: [],
      boost: 1,
      keywords: [],
    };
    for (const [title, text] of Object.entries(pages))
      index.add({ path: title, title, sections: [{ headingId: '', heading: '', text }], ...facts });
    const chunks: Uint8Array[] = [];
    const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk), gzipLevel: 1 });
    for (const file of index.files()) await writer.add(file);
    const listed = Object.keys(pages).map((title) => ({ path: title, title, description: '', breadcrumbs: [] }));
    const list = JSON.stringify({ formatVersion: 1, name: 'S', pages: listed });
    await writer.add({ path: '_docwright/pages.json', bytes: list });
    await writer.finish({
      generator: 'test',
      version: 'v1',
      commit: 'c',
      createdFrom: { repository: '', branch: 'main', directory: '', domain: '' },
      basePath: '',
      features: featuresByKind({}),
      deploymentKind: 'cloud',
      redirects: [],
    });
    await writer.close();
    const archive = Buffer.concat(chunks);
    const key = `bundles/${HOME}/p/${id}.tar.gz`;
    await blobs.put(key, archive, { contentType: 'application/gzip' });
    await query(
      `INSERT INTO site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
         issues, issue_count, issue_counts, error_count, missing, missing_count)
       VALUES ($1, $2, 'p', $1, 'c', $3, 's', $4, 1, '[]', 0, '{}', 0, '[]', 0)`,
      [id, HOME, key, archive.length],
    );
    await query(
      `INSERT INTO site_deployments (id, organization_id, project_id, environment_id, branch, status, source, commit, observation, bundle_id)
       VALUES ($1, $2, 'p', 'prod', 'main', 'success', 'push', 'c', 1, $1)`,
      [id, HOME],
    );
    await query(`UPDATE site_environments SET active_deployment_id = $1`, [id]);
    return { organizationId: HOME, projectId: 'p', deploymentId: id, blobKey: key, sizeBytes: archive.length };
  };
  const pages = { refunds: 'Money goes back.', limits: 'So many requests a minute.' };

  test('are created for changes after a deployment goes live, and compared with readers’ searches', async () => {
    await deploy('d1', pages);
    await make();
    await make();
    assert.equal(asked.length, 2);
    const live = await deploy('d2', { ...pages, limits: 'Fewer.' });
    await make();
    assert.deepEqual(asked.slice(2), ['limits\nFewer.']);
    const outcomes: string[] = [];
    const meaningOf = createMeanings({
      openEmbedder: async () => embedderOf('test/two'),
      clock: createFixedClock(new Date()),
      log,
      count: (outcome) => outcomes.push(outcome),
    });
    const knowledge = new LiveKnowledge({
      maxBytes: 1_000_000,
      open: ({ blobKey, sizeBytes }) =>
        openBlobSource({ blobs, cache: new SharedReads() }, { site: 'p', blobKey, sizeBytes }),
      meaningOf,
    });
    const { passages } = await (await knowledge.of(live)).knowledge.search('a customer paid twice');
    assert.deepEqual([passages[0]?.path, outcomes], ['refunds', ['used']]);
  });

  test('are created again for another model, and not at all without one', async () => {
    await deploy('d1', pages);
    await make(null);
    assert.deepEqual([asked, await query('SELECT * FROM site_vectors')], [[], []]);
    await make();
    await make('test/other');
    assert.deepEqual(await query('SELECT made_model, sections, asked FROM site_vectors'), [
      { made_model: 'test/other', sections: 2, asked: 2 },
    ]);
  });

  test('are retried later if the model fails, and the error is recorded', async () => {
    const { blobKey } = await deploy('d1', pages);
    isDown = true;
    await make();
    isDown = false;
    await make();
    assert.deepEqual(await query('SELECT made_at, problem, attempts FROM site_vectors'), [
      { made_at: null, problem: '503', attempts: 1 },
    ]);
    assert.equal(await blobs.head(vectorsKeyOf(blobKey)), undefined);
    await query(`UPDATE site_vectors SET claimed_until = now() - interval '1 second'`);
    await make();
    assert.equal((await query('SELECT problem FROM site_vectors'))[0]?.problem, null);
  });

  test('are created by only one of several workers', async () => {
    await deploy('d1', pages);
    await Promise.all([make(), make(), make()]);
    assert.equal(asked.length, 2);
  });
});
