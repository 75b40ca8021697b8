/** Every output of restricted content on live sites and previews, with one test each. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defaultTurnLimits, runTurn, type AssistantBackend } from '@docwright/site-assistant';
import type { SiteAccess } from '@docwright/site-access';
import {
  checkOutput,
  outputRows,
  publicFiles,
  restrictedSiteFeatures as features,
  sealedFiles as sealed,
  type AskFor,
} from '@docwright/site-server/restricted-outputs';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccessTables } from './access-store.ts';
import { makePreviewToken } from './preview-access.ts';
import { createMemoryAccess } from './testing/memory-access.ts';
import { openEdge, testSecret, type TestEdge } from './testing/open-edge.ts';

const secret = 'a secret of the proxy';
const proxy: SiteAccess = {
  mode: 'proxy',
  sessionSeconds: 3_600,
  sessionEpoch: 0,
  addresses: ['127.0.0.1'],
  userHeader: 'X-User',
  groupsHeader: 'X-Groups',
  nameHeader: 'X-Name',
  emailHeader: 'X-Email',
  proof: { kind: 'secret', header: 'X-Proof', secret },
};
const version = { text: 'acme', basePath: '', files: publicFiles, sealed, features };

/** Answers with passages of the given pages. */
const deskOf = (): AssistantBackend => ({
  profile: () => Promise.resolve({ name: '', greeting: '', starters: [], retentionDays: 0 }),
  rate: () => Promise.resolve(false),
  ask: async ({ message, knowledge, signal }) => {
    const request = {
      ...message,
      knowledge,
      language: 'en',
      siteName: 'Docs',
      instructions: '',
      limits: defaultTurnLimits,
      signal,
    };
    return {
      threadId: 't',
      messageId: 'm',
      events: runTurn({ ...request, onError: (error) => assert.fail(String(error)) }, undefined),
    };
  },
});

describe('restricted content at an edge', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    const access = createMemoryAccess();
    access.sites.set('acme', proxy);
    edge = await openEdge(database, { access, deskOf, defaultAccess: 'link' });
    await edge.addSite('acme');
    await edge.deploy('acme', { ...version, isProtected: true });
    await edge.deploy('acme', { ...version, isProtected: true }, 'preview');
    await edge.addSite('open');
    await edge.deploy('open', version, 'preview');
    await database.pool.query(`UPDATE sites SET preview_access = 'public' WHERE project_id = 'open'`);
  });
  after(async () => {
    await edge.close();
    await database.close();
  });

  const toAsk =
    (host: string, toHeaders: (groups: string | undefined) => Readonly<Record<string, string>>): AskFor =>
    async ({ path, headers = {}, body }, groups) => {
      // Exceeds the windows of all limits.
      edge.clock.advance(61_000);
      const {
        status,
        headers: sent,
        text,
      } = await edge.get(host, path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...toHeaders(groups) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status, location: sent['location'] ?? '', text };
    };
  const ofSite = toAsk('acme.sites.example', (groups): Readonly<Record<string, string>> =>
    groups === undefined ? {} : { 'x-user': 'ada', 'x-groups': groups, 'x-proof': secret },
  );
  const toCookie = (id: string, groups: string | undefined): Readonly<Record<string, string>> => {
    if (groups === undefined) return {};
    const names = groups.split(',').filter((name) => name !== '');
    const token = makePreviewToken([testSecret], `${id}_preview`, { nowMs: edge.clock.now(), groups: names });
    return { cookie: `__Host-docwright_preview=${token}` };
  };
  const ofPreview = toAsk('next-12345678--acme.sites.example', (groups) => toCookie('acme', groups));
  const ofPublicPreview = toAsk('next-12345678--open.sites.example', (groups) => toCookie('open', groups));

  test('public pages of a protected site have a search and an assistant without sign-in, but no MCP server', async () => {
    const found = await ofSite({ output: 'search', path: '/_docwright/search?q=public%20plans' }, undefined);
    assert.equal(found.status, 200);
    assert.match(found.text, /"path":"\/?(?:index)?"/);
    const asked = await ofSite(
      {
        output: 'assistant',
        path: '/_docwright/assistant/message',
        body: { messages: [{ role: 'user', content: 'What are the public plans?' }], responseType: 'text' },
      },
      undefined,
    );
    assert.equal(asked.status, 200);
    assert.match(asked.text, /Public plans/);
    const refused = await edge.get('acme.sites.example', '/mcp', { method: 'POST', body: '{}' });
    assert.equal(refused.status, 401);
    const headers = { 'content-type': 'application/json' };
    const shared = await edge.get('acme.sites.example', '/_docwright/search?q=plans', { headers });
    assert.match(shared.headers['vary'] ?? '', /Cookie/);
    assert.match(shared.headers['cache-control'] ?? '', /no-store/);
    // Invalid credentials are also refused here.
    const wrong = { authorization: 'Bearer docr_x' };
    assert.equal((await edge.get('acme.sites.example', '/_docwright/search?q=plans', { headers: wrong })).status, 401);
  });

  for (const row of outputRows) {
    test(`${row.output} on a live site is restricted to readers in the group`, () =>
      checkOutput(row, ofSite, ['staff', '', undefined]));
    test(`${row.output} on a preview is restricted to links with the group`, () =>
      checkOutput(row, ofPreview, ['staff', '', undefined]));
    test(`${row.output} on a public preview is restricted to links with the group`, () =>
      checkOutput(row, ofPublicPreview, ['staff', '', undefined]));
  }
});
