import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSiteKnowledge } from '@docwright/site-assistant';
import { sampleSource } from '../discovery/testing/sample-source.ts';
import { compareSearches, toPagePath, type ComparedSite, type SearchCheck } from './compare-searches.ts';

const site = (pages: Readonly<Record<string, string>>, moved: Readonly<Record<string, string>> = {}): ComparedSite => ({
  knowledge: openSiteKnowledge(sampleSource(pages)),
  movedTo: new Map(Object.entries(moved)),
});
const golden = (query: string, path: string): SearchCheck => ({ query, source: 'golden', path });
const asked = (query: string, path?: string): SearchCheck => ({ query, source: 'asked', path });
const compare = (before: ComparedSite, after: ComparedSite, ...checks: SearchCheck[]) =>
  compareSearches({ before, after }, checks, () => false);

const limits = { limits: 'Each key has a rate limit of 50 calls.', start: 'Begin here.' };

test('equal results in both versions are not a change', async () => {
  const results = await compare(site(limits), site(limits), golden('rate limit', 'limits'), asked('begin', 'start'));
  assert.deepEqual(results, { queries: 2, complete: true, changes: [] });
});

test('a page that moves down is worse, and a query that now finds its page is better', async () => {
  const crowd = { 'rate limit': 'The rate limit of each key.', 'rate limits': 'The rate limits of all keys.' };
  const { changes } = await compare(
    site(limits),
    site({ ...limits, ...crowd, sso: 'Single sign-on by an identity provider.' }),
    asked('rate limit', 'limits'),
    asked('identity provider'),
  );
  assert.deepEqual(
    changes.map(({ query, path, before, after, verdict }) => [query, path, before, after, verdict]),
    [
      ['rate limit', '/limits', 1, 3, 'worse'],
      ['identity provider', '/sso', null, 1, 'better'],
    ],
  );
});

test('a page that moved with a redirect is the same page, and a deleted one is not found', async () => {
  const { start } = limits;
  const moved = site({ start, quotas: limits.limits }, { limits: 'quotas' });
  assert.deepEqual((await compare(site(limits), moved, golden('rate limit', 'limits'))).changes, []);
  const { changes } = await compare(site(limits), site({ start }), golden('rate limit', 'limits'));
  assert.deepEqual(changes, [
    {
      query: 'rate limit',
      source: 'golden',
      path: '/limits',
      before: 1,
      after: null,
      answeredBefore: true,
      answeredAfter: false,
      verdict: 'worse',
    },
  ]);
});

test('a question that is no longer answered is worse, even if its page is found at the same rank', async () => {
  const question = golden('How many calls has each key?', 'limits');
  const { changes } = await compare(site(limits), site({ ...limits, limits: 'How things are.' }), question);
  assert.equal(changes.length, 1);
  const [{ answeredBefore, answeredAfter, verdict } = assert.fail()] = changes;
  assert.deepEqual([answeredBefore, answeredAfter, verdict], [true, false, 'worse']);
});

test('a page that no check names may move down within the first screen without counting as worse', async () => {
  const better = site({ ...limits, 'rate limit': 'The rate limit of a key, in full.' });
  assert.deepEqual((await compare(site(limits), better, asked('rate limit'))).changes, []);
  assert.equal((await compare(site(limits), better, asked('rate limit', 'limits'))).changes[0]?.after, 2);
});

test('queries that remain when the time is up are not compared, and the result reports this', async () => {
  let left = 1;
  const checks = [asked('rate limit'), asked('begin')];
  const results = await compareSearches({ before: site(limits), after: site(limits) }, checks, () => left-- === 0);
  assert.deepEqual([results.queries, results.complete], [1, false]);
});

test('an address identifies a page with and without the base path, slashes and index', () => {
  for (const address of ['/docs/guides/a', 'guides/a', '/guides/a/'])
    assert.equal(toPagePath(address, '/docs'), 'guides/a');
  for (const address of ['/', '/docs', '/docs/', '']) assert.equal(toPagePath(address, '/docs'), 'index');
  assert.equal(toPagePath('/docs-of-others', '/docs'), 'docs-of-others');
});
