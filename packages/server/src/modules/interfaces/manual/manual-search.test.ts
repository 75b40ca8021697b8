import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSite, createMemorySource } from '@docwright/site-builder';
import { searchIndex } from '@docwright/site-search';
import { composeFolder } from './compose-folder.ts';

/** Typical queries for the manual's search, each with the page that answers it. */
const questions: readonly (readonly [query: string, page: string])[] = [
  ['restore a backup on a new machine', 'operate/backup'],
  ['rotate the master key', 'operate/upgrade'],
  ['behind nginx with TLS', 'operate/reverse-proxy'],
  ['use Ollama', 'agent/models'],
  ['GitHub App permissions', 'agent/code-hosts'],
  ['from embedded PostgreSQL to my own PostgreSQL and S3', 'operate/backup'],
  ['why did my job change nothing', 'help/troubleshooting'],
  ['limit spending', 'agent/models'],
  ['air-gapped update', 'deploy/air-gapped'],
  ['who can see what', 'operate/accounts'],
  ['budget', 'agent/models'],
  ['roles permissions', 'operate/accounts'],
  ['api key scopes', 'operate/accounts'],
  ['rate limit', 'operate/sizing'],
  ['webhook signature', 'operate/webhooks'],
  ['import from Docusaurus', 'import'],
  ['note callout', 'write/components'],
  ['preview of a pull request', 'deploy/live-sites'],
  ['disk is full', 'operate/sizing'],
  ['static export', 'export/bundles'],
  ['forgot password', 'operate/accounts'],
  ['custom domain', 'deploy/domains'],
  ['search synonyms', 'export/site-format'],
  ['send events to Slack', 'operate/webhooks'],
];

describe('the manual’s search', () => {
  const files = new Map<string, Buffer>();
  before(async () => {
    const manual = await composeFolder(
      fileURLToPath(new URL('../../../../../../docs', import.meta.url)),
      'http://localhost',
    );
    assert.ok(manual);
    const source = createMemorySource(manual.paths.map((path) => [path, manual.read(path) ?? '']));
    const prefix = '_docwright/search/';
    await buildSite({
      source,
      clock: () => 0,
      emit({ path, bytes }) {
        if (path.startsWith(prefix)) files.set(path.slice(prefix.length), Buffer.from(bytes));
      },
    });
  });
  const read = (name: string): Promise<Uint8Array> => Promise.resolve(files.get(name) ?? Buffer.alloc(0));

  for (const [query, page] of questions)
    test(`finds ${page} among the first three hits for "${query}"`, async () => {
      const { hits } = await searchIndex(read, query, { language: 'en', limit: 8 });
      const found = hits.slice(0, 3).map(({ path }) => path);
      assert.ok(found.includes(page), `found ${hits.map(({ path, anchor }) => `${path}#${anchor}`).join(', ')}`);
    });
});
