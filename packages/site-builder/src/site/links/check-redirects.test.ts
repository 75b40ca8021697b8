import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSite } from '../../build/site-format/format-fixture.ts';

const rules: readonly (readonly [source: string, destination: string, isCycle: boolean])[] = [
  ['/docs/:slug*', '/help/:slug*', true],
  ['/help/:slug*', '/docs/:slug*', true],
  ['/grow/*', '/grow/more/*', true],
  ['/same/:id', '/same/:id', true],
  ['/one/:id', '/one/more/:id', false],
  ['/old/:slug*', '/new/:slug*', false],
  ['/away/:slug*', 'https://example.com/:slug*', false],
];

test('endless redirects with wildcards or parameters are reported, and no others', async () => {
  const redirects = rules.map(([source, destination]) => ({ source, destination }));
  const site = await formatSite({ redirects }, {});
  const reported = site.report.issues.flatMap(({ code, message }) =>
    code === 'redirect-cycle' ? [/from "([^"]*)"/.exec(message)?.[1]] : [],
  );
  assert.deepEqual(new Set(reported), new Set(rules.flatMap(([source, , isCycle]) => (isCycle ? [source] : []))));
});
