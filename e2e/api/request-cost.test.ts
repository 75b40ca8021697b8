/**
 * The maximum cost of a request to the API, counted in statements and returned rows, so that it is the same on every
 * machine. The costs of site files are tested in `packages/site-server/src/bundle/request-cost.test.ts`, those of
 * search and MCP in `packages/site-assistant/src/http/request-cost.test.ts`, and the rows that a statement reads in
 * `packages/server/src/testing/statements`.
 */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { defaultMaxBodyBytes, operations, type Operation } from '@docwright/contract';
import pg from 'pg';
import { startTestService, type Answer, type RequestOptions, type TestService } from './test-service.ts';

interface Work {
  readonly statements: string[];
  rows: number;
}

/** Statements that requests run, excluding the service's background work. */
class StatementCount implements Disposable {
  readonly #requests = new AsyncLocalStorage<true>();
  readonly #query = Reflect.get<typeof pg.Client.prototype, 'query'>(pg.Client.prototype, 'query');
  readonly #begin = (): void => this.#requests.enterWith(true);
  #work: Work = { statements: [], rows: 0 };

  constructor() {
    subscribe('http.server.request.start', this.#begin);
    const { prototype } = pg.Client as unknown as { prototype: { query: (...parts: unknown[]) => unknown } };
    const isInRequest = (): boolean => this.#requests.getStore() === true;
    const current = (): Work => this.#work;
    const query = this.#query as unknown as (...parts: unknown[]) => unknown;
    prototype.query = function (this: pg.Client, ...parts: unknown[]) {
      const answer = query.apply(this, parts);
      if (!isInRequest()) return answer;
      const [asked] = parts as [string | { readonly text?: string }];
      const work = current();
      work.statements.push(typeof asked === 'string' ? asked : (asked.text ?? 'a cursor'));
      if (answer instanceof Promise)
        answer.then(
          ({ rows }: { readonly rows?: readonly unknown[] }) => (work.rows += rows?.length ?? 0),
          () => undefined,
        );
      return answer;
    };
  }

  start(): Work {
    this.#work = { statements: [], rows: 0 };
    return this.#work;
  }

  [Symbol.dispose](): void {
    unsubscribe('http.server.request.start', this.#begin);
    pg.Client.prototype.query = this.#query;
  }
}

const all = Object.entries(operations) as [string, Operation][];
const withKey = all.filter(([, { scope }]) => scope !== null);
const withBody = all.filter(([, { body, scope }]) => body !== null && scope !== null);
/** The statements that find the key, record its last use, and read its organization's plan. */
const keyStatement = /\bapi_keys\b|^select "plan" from "organizations"/;

describe('a request to the API', () => {
  let service: TestService;
  let count: StatementCount;
  before(async () => {
    service = await startTestService();
    count = new StatementCount();
  });
  after(async () => {
    count[Symbol.dispose]();
    await service.stop();
  });

  const pathOf = ({ path }: Operation): string =>
    path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === 'projectId' ? service.projectId : 'missing'));
  const send = async (operation: Operation, options: RequestOptions, method: string = operation.method) => {
    const work = count.start();
    const answer = await service.request(method, pathOf(operation), options);
    return { answer, work, statements: work.statements.filter((statement) => !keyStatement.test(statement)) };
  };

  test('without a valid key causes at most the query for its key', async () => {
    assert.ok(withKey.length > 100, String(withKey.length));
    const unknown = wellFormedKey();
    for (const [name, operation] of withKey) {
      for (const key of [null, 'x', `${service.apiKey.slice(0, -1)}-`]) {
        const { answer, work } = await send(operation, { key });
        assert.deepEqual([answer.status, work.statements], [401, []], name);
      }
      const { answer, work, statements } = await send(operation, { key: unknown });
      assert.deepEqual([answer.status, statements], [401, []], name);
      assert.ok(work.statements.length <= 1, `${name}: ${work.statements.join('\n')}`);
    }
  });

  test('with a method that the path doesn’t support causes no query', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    for (const [name, operation] of all) {
      const path = pathOf(operation);
      const known = all.filter(([, other]) => toPattern(other).test(path)).map(([, { method }]) => method);
      const method = methods.find((one) => !known.includes(one as never));
      if (method === undefined) continue;
      const { answer, statements } = await send(operation, {}, method);
      assert.ok(answer.status === 405 || answer.status === 404, `${name} ${method}: ${answer.status}`);
      assert.deepEqual(statements, [], `${name} ${method}`);
    }
  });

  test('with an invalid body (too large, not JSON, another type, nested too deeply) causes only the query for its key', async () => {
    assert.ok(withBody.length > 30, String(withBody.length));
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const [name, operation] of withBody) {
      const bodies: readonly [string, RequestOptions, readonly number[]][] = [
        ['not JSON', { body: '{"a":' }, [400]],
        ['not an object', { body: '7' }, [400]],
        ['too deep', { body: deep }, [400]],
        ['another type', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, [415]],
      ];
      for (const [what, options, statuses] of bodies) {
        const { answer, statements } = await send(operation, options);
        assertRefused(answer, statuses, `${name}, ${what}`);
        assert.deepEqual(statements, [], `${name}, ${what}`);
      }
    }
    // Operations have the usual limit or their own, so testing one of each kind is sufficient.
    for (const operation of [operations.createProject, operations.createRepositoryCommit] as const) {
      const bytes = (operation as Operation).maxBodyBytes ?? defaultMaxBodyBytes;
      const { answer, statements } = await send(operation, { body: `"${'a'.repeat(bytes)}"` });
      assertRefused(answer, [413], operation.path);
      assert.deepEqual(statements, [], operation.path);
    }
  });

  test('that reads runs a limited number of statements, and reads rows in proportion to its response', async () => {
    const reads = all.filter(([, { method, scope }]) => method === 'GET' && scope !== null);
    let answered = 0;
    for (const [name, operation] of reads) {
      // An event stream stays open.
      if ('text/event-stream' in operation.success.content) continue;
      const { answer, work } = await send(operation, {});
      assert.ok(answer.status < 500, `${name}: ${answer.text}`);
      if (answer.status === 200) answered += 1;
      const shown = `${name}: ${answer.status}, ${answer.text.length} bytes, ${work.rows} rows\n${work.statements.join('\n')}`;
      assert.ok(work.statements.length <= 24, shown);
      assert.ok(work.rows <= 40 + answer.text.length / 20, shown);
    }
    assert.ok(answered > 30, String(answered));
  });

  test('from an unknown caller whose attempts are limited causes no query', async () => {
    const token = 'unknown';
    const attempts: readonly (readonly [string, string, object?])[] = [
      ['POST', '/auth/sign-in', { email: 'ada@example.com', password: 'wrong' }],
      ['POST', '/auth/second-factor', { code: '123456', kind: 'totp' }],
      ['POST', '/auth/password/reset', { token, newPassword: 'nine quiet harbours' }],
      ['POST', '/auth/email/confirm', { token }],
      ['GET', `/auth/setup?token=${token}`],
      ['GET', `/auth/invitation?token=${token}`],
    ];
    const headers = { origin: service.baseUrl };
    const attempt = async ([method, path, body]: (typeof attempts)[number]) => {
      const work = count.start();
      const { status } = await service.request(method, path, { key: null, headers, body });
      return { status, statements: [...work.statements] };
    };
    await attempt(['GET', `/auth/setup?token=${token}`]);
    // The delay after many failures.
    await service.api.platform.database.pool.query('update sign_in_attempts set failures = 40, last_at = now()');
    for (const one of attempts) {
      // A rejection is cached for ten seconds. On a busy machine, it may have expired, so that the first request is
      // counted again.
      let answer = await attempt(one);
      for (let n = 0; n < 3 && answer.statements.length > 0; n += 1) answer = await attempt(one);
      assert.deepEqual(answer, { status: 429, statements: [] }, one[1]);
    }
  });

  test('to the MCP server runs only the query for its key before a tool is called', async () => {
    const headers = { accept: 'application/json, text/event-stream' };
    for (const [body, status] of [
      [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, 200],
      [{ jsonrpc: '2.0', id: 1, method: 'nothing' }, 200],
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nothing' } }, 200],
      [[], 400],
      ['{', 400],
    ] as const) {
      const work = count.start();
      const answer = await service.request('POST', '/v1/mcp', { body, headers });
      assert.equal(answer.status, status, answer.text);
      assert.deepEqual(
        work.statements.filter((statement) => !keyStatement.test(statement)),
        [],
        JSON.stringify(body),
      );
    }
  });
});

function assertRefused({ status, text }: Answer, statuses: readonly number[], what: string): void {
  assert.ok(statuses.includes(status), `${what}: ${status} ${text}`);
}

const toPattern = ({ path }: Operation): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Returns a nonexistent key with a valid checksum. */
function wellFormedKey(): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const body = `dw_${'x'.repeat(32)}`;
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return body + digits;
}
