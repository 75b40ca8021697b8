import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from './test-service.ts';

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

describe('malformed requests', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  /** Sends raw bytes, and reads until the service closes the connection. */
  const exchange = (bytes: string): Promise<RawAnswer[]> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
      const chunks: Buffer[] = [];
      socket.setTimeout(20_000, () => socket.destroy(new Error('the connection was left open')));
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('end', () => resolve(parseAnswers(Buffer.concat(chunks).toString('latin1'))));
      socket.on('error', reject);
      socket.write(Buffer.from(bytes, 'latin1'));
    });

  const expectError = (answer: RawAnswer | undefined, status: number, code: string): void => {
    assert.equal(answer?.status, status, JSON.stringify(answer));
    const { error, requestId, ...rest } = JSON.parse(answer.body);
    assert.equal(rest.code, code, answer.body);
    assert.ok(typeof error === 'string' && error.length > 0);
    assert.equal(requestId, answer.headers['x-request-id']);
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    assert.equal(Number(answer.headers['content-length']), Buffer.byteLength(answer.body, 'latin1'));
  };

  const host = 'Host: localhost\r\n';
  const unreadable: readonly (readonly [what: string, bytes: string, status?: number, code?: string])[] = [
    ['a header without a name', `GET /healthz HTTP/1.1\r\n${host}: x\r\n\r\n`],
    ['a header without a colon', `GET /healthz HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
    ['a NUL in a header', `GET /healthz HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
    ['a folded header', `GET /healthz HTTP/1.1\r\n${host} X: y\r\n\r\n`],
    ['a space before the colon', `GET /healthz HTTP/1.1\r\n${host}X : y\r\n\r\n`],
    ['a path with a space', `GET /a b HTTP/1.1\r\n${host}\r\n`],
    ['HTTP/3.0', `GET / HTTP/3.0\r\n${host}\r\n`],
    ['no method', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', `MAKE /healthz HTTP/1.1\r\n${host}\r\n`],
    ['two lengths', `POST /auth/sign-in HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'a length and chunks',
      `POST /auth/sign-in HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['an invalid length', `POST /auth/sign-in HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
    ['an invalid chunk size', `POST /healthz HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['headers of 20 KB', `GET /healthz HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['a path of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431, 'headers_too_large'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['an expectation', `GET /healthz HTTP/1.1\r\n${host}Expect: tea\r\n\r\n`, 417, 'expectation_failed'],
    ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405, 'method_not_allowed'],
  ];
  for (const [what, bytes, status = 400, code = 'invalid_request'] of unreadable) {
    test(`${what} is answered with ${status} in the common error format, and the connection is closed`, async () => {
      const answers = await exchange(bytes);
      assert.equal(answers.length, 1, JSON.stringify(answers));
      expectError(answers[0], status, code);
      assert.equal(answers[0]?.headers['connection'], 'close');
    });
  }

  test('two Host or Authorization headers are refused with 400, because parsers differ in which of them they use', async () => {
    const key = `Authorization: Bearer ${service.apiKey}\r\n`;
    for (const headers of [`${host}Host: evil.example\r\n${key}`, `${host}${host}${key}`, `${host}${key}${key}`]) {
      const [answer] = await exchange(`GET /v1/me HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
      expectError(answer, 400, 'invalid_request');
    }
  });

  test('an invalid Host is refused with 400, and a Host with a port or an IPv6 address is valid', async () => {
    for (const [name, status] of [
      ['a b', 400],
      ['a/b', 400],
      ['user@a', 400],
      ['a,b', 200],
      ['a:8080', 200],
      ['[::1]:80', 200],
      ['', 200],
    ] as const) {
      const [answer] = await exchange(`GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
      assert.equal(answer?.status, status, name);
    }
  });

  test('an HTTP/1.0 request needs no Host', async () => {
    const [answer] = await exchange('GET /healthz HTTP/1.0\r\n\r\n');
    assert.equal(answer?.status, 200);
  });

  test('invalid bytes after a request in the same packet are answered after the request', async () => {
    const answers = await exchange(`GET /readyz HTTP/1.1\r\n${host}\r\nnonsense\r\n\r\n`);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400],
    );
    expectError(answers[1], 400, 'invalid_request');
  });

  test('methods and paths without a route are answered with 404, or 405 and Allow, and the connection remains open', async () => {
    const next = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    for (const [line, status, code] of [
      ['PROPFIND /v1/projects', 405, 'method_not_allowed'],
      ['OPTIONS /v1/projects', 405, 'method_not_allowed'],
      ['TRACE /healthz', 405, 'method_not_allowed'],
      ['GET /nothing', 404, 'not_found'],
      ['GET http://other.example/nothing', 404, 'not_found'],
      ['OPTIONS *', 404, 'not_found'],
    ] as const) {
      const [first, second] = await exchange(`${line} HTTP/1.1\r\n${host}\r\n${next}`);
      expectError(first, status, code);
      assert.equal(first?.headers['allow'] !== undefined, status === 405, line);
      assert.equal(second?.status, 200, line);
    }
  });
});

/** Parses all responses on a connection, each with its declared length. */
function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    assert.ok(end > 0, `no answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    answers.push({ status: Number(first.split(' ')[1]), headers, body });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
