import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createHttpClient, type HttpClient } from '../../../platform/http-client/index.ts';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { createSpecFetcher, type SpecTimes } from './fetch-specs.ts';
import { UnresponsiveHosts } from './unresponsive-hosts.ts';

describe('a specification by URL', () => {
  let address = '';
  let http: HttpClient;
  const asked: string[] = [];
  /** Each call answers one request for `/silent`; until then, the request gets no response. */
  const open: (() => void)[] = [];
  /** Called in order, one for each request for `/silent`. */
  const heard: (() => void)[] = [];
  const clock = createFixedClock(new Date(0));
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const [, kind, rest = ''] = /^\/(\w+)\/?(.*)$/.exec(path) ?? [];
    switch (kind) {
      case 'spec':
        return response.end('{"openapi":"3.1.0"}');
      case 'to':
        return response.writeHead(302, { location: decodeURIComponent(rest) }).end();
      case 'silent':
        open.push(() => response.end('{}'));
        return heard.shift()?.();
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
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    http = createHttpClient({ allowedPrivateHosts: [address] });
  });
  after(async () => {
    await http.close();
    server.close();
  });
  const fetchSpecs = (urls: readonly string[], hosts: readonly string[] = ['*']) =>
    createSpecFetcher({ http, hosts, silent: new UnresponsiveHosts(clock) })(
      { organizationId: 'org_a', urls },
      new AbortController().signal,
    );
  const createPatient = (times?: SpecTimes, silent = new UnresponsiveHosts(clock)) =>
    createSpecFetcher({ http, hosts: ['*'], silent, ...(times && { times }) });
  const problemOf = (specs: Awaited<ReturnType<typeof fetchSpecs>>): string =>
    specs.map((spec) => ('problem' in spec ? spec.problem : 'fetched')).join(' ');
  const problem = async (url: string, hosts?: readonly string[]): Promise<string> => {
    const [spec] = await fetchSpecs([url], hosts);
    return spec !== undefined && 'problem' in spec ? spec.problem : 'it was fetched';
  };

  test('is returned once per URL, even through a redirect, as bytes with their digest', async () => {
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

  test('is reported as a problem with its reason if it can’t be fetched', async () => {
    const closed = 'http://127.0.0.1:1/openapi.json';
    const table: readonly (readonly [string, RegExp])[] = [
      [`${address}/status/503`, /^the host returned status 503\.$/],
      [`${address}/large`, /has 22020096 bytes or more; at most 20971520 are allowed/],
      [`${address}/again`, /^it has more than 5 redirects\.$/],
      [closed, /127\.0\.0\.1/],
      ['http://specs.example.com/openapi.json', /http: is not allowed/],
      ['https://user:pass@specs.example.com/a', /contains a user name or a password/],
      ['https://specs.invalid/openapi.json', /specs\.invalid failed/],
    ];
    for (const [url, message] of table) assert.match(await problem(url), message, url);
  });

  test('is not requested from a private network, directly or through a redirect', async () => {
    for (const host of ['169.254.169.254', '10.0.0.1', '[::1]', 'localhost', '2130706433', '[::ffff:10.0.0.1]']) {
      assert.match(await problem(`https://${host}/openapi.json`), /not a public address/, host);
      const redirect = `${address}/to/${encodeURIComponent(`https://${host}/openapi.json`)}`;
      assert.match(await problem(redirect), /not a public address/, host);
    }
  });

  test('is requested only from allowed hosts, even after a redirect', async () => {
    asked.length = 0;
    assert.match(
      await problem(`${address}/spec`, []),
      /^fetching specifications is turned off; set DOCWRIGHT_SPEC_HOSTS/,
    );
    assert.match(await problem(`${address}/spec`, ['specs.example.com']), /^the host 127\.0\.0\.1 is not allowed/);
    assert.deepEqual(asked, []);
    assert.equal(await problem(`${address}/spec`, ['127.0.0.1']), 'it was fetched');
    const away = `${address}/to/${encodeURIComponent('https://other.example.com/openapi.json')}`;
    assert.match(
      await problem(away, ['127.0.0.1', '*.specs.example.com']),
      /^the host other\.example\.com is not allowed/,
    );
    const below = `${address}/to/${encodeURIComponent('https://a.specs.invalid/openapi.json')}`;
    assert.match(await problem(below, ['127.0.0.1', '*.specs.invalid']), /a\.specs\.invalid failed/);
  });

  test('is fetched in parallel with at most four others of its site', async () => {
    open.length = 0;
    const five = Promise.withResolvers<void>();
    heard.push(...Array.from({ length: 4 }, () => () => undefined), five.resolve);
    const urls = Array.from({ length: 7 }, (_, index) => `${address}/silent/${index}`);
    const fetching = fetchSpecs(urls);
    await five.promise;
    assert.equal(open.length, 5);
    const last = Promise.withResolvers<void>();
    heard.push(() => undefined, last.resolve);
    for (const answerIt of open.slice(0, 2)) answerIt();
    await last.promise;
    assert.equal(open.length, 7);
    for (const answerIt of open) answerIt();
    assert.deepEqual(
      (await fetching).map(({ url }) => url),
      urls,
    );
  });

  test('fails at the time limit for all specifications of its site', async () => {
    const urls = Array.from({ length: 50 }, (_, index) => `${address}/silent/${index}`);
    const fetch = createPatient({ oneMs: 600_000, allMs: 50 });
    const specs = await fetch({ organizationId: 'org_a', urls }, new AbortController().signal);
    const reasons = new Set(specs.map((spec) => ('problem' in spec ? spec.problem : 'it was fetched')));
    assert.deepEqual([specs.length, reasons.size], [50, 1]);
    assert.match([...reasons].join(), /all specifications of a site together may take at most 0\.05 s/);
  });

  test('is not requested from a host that didn’t answer this organization in the last three minutes', async () => {
    const silent = new UnresponsiveHosts(clock);
    const [fetch, giveUpSoon] = [
      createPatient(undefined, silent),
      createPatient({ oneMs: 50, allMs: 600_000 }, silent),
    ];
    const ask = async (organizationId: string, path: string, by = fetch): Promise<string> =>
      problemOf(await by({ organizationId, urls: [address + path] }, new AbortController().signal));
    assert.match(await ask('org_a', '/silent', giveUpSoon), /did not arrive within/);
    asked.length = 0;
    assert.match(await ask('org_a', '/spec'), /did not respond before and is retried in 180 s/);
    assert.deepEqual(asked, []);
    assert.equal(await ask('org_b', '/spec'), 'fetched');
    clock.advance(180_000);
    assert.equal(await ask('org_a', '/spec'), 'fetched');
  });

  test('is not fetched if the site already references fifty others', async () => {
    const specs = await fetchSpecs(Array.from({ length: 51 }, (_, index) => `${address}/spec/${index}`));
    assert.deepEqual(
      specs.flatMap((spec) => ('problem' in spec ? [spec.problem] : [])),
      ['a site may reference at most 50 specifications by URL.'],
    );
  });
});
