import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRedirect } from './match-redirect.ts';

const cases: readonly (readonly [source: string, path: string, destination: string, result: string | undefined])[] = [
  ['/beta/:slug*', '/beta/a/b', '/v2/:slug*', '/v2/a/b'],
  ['/beta/:slug*', '/beta', '/v2/:slug*', '/v2'],
  ['/beta/:slug*', '/betamax', '/v2/:slug*', undefined],
  ['/v0/:slug', '/v0/a', '/new/:slug', '/new/a'],
  ['/v0/:slug', '/v0/a/b', '/new/:slug', undefined],
  ['/v0/:slug', '/v0/', '/new/:slug', undefined],
  ['/ref/zk-:slug*', '/ref/zk-balance', '/apis', '/apis'],
  ['/ref/zk-:slug*', '/ref/other', '/apis', undefined],
  ['/old/article-*', '/old/article-7', '/new/article-*', '/new/article-7'],
  ['/docs/topic-*', '/docs/topic-a/b', '/all', '/all'],
  ['/x/*/edit', '/x/1/edit', '/y/*', '/y/1'],
  ['/x/*/edit', '/x/1/2/edit', '/y/*', '/y/1/2'],
  ['/x/*/edit', '/x/1/view', '/y/*', undefined],
  ['/p/:a*/q', '/p/1/2/q', '/r/:a*', '/r/1/2'],
  ['/api/v:version/x', '/api/v2/x', '/api/:version', '/api/2'],
  ['/api/v:version/x', '/api/v/x', '/api/:version', undefined],
  ['/a/:one/:two', '/a/1/2', '/b/:two/:one', '/b/2/1'],
  ['/*/to/*', '/a/to/b', '/*-*', '/a-b'],
  ['/f/:name.html', '/f/x.y.html', '/:name', '/x.y'],
  ['/a/:b*', '/a/1', 'https://x.test:8080/:b*', 'https://x.test:8080/1'],
  ['/*', '/', '/home', '/home'],
  ['/:a/:b/:c/:d/:e/:f', '/1/2/3/4/5/6', '/x', undefined],
  ['/a.c/*', '/abc/1', '/x', undefined],
];

for (const [source, path, destination, result] of cases)
  test(`"${source}" ${result === undefined ? 'doesn’t match' : `sends`} "${path}"${result === undefined ? '' : ` to "${result}"`}`, () => {
    assert.equal(compileRedirect(source)?.match(path, destination), result);
  });

test('a long path that nearly matches five wildcards is rejected without exponential backtracking', () => {
  const pattern = compileRedirect('/*a*a*a*a*b');
  assert.equal(pattern?.match(`/${'a'.repeat(4000)}`, '/x'), undefined);
});
