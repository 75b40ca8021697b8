import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRouteTable, toBundleRedirects } from '../index.ts';
import type { ManifestFile, SiteRedirect } from '../index.ts';

function file(path: string): ManifestFile {
  return { path, size: 1, sha256: '0'.repeat(64), contentType: 'text/html; charset=utf-8' };
}

function table(paths: readonly string[], redirects: readonly SiteRedirect[] = [], basePath = '') {
  return createRouteTable({ files: paths.map(file), redirects: toBundleRedirects(redirects).redirects, basePath });
}

function answer(routes: ReturnType<typeof table>, pathname: string): string {
  const route = routes.find(pathname);
  if (route.kind === 'file') return route.file.path;
  return route.kind === 'redirect' ? `${route.status} ${route.location}` : 'missing';
}

test('a page is served at its address, with or without a trailing slash, and its file name redirects there', () => {
  const pages = ['index.html', 'index.md', 'guides/x.html', 'guides/x.md', 'api/index.html', 'api/index.md'];
  const names = [...pages, 'a b/50%#1.html', 'a b/50%#1.md', 'llms.txt', 'google1.html', '404.html'];
  const routes = table(names, [], '/docs');
  for (const path of ['/guides/x', '/guides/x/', '/guides/%78'])
    assert.equal(answer(routes, `/docs${path}`), 'guides/x.html');
  assert.equal(answer(routes, '/docs/guides/x.html'), '308 /docs/guides/x');
  for (const path of ['/', '/index']) assert.equal(answer(routes, `/docs${path}`), 'index.html');
  assert.equal(answer(routes, '/docs/index.html'), '308 /docs/');
  for (const path of ['/api', '/api/']) assert.equal(answer(routes, `/docs${path}`), 'api/index.html');
  assert.equal(answer(routes, '/docs/api/index.html'), '308 /docs/api');
  assert.equal(answer(routes, '/docs/a%20b/50%25%231.html'), '308 /docs/a%20b/50%25%231');
  assert.equal(answer(routes, '/docs/a%20b/50%25%231'), 'a b/50%#1.html');
  const route = routes.find('/docs/guides/x.html');
  assert.equal(route.kind === 'redirect' && route.page?.path, 'guides/x.html');
  // A file that another service uses to verify the site isn't one of its pages.
  for (const name of ['google1.html', '404.html']) assert.equal(answer(routes, `/docs/${name}`), name);
});

test('a page is served at its file name if its address belongs to another file', () => {
  const routes = table(['a', 'a.html', 'a.md', 'b.html', 'b.md', 'b/index.html', 'b/index.md']);
  assert.equal(answer(routes, '/a.html'), 'a.html');
  assert.equal(answer(routes, '/b/index.html'), 'b/index.html');
  assert.equal(answer(routes, '/b.html'), '308 /b');
});

test('a redirect from a page’s path takes precedence over the page, as the builder warns', () => {
  const routes = table(['index.html', 'index.md', 'home.html', 'home.md'], [{ source: '/home', destination: '/' }]);
  for (const path of ['/home', '/home/']) assert.equal(answer(routes, path), '308 /', path);
});

test('files that are not pages have their own addresses', () => {
  const routes = table(['guides/x.md', 'llms.txt']);
  assert.equal(answer(routes, '/guides/x.md'), 'guides/x.md');
  assert.equal(answer(routes, '/llms.txt'), 'llms.txt');
});

test("a page's route includes its Markdown", () => {
  const route = table(['a.html', 'a.md']).find('/a');
  assert.equal(route.kind === 'file' && route.markdown?.path, 'a.md');
});

test('the Markdown of a page that has moved is found at its old address', () => {
  const routes = table(
    ['index.html', 'index.md', 'a.html', 'a.md', 'plain.html', 'logo.svg'],
    [
      { source: '/old', destination: '/older' },
      { source: '/older', destination: '/a#part', permanent: false },
      { source: '/home', destination: '/' },
      { source: '/guides/:name', destination: '/a' },
      { source: '/bare', destination: '/plain' },
      { source: '/image', destination: '/logo.svg' },
      { source: '/away', destination: 'https://other.example/a' },
      { source: '/gone', destination: '/nowhere' },
      { source: '/one', destination: '/two' },
      { source: '/two', destination: '/one' },
    ],
    '/docs',
  );
  assert.equal(answer(routes, '/docs/old.md'), '307 /docs/a.md');
  assert.equal(answer(routes, '/docs/home.md'), '308 /docs/index.md');
  assert.equal(answer(routes, '/docs/guides/x.md'), '308 /docs/a.md');
  assert.equal(answer(routes, '/docs/a.md'), 'a.md');
  for (const name of ['bare', 'image', 'away', 'gone', 'one', 'none', '', '../a', 'plain'])
    assert.equal(answer(routes, `/docs/${name}.md`), 'missing', name);
});

test('a path with `..`, empty segments or control characters matches no file, even if it is percent-encoded', () => {
  const routes = table(['index.html', 'a.html', 'a/b.html']);
  const odd = [
    '/a/../a',
    '/./a',
    '//a',
    '/a//b',
    '/a\\b',
    '/%2e%2e/a',
    '/a%00',
    '/a%0a',
    '/%5c..%5ca',
    '/%',
    '/%ff',
    '/a%2f..%2fa',
    'a',
    '',
    '/a//',
    '/__proto__',
  ];
  for (const path of odd) assert.equal(answer(routes, path), 'missing', path);
});

test('with a base path, paths outside it are missing, and / redirects to it', () => {
  const routes = table(['index.html', 'a.html'], [{ source: '/old', destination: '/a' }], '/docs');
  assert.equal(answer(routes, '/docs'), 'index.html');
  assert.equal(answer(routes, '/docs/'), 'index.html');
  assert.equal(answer(routes, '/docs/a'), 'a.html');
  assert.equal(answer(routes, '/docs/old'), '308 /docs/a');
  assert.equal(answer(routes, '/'), '307 /docs/');
  for (const path of ['/a', '/docsa', '/docs/docs/a']) assert.equal(answer(routes, path), 'missing', path);
});

test('with a base path, files that standards define at the root of a host are also served there', () => {
  const files = ['index.html', 'robots.txt', 'llms.txt', '.well-known/agent-skills/index.json', 'guide.html'];
  const redirects = [{ source: '/.well-known/old', destination: '/guide' }];
  const routes = table(files, redirects, '/docs');
  for (const path of ['/robots.txt', '/llms.txt', '/.well-known/agent-skills/index.json'])
    for (const base of ['', '/docs']) assert.equal(answer(routes, `${base}${path}`), path.slice(1), `${base}${path}`);
  assert.equal(answer(routes, '/.well-known/old'), '308 /docs/guide');
  const odd = [
    '/robots.txt/x',
    '/xrobots.txt',
    '/.well-known/../guide',
    '/.well-known',
    '/llms.txt.html',
    '/sitemap.xml',
  ];
  for (const path of odd) assert.equal(answer(routes, path), 'missing', path);
});

test('redirects respond with 308, or with 307 if they aren’t permanent', () => {
  const routes = table(
    ['old.html', 'new.html'],
    [
      { source: '/old', destination: '/new' },
      { source: '/soon', destination: 'https://example.com/x?y=1#z', permanent: false },
      { source: 'no-slash', destination: 'new' },
    ],
  );
  for (const path of ['/old', '/old/', '/old.html']) assert.equal(answer(routes, path), '308 /new', path);
  assert.equal(answer(routes, '/soon'), '307 https://example.com/x?y=1#z');
  assert.equal(answer(routes, '/no-slash'), '308 /new');
});

test('wildcards insert their matches, and match neither an existing page nor their own destination', () => {
  const routes = table(
    ['docs/a.html', 'docs/index.html', 'docs/users/jo.html', 'docs/v2/x/y.html', 'v2/only.html'],
    [
      { source: '/v1/:slug*', destination: '/v2/:slug*' },
      { source: '/blog/*', destination: 'https://blog.example/*' },
      { source: '/u/:name/edit', destination: '/users/:name' },
      { source: '/beta/:rest*', destination: '/docs' },
      { source: '/:slug*', destination: '/docs/:slug*' },
    ],
  );
  assert.equal(answer(routes, '/v1/x/y'), '308 /v2/x/y');
  assert.equal(answer(routes, '/blog/2024/post'), '308 https://blog.example/2024/post');
  assert.equal(answer(routes, '/u/jo/edit'), '308 /users/jo');
  assert.equal(answer(routes, '/beta/x'), '308 /docs');
  assert.equal(answer(routes, '/docs/a'), 'docs/a.html');
  assert.equal(answer(routes, '/a'), '308 /docs/a');
});

test('a wildcard can’t produce a header with two lines, another host or another scheme', () => {
  const routes = table(
    [],
    [
      { source: '/go/:to*', destination: '/:to*' },
      { source: '/s/*', destination: '*' },
    ],
  );
  for (const path of [
    '/go//evil.example',
    '/go/%2fevil.example',
    '/go/x%0d%0aSet-Cookie:a',
    '/go/%5cevil.example',
    '/s/javascript:alert(1)',
  ]) {
    assert.match(answer(routes, path), /^missing$|^308 \/(?![/\\])/, path);
  }
});

test('a destination that could run scripts or break the header is rejected, and a leading // becomes /', () => {
  const bad = ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/a b'].map((destination) => ({
    source: '/x',
    destination,
  }));
  const { redirects } = toBundleRedirects(bad);
  assert.deepEqual(
    redirects.map((redirect) => redirect.destination),
    ['/evil.example'],
  );
});

test('a redirect to itself is dropped', () => {
  assert.equal(answer(table(['a.html'], [{ source: '/a', destination: '/a.html' }]), '/a'), 'a.html');
});

test('redirect loops respond like a missing page; chains of other redirects are followed one by one', () => {
  const routes = table(
    ['a.html', 'docs/v1/x.html'],
    [
      { source: '/left/*', destination: '/right/*' },
      { source: '/right/:rest*', destination: '/left/:rest*' },
      { source: '/one', destination: '/two?from=one#part' },
      { source: '/two', destination: '/one' },
      { source: '/grow/*', destination: '/grow/more/*' },
      { source: '/docs/*', destination: '/docs/v1/*' },
      { source: '/far/*', destination: 'https://example.com/far/*' },
      { source: '/first', destination: '/second' },
      { source: '/second', destination: '/a' },
      { source: '/to-loop', destination: '/left/x' },
    ],
  );
  for (const path of ['/left/x', '/right/x', '/left/%78', '/one', '/two', '/grow/x', '/docs/gone', '/to-loop'])
    assert.equal(answer(routes, path), 'missing', path);
  assert.equal(answer(routes, '/docs/x'), '308 /docs/v1/x');
  assert.equal(answer(routes, '/far/x'), '308 https://example.com/far/x');
  assert.equal(answer(routes, '/first'), '308 /second');
  assert.equal(answer(routes, '/second'), '308 /a');
});
