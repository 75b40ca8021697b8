/** Tests previews on a separate host name, and what scripts in the dashboard can access there, in a real browser. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('previews on a separate host name', () => {
  let service: TestService;
  let previewUrl: string;
  let url: string;
  before(async () => {
    const port = await findPort();
    previewUrl = `http://127.0.0.1:${port}`;
    service = await startTestService({ worker: true, settings: { port: String(port), previewUrl } });
    const { jobId } = (await service.request('POST', '/v1/static-export/jobs', { body: { domain: service.domain } }))
      .json;
    await until(
      () => service.request('GET', `/v1/static-export/jobs/${jobId}`),
      ({ json }) => json.status === 'completed',
    );
    url = (await service.request('POST', `/v1/static-export/jobs/${jobId}/preview`)).json.url;
  });
  after(() => service.stop());

  test('are served only at their own address, which the dashboard can frame', async () => {
    assert.ok(url.startsWith(`${previewUrl}/preview/`), url);
    const page = await fetch(url);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', new RegExp(`frame-ancestors ${service.baseUrl};`));
    const elsewhere = await service.request('GET', new URL(url).pathname, { key: null });
    assert.deepEqual([elsewhere.status, elsewhere.json.code], [403, 'link_invalid']);
    const policy = (await fetch(`${service.baseUrl}/dashboard/`)).headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`frame-src ${previewUrl}/preview/`), policy);
  });

  test('provide no scripts that markup injected into the dashboard could load', async () => {
    const html = await (await fetch(url)).text();
    const script = /<script[^>]*\ssrc="([^"]+\.js)"/.exec(html)?.[1];
    assert.ok(script !== undefined);
    const own = new URL(script, previewUrl).href;
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${service.baseUrl}/dashboard/`);
      // The preview's address on the preview host, and on the dashboard's own host, which serves previews if there is
      // no separate host.
      for (const address of [own, own.replace(previewUrl, service.baseUrl), `${service.baseUrl}/reference`]) {
        const blocked = await page.evaluate<string>(`new Promise((resolve) => {
          const tell = (event) => resolve(event.effectiveDirective);
          document.addEventListener('securitypolicyviolation', tell, { once: true });
          const element = document.createElement('script');
          element.src = ${JSON.stringify(address)};
          element.addEventListener('load', () => resolve('loaded'));
          document.head.append(element);
        })`);
        assert.equal(blocked, 'script-src-elem', address);
      }
      // The dashboard's own scripts ran under the same policy.
      assert.notEqual(await page.locator('#root, #app, main').first().innerHTML(), '');
    } finally {
      await browser.close();
    }
  });
});
