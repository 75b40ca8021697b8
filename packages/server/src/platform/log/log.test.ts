import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { createLogger } from './create-logger.ts';
import type { Logger } from './create-logger.ts';
import { redactText } from './redact.ts';

/** Returns all lines that `action` logs, parsed. Throws if a line isn't valid JSON. */
function linesOf(action: (log: Logger) => void): {
  readonly lines: readonly Record<string, unknown>[];
  readonly text: string;
} {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  action(createLogger({ level: 'trace', destination, fields: { service: 'test' } }));
  return {
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
    text,
  };
}

const canary = 'canary7Q2m9XcVb3NzL0pRt5Yw8Kd1Hs6Jf4';

describe('a log line', () => {
  test('has stable fields for level, time and text', () => {
    const { lines } = linesOf((log) => log.warn({ jobId: 'se_1' }, 'slow'));
    const [{ time, ...rest } = {}] = lines;
    assert.deepEqual(rest, { level: 'warn', service: 'test', jobId: 'se_1', msg: 'slow' });
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('contains text, URLs and numbers that aren’t secrets', () => {
    const fields = {
      url: 'https://docs.example.com/a?page=2&sort=key',
      path: 'guides/api-keys',
      token_count: 512,
      tokens: [1, 2],
      key: 'en',
      user: 'a@b.example',
      text: 'A "quoted"\nBasic plan: token, secret, password',
    };
    const { lines } = linesOf((log) =>
      log.info(
        fields,
        'export of se_4kD0aZ81LmQ2 with sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ),
    );
    const { level: _level, time: _time, service: _service, msg, ...rest } = lines[0]!;
    assert.deepEqual(rest, fields);
    assert.ok(String(msg).endsWith('0f00a08'));
  });

  test('contains no secrets from fields, URLs, errors, child loggers and text', () => {
    const secrets: Record<string, (log: Logger) => void> = {
      'a field by its name': (log) => {
        for (const name of [
          'password',
          'Authorization',
          'set-cookie',
          'api_key',
          'apiKey',
          'x-api-key',
          'accessToken',
          'client_secret',
          'privateKey',
          'databaseUrl',
        ]) {
          log.info({ [name]: canary, deep: { er: [{ [name]: canary }] } });
          log.info({ [name]: [canary, canary] });
        }
      },
      'the headers of a request': (log) =>
        log.info({ headers: { authorization: `Bearer ${canary}`, cookie: `session=${canary}` } }),
      'a text': (log) => log.info(`sent Authorization: Bearer ${canary} to the host`),
      'a URL with a password': (log) =>
        log.info({ remote: `https://x-token:${canary}@git.example.com/a.git` }, `postgres://u:${canary}@/db?host=/x`),
      'a signed link': (log) =>
        log.info(
          { link: `https://h/v1/blobs/a?expires=1&name=a&signature=${canary}` },
          `https://s3/b/k?X-Amz-Credential=${canary}&X-Amz-Signature=${canary}`,
        ),
      'an error with its cause': (log) =>
        log.error({ err: new Error(`401 for dw_${canary}`, { cause: new Error(`sk-ant-${canary}`) }) }, 'failed'),
      'properties of an error': (log) =>
        log.error({ err: Object.assign(new Error('x'), { config: { password: canary } }) }),
      'a child logger': (log) => log.child({ token: canary, remote: `https://u:${canary}@h` }).info('x'),
      'format arguments': (log) => log.info('key %s and %o', `ghp_${canary}`, { apiKey: canary }),
      'JSON in text': (log) => log.info(`answer: ${JSON.stringify({ error: 'bad', api_key: canary, more: 1 })}`),
      'keys of other services': (log) => {
        for (const prefix of [
          'ghp_',
          'github_pat_',
          'glpat-',
          'xoxb-',
          'sk-',
          'sk-proj-',
          'whsec_',
          'npm_',
          'AKIA',
          'AIza',
          'dw_',
          'dw_pub_',
        ])
          log.info({ seen: `<${prefix}${canary}>` });
      },
      'a web token': (log) => log.info(`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${canary}`),
      'a private key': (log) =>
        log.info({
          pem: `-----BEGIN RSA PRIVATE KEY-----\n${canary}\n-----END RSA PRIVATE KEY-----`,
          cut: `-----BEGIN PRIVATE KEY-----\n${canary}`,
        }),
    };
    for (const [place, action] of Object.entries(secrets)) {
      const { text, lines } = linesOf(action);
      assert.ok(lines.length > 0 && !text.includes(canary), `${place}: ${text}`);
    }
  });
});

describe('redaction', () => {
  test('takes less than a second of CPU time for text that is designed to slow it down', () => {
    const hostile = [
      'a://'.repeat(50_000),
      '"a":"'.repeat(50_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(10_000),
      '\\"a\\":'.repeat(50_000),
      `Bearer ${' '.repeat(200_000)}`,
      'a.'.repeat(100_000),
      '["a":['.repeat(50_000),
      '"a":[x'.repeat(50_000),
      'Bearer '.repeat(50_000),
    ];
    for (const text of hostile) {
      const started = process.cpuUsage();
      redactText(text);
      const durationMs = process.cpuUsage(started).user / 1_000;
      assert.ok(durationMs < 1_000, `${durationMs} ms for ${text.slice(0, 20)}`);
    }
  });
});
