import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createHttpClient, type HttpClient } from '../../platform/http-client/index.ts';
import { createSpecFetcher } from './fetch-specs.ts';

describe('a specification by URL', () => {
  let address = '';
  let http: HttpClient;
  const asked: string[] = [];
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const [, kind, rest = ''] = /^\/(\w+)\/?(.*)$/.exec(path) ?? [];
    switch (kind) {
      case 'spec':
        return response.end('{"openapi":"3.1.0"}');
      case 'to':
        return response.writeHead(302, { location: decodeURIComponent(rest) }).end();
      case 'large':
        return response.writeHead(200, { 'content-length': String(21 * 1024 ** 2) }).end();
      case 'again':
        return response.writeHead(301, { location: '/again' }).end();
      default:
        return response.writeHead(Number(rest) || 404).end();
    }
  };
  const server = createServer(answer);
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    http = createHttpClient({ allowedPrivateHosts: [address] });
  });
  after(async () => {
    await http.close();
    server.close();
  });
  const fetchSpecs = (urls: readonly string[], hosts: readonly string[] = ['*']) =>
    createSpecFetcher({ http, hosts })(urls, AbortSignal.timeout(30_000));
  const problem = async (url: string, hosts?: readonly string[]): Promise<string> => {
    const [spec] = await fetchSpecs([url], hosts);
    return spec !== undefined && 'problem' in spec ? spec.problem : 'it was fetched';
  };

  it('is its bytes with their digest, by a redirect too, and asked for once', async () => {
    const [spec, redirected, ...more] = await fetchSpecs([
      `${address}/spec`,
      `${address}/to/${encodeURIComponent('/spec')}`,
      `${address}/spec`,
    ]);
    assert.deepEqual(more, []);
    assert.deepEqual(spec, {
      url: `${address}/spec`,
      bytes: Buffer.from('{"openapi":"3.1.0"}'),
      sha256: '1f7b61c52c664d551376cf25d7c387f8c0832ba9fe00995f7d12dd1909ea0de5',
    });
    assert.ok(redirected !== undefined && 'sha256' in redirected && redirected.url.includes('/to/'));
  });

  it('that can’t be had is a problem that says why, and never an error', async () => {
    const closed = 'http://127.0.0.1:1/openapi.json';
    const table: readonly (readonly [string, RegExp])[] = [
      [`${address}/status/503`, /^the host answers 503\.$/],
      [`${address}/large`, /answers with 22020096 bytes or more; at most 20971520 are taken/],
      [`${address}/again`, /^it leads through more than 5 redirects\.$/],
      [closed, /127\.0\.0\.1/],
      ['http://specs.example.com/openapi.json', /http: is not allowed/],
      ['https://user:pass@specs.example.com/a', /holds a user name or a password/],
      ['https://specs.invalid/openapi.json', /specs\.invalid failed/],
    ];
    for (const [url, message] of table) assert.match(await problem(url), message, url);
  });

  it('never leads into a private network, by itself or by a redirect', async () => {
    for (const host of ['169.254.169.254', '10.0.0.1', '[::1]', 'localhost', '2130706433', '[::ffff:10.0.0.1]']) {
      assert.match(await problem(`https://${host}/openapi.json`), /not a public address/, host);
      const redirect = `${address}/to/${encodeURIComponent(`https://${host}/openapi.json`)}`;
      assert.match(await problem(redirect), /not a public address/, host);
    }
  });

  it('is asked of allowed hosts alone, wherever a redirect leads', async () => {
    asked.length = 0;
    assert.match(
      await problem(`${address}/spec`, []),
      /^no host is asked for specifications here; DOCWRIGHT_SPEC_HOSTS/,
    );
    assert.match(await problem(`${address}/spec`, ['specs.example.com']), /^the host 127\.0\.0\.1 is not asked/);
    assert.deepEqual(asked, []);
    assert.equal(await problem(`${address}/spec`, ['127.0.0.1']), 'it was fetched');
    const away = `${address}/to/${encodeURIComponent('https://other.example.com/openapi.json')}`;
    assert.match(
      await problem(away, ['127.0.0.1', '*.specs.example.com']),
      /^the host other\.example\.com is not asked/,
    );
    const below = `${address}/to/${encodeURIComponent('https://a.specs.invalid/openapi.json')}`;
    assert.match(await problem(below, ['127.0.0.1', '*.specs.invalid']), /a\.specs\.invalid failed/);
  });

  it('beyond the fiftieth of a site is not fetched', async () => {
    const specs = await fetchSpecs(Array.from({ length: 51 }, (_, index) => `${address}/spec/${String(index)}`));
    assert.deepEqual(
      specs.flatMap((spec) => ('problem' in spec ? [spec.problem] : [])),
      ['a site may name 50 specifications by URL.'],
    );
  });
});
