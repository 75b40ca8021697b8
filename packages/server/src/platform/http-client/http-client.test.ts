import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { toExactOrigin } from './check-url.ts';
import { createUrlCheck, createHttpClient } from './create-http-client.ts';
import { HttpClientError } from './errors.ts';
import type { HttpClient, HttpClientSettings } from './http-client.ts';
import type { Resolve } from './create-agent.ts';

const failsWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof HttpClientError, String(error));
  assert.equal(error.code, code, error.message);
  return true;
};

/** All names resolve to a public address. */
const publicName: Resolve = (_name, callback) => callback(null, [{ address: '93.184.215.14', family: 4 }]);

/** A server on 127.0.0.1 and a client; `reached` counts the requests that reached the server. */
async function withServer(
  listener: RequestListener,
  action: (context: {
    port: number;
    client: (settings?: HttpClientSettings, resolve?: Resolve) => HttpClient;
    reached: () => number;
  }) => Promise<void>,
): Promise<void> {
  let reached = 0;
  const server = createServer((request, response) => {
    reached += 1;
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: HttpClient[] = [];
  const client = (
    settings: HttpClientSettings = { allowedPrivateHosts: ['127.0.0.1'] },
    resolve?: Resolve,
  ): HttpClient => {
    const made = createHttpClient({ allowPlainHttp: true, ...settings }, resolve);
    clients.push(made);
    return made;
  };
  try {
    await action({ port, client, reached: () => reached });
  } finally {
    for (const made of clients) await made.close();
    server.closeAllConnections();
    server.close();
  }
}

describe('addresses that a tenant must not reach', () => {
  test('are refused in different spellings of a URL', () =>
    withServer(
      (_request, response) => response.end('inside'),
      async ({ port, client, reached }) => {
        const hosts = [
          '127.0.0.1',
          '127.1',
          '0177.0.0.1',
          '0x7f.0.0.1',
          '0x7f000001',
          '2130706433',
          '0',
          '127.0.0.1.',
          '１２７.0.0.1',
          '[::1]',
          '[::]',
          '[::127.0.0.1]',
          '[::ffff:127.0.0.1]',
          '[0:0:0:0:0:ffff:7f00:1]',
          'localhost',
          'LOCALHOST',
          '127。0。0。1',
        ];
        const strict = client({ allowedPrivateHosts: [] });
        for (const host of hosts) {
          const request = strict.request({ method: 'GET', url: `http://${host}:${port}/` });
          await assert.rejects(request, failsWith('address-refused'), host);
        }
        assert.equal(reached(), 0);
      },
    ));

  test('are refused if a name resolves to them when the connection is opened', () =>
    withServer(
      (_request, response) => response.end('inside'),
      async ({ port, client, reached }) => {
        const answers = [['127.0.0.1'], ['10.0.0.1', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1']];
        for (const addresses of answers) {
          const resolve: Resolve = (_name, callback) =>
            callback(
              null,
              addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
            );
          const request = client({ allowedPrivateHosts: [] }, resolve).request({
            method: 'GET',
            url: `http://rebinding.example:${port}/`,
          });
          await assert.rejects(request, failsWith('address-refused'));
        }
        assert.equal(reached(), 0);
      },
    ));

  test('are accessible only if the operator allows the host, and at the allowed port', () =>
    withServer(
      (_request, response) => response.end('inside'),
      async ({ port, client }) => {
        const get = async (allowed: string, host: string): Promise<string> =>
          (
            await client({ allowedPrivateHosts: [allowed] }).request({ method: 'GET', url: `http://${host}:${port}/` })
          ).text();
        assert.equal(await get('127.0.0.1', '127.0.0.1'), 'inside');
        assert.equal(await get(`127.0.0.1:${port}`, '127.0.0.1'), 'inside');
        assert.equal(await get(`LOCALHOST:${port}`, 'localhost'), 'inside');
        await assert.rejects(get('127.0.0.1:1', '127.0.0.1'), failsWith('address-refused'));
        await assert.rejects(get('localhost', '127.0.0.1'), failsWith('address-refused'));
      },
    ));
});

describe('URLs', () => {
  test('can use plain http only for a host that the operator allowed', async () => {
    const check = createUrlCheck({ allowedPrivateHosts: ['git.internal', '127.0.0.1:8080'] }, publicName);
    for (const url of ['http://git.internal/x', 'http://127.0.0.1:8080/', 'https://example.com/']) await check(url);
    for (const url of ['http://example.com/', 'http://127.0.0.1:9090/', 'http://git.internal.example/']) {
      await assert.rejects(check(url), failsWith('scheme-refused'), url);
    }
  });

  test('of private hosts are allowed only with the listed scheme and port', async () => {
    const check = createUrlCheck({ allowedPrivateHosts: ['http://10.0.0.1:3000', 'https://10.0.0.1:443'] }, publicName);
    for (const url of ['http://10.0.0.1:3000/x', 'https://10.0.0.1/']) await check(url);
    for (const url of [
      'https://10.0.0.1:3000/',
      'http://10.0.0.1/',
      'https://10.0.0.1:8443/',
      'http://10.0.0.1:443/',
    ]) {
      await assert.rejects(check(url), HttpClientError, url);
    }
  });

  test('of hosts that can only be this machine or in a private network are refused by the check', async () => {
    const names: Record<string, readonly string[]> = {
      'inside.example': ['10.0.0.1', '::1'],
      'both.example': ['10.0.0.1', '93.184.215.14'],
    };
    const resolve: Resolve = (name, callback) => {
      const addresses = names[name];
      if (addresses === undefined) callback(new Error('not found'), []);
      else
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
    };
    const check = createUrlCheck({}, resolve);
    for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.', 'inside.example']) {
      await assert.rejects(check(`https://${host}/`), failsWith('address-refused'), host);
    }
    // These names are unknown to this resolver, and can never be public hosts.
    for (const host of [
      'localhost.localdomain',
      'localhost6.localdomain6',
      'intranet',
      'Printer.local.',
      'db.internal',
      'nas.home.arpa',
    ])
      await assert.rejects(check(`https://${host}/`), failsWith('address-refused'), host);
    for (const host of ['both.example', 'not-yet.example', 'notlocalhost.example', 'internal.example'])
      await check(`https://${host}/`);
    await createUrlCheck({ allowedPrivateHosts: ['https://localhost:443'] }, resolve)('https://localhost/');
  });

  test('are reported in errors without the address to which the host name resolves', async () => {
    const resolve: Resolve = (_name, callback) => callback(null, [{ address: '10.20.30.40', family: 4 }]);
    const check = await createUrlCheck({}, resolve)('https://inside.example/').catch((error: Error) => error);
    const request = { method: 'GET', url: 'https://inside.example/' } as const;
    const refused = await createHttpClient({}, resolve)
      .request(request)
      .catch((error: Error) => error);
    const closed: Resolve = (_name, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const allowed = createHttpClient({ allowedPrivateHosts: ['inside.example:1'] }, closed);
    const failed = await allowed
      .request({ ...request, url: 'https://inside.example:1/' })
      .catch((error: Error) => error);
    for (const error of [check, refused, failed]) {
      assert.ok(error instanceof HttpClientError);
      assert.match(error.message, /inside\.example/);
      assert.doesNotMatch(error.message, /10\.20\.30\.40|127\.0\.0\.1/);
    }
    assert.match(
      String((check as Error).cause),
      /10\.20\.30\.40/,
      'the cause, which is only logged, contains the address',
    );
  });

  test('of private hosts in the settings can contain only a name or address, a scheme and a port', () => {
    for (const [text, origin] of [
      ['git.internal', 'https://git.internal:443'],
      ['Git.internal:8443', 'https://git.internal:8443'],
      ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
      ['http://git.internal', 'http://git.internal:80'],
      ['[::1]:8443', 'https://[::1]:8443'],
    ] as const) {
      assert.equal(toExactOrigin(text), origin);
    }
    for (const text of [
      '',
      '*',
      '*.internal',
      'ftp://x',
      'https://x/path',
      'https://u@x',
      'x?y',
      '10.0.0.0/8',
      'x y',
    ]) {
      assert.equal(toExactOrigin(text), undefined, text);
    }
  });

  test('are refused if they are malformed, or have another scheme or a password', async () => {
    const client = createHttpClient();
    const cases = {
      'scheme-refused': [
        'http://example.com/',
        'ftp://example.com/',
        'file:///etc/passwd',
        'gopher://example.com/',
        'data:text/plain,x',
        'unix:/run/docker.sock',
      ],
      'url-invalid': [
        '',
        'example.com',
        '//example.com/',
        'https://',
        'https://u:p@example.com/',
        'https://u@example.com/',
        `https://example.com/${'a'.repeat(9000)}`,
      ],
    };
    for (const [code, urls] of Object.entries(cases)) {
      for (const url of urls) await assert.rejects(client.request({ method: 'GET', url }), failsWith(code), url);
    }
    await client.close();
  });
});

describe('redirects', () => {
  test('are followed, and the body is sent again only if the status requires it', () =>
    withServer(
      (request, response) => {
        const status = Number(request.url?.slice(1));
        if (status) response.writeHead(status, { location: '/end' }).end();
        else
          request
            .setEncoding('utf8')
            .on('data', () => undefined)
            .on('end', () => response.end(`${request.method} ${request.headers['content-type'] ?? '-'}`));
      },
      async ({ port, client }) => {
        const expected = { 301: 'GET -', 302: 'GET -', 303: 'GET -', 307: 'POST text/plain', 308: 'POST text/plain' };
        for (const [status, answer] of Object.entries(expected)) {
          const response = await client().request({
            method: 'POST',
            url: `http://127.0.0.1:${port}/${status}`,
            body: 'x',
            headers: { 'Content-Type': 'text/plain' },
          });
          assert.equal(await response.text(), answer, status);
          assert.equal(response.url, `http://127.0.0.1:${port}/end`);
        }
      },
    ));

  test('to a private address or another scheme are refused', () =>
    withServer(
      (request, response) =>
        response.writeHead(302, { location: decodeURIComponent(request.url?.slice(1) ?? '') }).end(),
      async ({ port, client, reached }) => {
        const targets = {
          'address-refused': [
            'http://10.0.0.1/',
            'http://[::1]/',
            'http://169.254.169.254/latest/meta-data',
            '//127.2.2.2/',
          ],
          'scheme-refused': ['file:///etc/passwd', 'ftp://example.com/'],
          'url-invalid': ['https://u:p@example.com/'],
          'redirect-invalid': ['http://['],
        };
        for (const [code, locations] of Object.entries(targets)) {
          for (const location of locations) {
            const before = reached();
            await assert.rejects(
              client().request({ method: 'GET', url: `http://127.0.0.1:${port}/${encodeURIComponent(location)}` }),
              failsWith(code),
              location,
            );
            assert.equal(reached(), before + 1);
          }
        }
      },
    ));

  test('carry secrets to the same host, but not to another host', () =>
    withServer(
      (request, response) => {
        const { authorization, cookie } = request.headers;
        const target = {
          '/same': '/seen',
          '/other': `http://localhost:${(request.socket.address() as AddressInfo).port}/seen`,
        }[request.url ?? ''];
        if (target !== undefined) response.writeHead(307, { location: target }).end();
        else response.end(`${authorization ?? '-'} ${cookie ?? '-'} ${String(request.headers['x-plain'])}`);
      },
      async ({ port, client }) => {
        const headers = { Authorization: 'Bearer canary', Cookie: 'canary', 'X-Plain': 'kept' };
        const get = async (path: string): Promise<string> =>
          (
            await client({ allowedPrivateHosts: ['127.0.0.1', 'localhost'] }).request({
              method: 'GET',
              url: `http://127.0.0.1:${port}${path}`,
              headers,
            })
          ).text();
        assert.equal(await get('/same'), 'Bearer canary canary kept');
        assert.equal(await get('/other'), '- - kept');
      },
    ));

  test('are followed up to the allowed number; if none are allowed, the redirect itself is the response', () =>
    withServer(
      (_request, response) => response.writeHead(302, { location: '/again' }).end(),
      async ({ port, client, reached }) => {
        await assert.rejects(
          client().request({ method: 'GET', url: `http://127.0.0.1:${port}/`, maxRedirects: 3 }),
          failsWith('too-many-redirects'),
        );
        assert.equal(reached(), 4);
        const response = await client().request({ method: 'GET', url: `http://127.0.0.1:${port}/`, maxRedirects: 0 });
        assert.equal(response.status, 302);
        await response.discard();
      },
    ));
});

describe('responses', () => {
  test('are stopped at the size limit, with or without a Content-Length header, and are requested uncompressed', () =>
    withServer(
      (request, response) => {
        assert.equal(request.headers['accept-encoding'], 'identity');
        if (request.url === '/announced') response.setHeader('content-length', 100_000);
        response.write('x'.repeat(50_000));
        response.end('x'.repeat(50_000));
      },
      async ({ port, client }) => {
        const get = (path: string, maxBytes: number) =>
          client().request({ method: 'GET', url: `http://127.0.0.1:${port}${path}`, maxBytes });
        await assert.rejects(get('/announced', 99_999), failsWith('response-too-large'));
        await assert.rejects((await get('/', 99_999)).bytes(), failsWith('response-too-large'));
        assert.equal((await (await get('/', 100_000)).bytes()).byteLength, 100_000);
      },
    ));

  test('that arrive too late or stall midway are canceled', () =>
    withServer(
      (request, response) => {
        if (request.url === '/half') response.write('half');
      },
      async ({ port, client }) => {
        const get = (path: string) =>
          client().request({ method: 'GET', url: `http://127.0.0.1:${port}${path}`, timeoutMs: 200 });
        await assert.rejects(get('/'), failsWith('timed-out'));
        await assert.rejects((await get('/half')).text(), failsWith('timed-out'));
      },
    ));

  test('can arrive on as many connections as allowed', async () => {
    const held: (() => void)[] = [];
    const all = Promise.withResolvers<void>();
    await withServer(
      (_request, response) => {
        if (held.push(() => response.end()) === 40) all.resolve();
      },
      async ({ port, client }) => {
        const many = client({ allowedPrivateHosts: ['127.0.0.1'], maxConnections: 40 });
        const answers = Array.from({ length: 41 }, () =>
          many.request({ method: 'GET', url: `http://127.0.0.1:${port}/` }),
        );
        await all.promise;
        assert.equal(held.length, 40);
        for (const end of held) end();
        await Promise.all(answers.slice(0, 40));
        // The last request reused a free connection.
        while (held.length < 41) await new Promise((resolve) => setImmediate(resolve));
        held.at(-1)?.();
        await answers[40];
      },
    );
  });

  test('are not awaited after a cancellation; a connection error has a different code', () =>
    withServer(
      () => undefined,
      async ({ port, client }) => {
        const abort = new AbortController();
        const request = client().request({ method: 'GET', url: `http://127.0.0.1:${port}/`, signal: abort.signal });
        abort.abort();
        await assert.rejects(request, failsWith('cancelled'));
        await assert.rejects(
          client().request({ method: 'GET', url: 'http://127.0.0.1:1/' }),
          failsWith('connection-failed'),
        );
      },
    ));
});
