import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { errorCodes, errorsOf, jobErrorCodes, operations, type Operation } from '@docwright/contract';
import { createApp } from '../../platform/http/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { registerApiReferenceRoutes } from './routes.ts';

const all: readonly (readonly [string, Operation])[] = Object.entries(operations);

describe('the API’s own description', () => {
  const app = createApp({ log: createLogger({ level: 'silent' }), isUnavailable: () => false });
  let page = '';
  before(async () => {
    // Set by an operator; still no text of it may become markup.
    registerApiReferenceRoutes(app, { baseUrl: 'https://docs.example/"><script>alert(1)</script>&' });
    page = (await app.inject('/reference')).body;
  });
  after(() => app.close());
  const section = (id: string): string => {
    const start = page.indexOf(`<section aria-labelledby="${id}">`);
    assert.notEqual(start, -1, id);
    return page.slice(start, page.indexOf('</section>', start));
  };

  test('names every operation once, with its method, path, scope, status and errors', () => {
    for (const [id, operation] of all) {
      const text = section(id);
      assert.equal(page.split(` id="${id}"`).length, 2, `${id} is one anchor`);
      assert.ok(text.includes(`>${operation.method}</span> <code>${operation.path}</code>`), id);
      assert.ok(text.includes(operation.scope === null ? 'Needs no key.' : `<code>${operation.scope}</code>`), id);
      assert.ok(text.includes(`<h4>Answer ${String(operation.success.status)}</h4>`), id);
      for (const code of errorsOf(operation)) assert.ok(text.includes(` ${code}</code>`), `${id}: ${code}`);
    }
  });

  test('says of each error and each job error what it means and whether another try helps', () => {
    for (const [code, { status }] of Object.entries(errorCodes)) {
      assert.ok(page.includes(`<td><code>${code}</code></td><td>${String(status)}</td>`), code);
    }
    for (const [code, { retryable }] of Object.entries(jobErrorCodes)) {
      assert.ok(page.includes(`<td><code>${code}</code></td><td>${retryable ? 'yes' : 'no'}</td>`), code);
    }
  });

  test('tells which operations take an Idempotency-Key, and which bodies may be left out', () => {
    for (const [id, { idempotent, body, bodyOptional }] of all) {
      assert.equal(section(id).includes('Idempotency-Key'), idempotent, id);
      assert.equal(section(id).includes('<h4>Body'), body !== null, id);
      assert.equal(section(id).includes('(may be left out)'), body !== null && bodyOptional, id);
    }
  });

  test('has links that lead somewhere, each id once, and no field without its table', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const [, target = ''] of page.matchAll(/href="#([^"]*)"/g)) assert.ok(ids.includes(target), target);
    assert.equal(page.split('<table>').length, page.split('</table>').length);
  });

  test('runs no script, loads nothing, and allows by its policy exactly the style that it has', async () => {
    const answer = await app.inject('/reference');
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(answer.body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = String(answer.headers['content-security-policy']);
    assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash}';`), policy);
    assert.doesNotMatch(answer.body, /<script|<link|<img|\sstyle=|\son\w+=/);
    assert.ok(answer.body.includes('https://docs.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;'));
    assert.match(String(answer.headers['content-type']), /^text\/html; charset=utf-8/);
  });

  test('for programs is open to every origin and names the service’s own address', async () => {
    const answer = await app.inject('/openapi.json');
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    const { servers, paths } = answer.json();
    assert.ok(servers[0].url.startsWith('https://docs.example/'));
    for (const [id, { method, path }] of all) {
      assert.equal(paths[path]?.[method.toLowerCase()]?.operationId, id);
    }
  });
});
