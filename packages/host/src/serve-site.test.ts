import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import type { TestServer } from './testing/bundle-server.ts';
import { makeFolder, send, startTestHost } from './testing/start-test-host.ts';
import type { TestHost } from './testing/start-test-host.ts';
import { hangLimitMs } from '../../../scripts/hang-limit.ts';

const script = "document.title += '!';";
const big = Buffer.alloc(3_000_006, 'big file ');
const files: Record<string, string | Buffer> = {
  ...makeSite('v1'),
  'linked.html': `<html><a href="/guides/page-1.html#x">Page</a>${'<p>text</p>'.repeat(50)}</html>`,
  'linked.md': '# Linked',
  'script.html': `<script>${script}</script><script type="application/ld+json">{}</script><script src="https://widgets.example/w.js"></script><iframe src="https://video.example/1"></iframe>`,
  '_docwright/site.0123abcd.css': 'body { color: red }'.repeat(40),
  'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'small.bin': '0123456789',
  'llms-full.txt': 'all of it',
  'film.mp4': big,
};
const redirects = [
  { source: '/old', destination: '/guides/page-1' },
  { source: '/soon', destination: '/guides/page-2?x=1', permanent: false },
  { source: '/blog/*', destination: 'https://blog.example/*' },
];

let host: TestHost;
let link: TestServer;
let folder: Awaited<ReturnType<typeof makeFolder>>;
before(async () => {
  const bundle = await makeBundle({ files, redirects });
  link = await serve((_request, response) => response.end(bundle));
  folder = await makeFolder();
  host = await startTestHost(folder.path, { h2cPort: 0, staticExport: { enabled: true, bundleUrl: link.origin } });
});
after(async () => {
  await host.stop();
  await link[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test('a page responds at its address, with or without a slash, and the address of its file redirects there', async () => {
  const named = await host.get('/guides/page-1.html?utm=x');
  assert.deepEqual([named.status, named.headers.location], [308, '/guides/page-1?utm=x']);
  for (const path of ['/guides/page-1', '/guides/page-1/', '/guides/page-1?utm=x']) {
    const answer = await host.get(path);
    assert.equal(answer.status, 200, path);
    assert.match(answer.text, /page-1 of v1/);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  }
});

test('gzip is served to clients that accept it, and decompresses to the file', async () => {
  const answer = await host.get('/guides/page-1', { 'accept-encoding': 'gzip' });
  assert.equal(answer.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(answer.body).toString(), files['guides/page-1.html']);
  assert.equal(answer.headers.vary, 'Accept, Accept-Encoding');
  for (const refused of ['gzip;q=0', 'identity', '']) {
    assert.equal(
      (await host.get('/guides/page-1', { 'accept-encoding': refused })).headers['content-encoding'],
      undefined,
    );
  }
});

test('a page’s links have no file suffix, in each encoding', async () => {
  const { text } = await host.get('/linked');
  assert.match(text, /^<html data-page-suffix=""><a href="\/guides\/page-1#x">Page<\/a>/);
  const zipped = await host.get('/linked', { 'accept-encoding': 'gzip' });
  assert.equal(gunzipSync(zipped.body).toString(), text);
});

test('Brotli is served once its variants exist, even for pages with rewritten links', async () => {
  await using other = await makeFolder();
  await using compressing = await startTestHost(other.path, {
    brotliQuality: 5,
    staticExport: { enabled: true, bundleUrl: link.origin },
  });
  for (const path of ['/_docwright/site.0123abcd.css', '/linked']) {
    const deadline = Date.now() + hangLimitMs;
    for (;;) {
      const answer = await compressing.get(path, { 'accept-encoding': 'gzip, deflate, br' });
      if (answer.headers['content-encoding'] === 'br') {
        const { text } = await host.get(path);
        assert.equal(brotliDecompressSync(answer.body).toString(), text);
        break;
      }
      assert.ok(Date.now() < deadline, `no brotli variant of ${path} after ten seconds`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});

test('an ETag is strong, differs by variant, and results in status 304', async () => {
  const plain = await host.get('/guides/page-1');
  const zipped = await host.get('/guides/page-1', { 'accept-encoding': 'gzip' });
  const etag = plain.headers.etag ?? '';
  assert.match(etag, /^"[0-9a-f]{32}"$/);
  assert.notEqual(zipped.headers.etag, etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await host.get('/guides/page-1', { 'if-none-match': known });
    assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag], known);
  }
  assert.equal((await host.get('/guides/page-1', { 'if-none-match': '"other"' })).status, 200);
});

test('ranges of small and large files that their bundle stores uncompressed are served', async () => {
  const cases: [string, string, number, string | undefined, string | undefined][] = [
    ['/small.bin', 'bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['/small.bin', 'bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['/small.bin', 'bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['/small.bin', 'bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
    ['/small.bin', 'bytes=10-', 416, '', 'bytes */10'],
    ['/small.bin', 'bytes=-0', 416, '', 'bytes */10'],
    ['/small.bin', 'bytes=4-2', 200, '0123456789', undefined],
    ['/small.bin', 'bytes=0-1,3-4', 200, '0123456789', undefined],
    ['/small.bin', 'lines=1-2', 200, '0123456789', undefined],
    ['/film.mp4', 'bytes=2999997-', 206, 'big file ', 'bytes 2999997-3000005/3000006'],
  ];
  for (const [path, range, status, text, contentRange] of cases) {
    const answer = await host.get(path, { range });
    assert.deepEqual(
      [answer.status, answer.text, answer.headers['content-range']],
      [status, text, contentRange],
      range,
    );
    assert.equal(answer.headers['content-length'], String(answer.body.length));
  }
});

test('a range request for a file that its bundle stores compressed returns the whole file, as at an edge', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const answer = await host.get('/guides/page-1', { range: 'bytes=0-0', 'accept-encoding': encoding });
    assert.deepEqual([answer.status, answer.headers['content-range']], [200, undefined]);
    const content = encoding === 'gzip' ? gunzipSync(answer.body).toString() : answer.text;
    assert.equal(content, files['guides/page-1.html']);
  }
  const { headers } = await host.get('/guides/page-1');
  assert.equal(headers['accept-ranges'], 'none');
});

test('a range is sent only if the client’s ETag matches', async () => {
  const { headers } = await host.get('/small.bin');
  assert.equal((await host.get('/small.bin', { range: 'bytes=0-1', 'if-range': headers.etag ?? '' })).status, 206);
  assert.equal((await host.get('/small.bin', { range: 'bytes=0-1', 'if-range': '"another"' })).status, 200);
});

test('a large file is served completely', async () => {
  const answer = await host.get('/film.mp4');
  assert.equal(createHash('sha256').update(answer.body).digest('hex'), createHash('sha256').update(big).digest('hex'));
});

test('HEAD returns the same status, length and ETag as GET, without a body', async () => {
  for (const path of ['/guides/page-1', '/film.mp4', '/nothing', '/guides/page-2']) {
    const head = await host.get(path, {}, 'HEAD');
    const full = await host.get(path);
    assert.equal(head.body.length, 0);
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.headers.etag],
      [full.status, full.headers['content-length'], full.headers.etag],
    );
  }
});

test('methods other than GET and HEAD are refused', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await host.get('/', {}, method);
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET, HEAD'], method);
  }
});

test('Markdown is served to clients that prefer it', async () => {
  for (const accept of [
    'text/markdown',
    'text/markdown, text/html;q=0.9',
    'text/plain',
    'text/markdown, text/html, */*',
  ]) {
    const answer = await host.get('/guides/page-1', { accept });
    assert.equal(answer.text, '# page-1 of v1', accept);
    assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8');
  }
  for (const accept of [
    'text/html,application/xhtml+xml,*/*;q=0.8',
    '*/*',
    'text/html, text/markdown;q=0.5',
    'text/markdown;q=0',
  ]) {
    assert.match((await host.get('/guides/page-1', { accept })).text, /<!doctype html>/, accept);
  }
  assert.match((await host.get('/script', { accept: 'text/markdown' })).text, /<script>/);
});

test('redirects use their status and keep the query', async () => {
  const answers = await Promise.all(['/old', '/old?a=b', '/soon?a=b', '/blog/x/y'].map((path) => host.get(path)));
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.location]),
    [
      [308, '/guides/page-1'],
      [308, '/guides/page-1?a=b'],
      [307, '/guides/page-2?x=1'],
      [308, 'https://blog.example/x/y'],
    ],
  );
});

test("a missing page responds with 404 and the site's page, and isn’t cached", async () => {
  const answer = await host.get('/nothing/here');
  assert.equal(answer.status, 404);
  assert.match(answer.text, /missing of v1/);
  assert.equal(answer.headers['cache-control'], 'no-cache');
  assert.equal(answer.headers.etag, undefined);
});

test('a hashed asset is immutable, and a page is revalidated', async () => {
  assert.equal(
    (await host.get('/_docwright/site.0123abcd.css')).headers['cache-control'],
    'public, max-age=31536000, immutable',
  );
  assert.equal((await host.get('/guides/page-1')).headers['cache-control'], 'public, max-age=0, must-revalidate');
});

test('a page’s policy names only its own scripts, and its frames', async () => {
  const policy = String((await host.get('/script')).headers['content-security-policy']);
  const hash = createHash('sha256').update(script).digest('base64');
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'));
  assert.equal(scripts, `script-src 'self' 'sha256-${hash}' https://widgets.example`);
  assert.match(policy, /frame-src 'self' https:\/\/video\.example(?:;|$)/);
  const other = String((await host.get('/guides/page-1')).headers['content-security-policy']);
  assert.match(other, /script-src 'self';/);
});

test('an SVG is sandboxed if it is opened directly', async () => {
  assert.match(String((await host.get('/picture.svg')).headers['content-security-policy']), /sandbox/);
});

test('pages, files, redirects, errors and health responses have the security headers', async () => {
  for (const path of ['/', '/nothing', '/old', '/small.bin', '/healthz', '/metrics']) {
    const { headers } = await host.get(path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['x-frame-options'], 'SAMEORIGIN', path);
  }
});

test('a page in HTML or Markdown links to the page list, and other files don’t', async () => {
  for (const path of ['/guides/page-1', '/guides/page-1.md', '/nothing']) {
    const { headers } = await host.get(path);
    assert.equal(headers['link'], '</llms.txt>; rel="llms-txt", </llms-full.txt>; rel="llms-full-txt"', path);
    assert.equal(headers['x-llms-txt'], '/llms.txt', path);
  }
  for (const path of ['/small.bin', '/picture.svg', '/llms.txt', '/old']) {
    const { headers } = await host.get(path);
    assert.deepEqual([headers['link'], headers['x-llms-txt']], [undefined, undefined], path);
  }
});

test('a page and version.json name the commit that the site was built from', async () => {
  for (const path of ['/guides/page-1', '/guides/page-1.md', '/nothing'])
    assert.equal((await host.get(path)).headers['docwright-commit'], 'c0ffee', path);
  assert.equal((await host.get('/small.bin')).headers['docwright-commit'], undefined);
  const { etag = '' } = (await host.get('/guides/page-1')).headers;
  const again = await host.get('/guides/page-1', { 'if-none-match': etag });
  assert.deepEqual([again.status, again.headers['docwright-commit']], [304, 'c0ffee']);
  const answer = await host.get('/_docwright/version.json');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.deepEqual(JSON.parse(answer.text), { version: 'v1', commit: 'c0ffee' });
});

test('HTTP/2 without TLS serves pages', async () => {
  const session = connectHttp2(host.h2cAddress ?? '');
  const stream = session.request({ ':path': '/guides/page-1', 'accept-encoding': 'gzip' });
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  const [headers] = await once(stream, 'response');
  await once(stream, 'end');
  session.close();
  assert.equal(headers[':status'], 200);
  assert.equal(gunzipSync(Buffer.concat(parts)).toString(), files['guides/page-1.html']);
});

test('a file that was changed on disk is not served', async () => {
  await using other = await makeFolder();
  const settings = { staticExport: { enabled: true, bundleUrl: link.origin } };
  await using damaged = await startTestHost(other.path, settings);
  const [version] = await damaged.versions();
  const pack = await open(join(other.path, 'sites/default/versions', version?.id ?? '', 'site.pack'), 'r+');
  const { size } = await pack.stat();
  await pack.write(Buffer.alloc(size), 0, size, 0);
  await pack.close();
  assert.equal((await damaged.get('/guides/page-1?token=canary', { 'accept-encoding': 'gzip' })).status, 500);
  const failed = damaged.logLines.find(({ message }) => message === 'a response failed');
  assert.equal(failed?.level, 'error');
  const { path, code } = failed.fields as { readonly path: string; readonly code: string };
  assert.deepEqual([code, path], ['version-damaged', '/guides/page-1'], 'without the query');
});

test('a site is served only below its base path', async () => {
  const bundle = await makeBundle({ files: makeSite('v1'), basePath: '/docs', redirects });
  await using based = await serve((_request, response) => response.end(bundle));
  await using other = await makeFolder();
  await using site = await startTestHost(other.path, { staticExport: { enabled: true, bundleUrl: based.origin } });
  const page = await site.get('/docs/guides/page-1');
  assert.deepEqual([page.status, page.headers['x-llms-txt']], [200, '/docs/llms.txt']);
  assert.equal((await site.get('/docs')).status, 200);
  assert.equal((await site.get('/guides/page-1')).status, 404);
  assert.equal((await site.get('/')).headers.location, '/docs/');
  assert.equal((await site.get('/docs/old')).headers.location, '/docs/guides/page-1');
});

test('the Host header, not X-Forwarded-Host, determines the site', async () => {
  const [one, two] = await Promise.all(
    ['one', 'two'].map((version) => makeBundle({ version, files: makeSite(version) })),
  );
  await using links = await serve((request, response) => response.end(request.url === '/one' ? one : two));
  await using other = await makeFolder();
  const site = (name: string) => ({
    domains: [`${name}.example`],
    staticExport: { enabled: true, bundleUrl: `${links.origin}/${name}` },
  });
  await using both = await startTestHost(other.path, { sites: { one: site('one'), two: site('two') } });
  const ask = (headers: Record<string, string>) => send(both.address, '/', headers);
  assert.match((await ask({ host: 'one.example' })).text, /home of one/);
  assert.match((await ask({ host: 'TWO.example:8080' })).text, /home of two/);
  assert.match((await ask({ host: 'two.example', 'x-forwarded-host': 'one.example' })).text, /home of two/);
  assert.equal((await ask({ host: 'three.example' })).status, 404);
});
