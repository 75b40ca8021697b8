/**
 * Tests the service behind nginx, which is configured as in `deploy/proxies`; only ports and certificates are local.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { TestEditor } from '../../packages/server/src/modules/publishing/shared-texts/testing/test-editor.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import {
  findMissing,
  makeCertificate,
  type TestCertificate,
} from '../../packages/server/src/testing/make-certificate.ts';
import { startNginx } from '../../packages/server/src/testing/start-nginx.ts';
import { setUpOwner } from '../accounts/browser.ts';
import { startTestService, type TestService } from '../api/test-service.ts';

const skip = findMissing('nginx', 'openssl');
const path = 'behind-a-proxy.mdx';
let folder = '';
let service: TestService | undefined;
let nginx: ChildProcess | undefined;
let certificate: TestCertificate;
let port = 0;
let cookie = '';

before(async () => {
  if (skip !== false) return;
  folder = await mkdtemp(join(tmpdir(), 'docwright-nginx-'));
  service = await startTestService();
  const owner = await setUpOwner(service);
  cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  certificate = makeCertificate(folder, 'service', 'IP:127.0.0.1');
  port = await findFreePort();
  const recipe = readFileSync(new URL('../../deploy/proxies/service.nginx.conf', import.meta.url), 'utf8');
  const site = recipe
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replace('127.0.0.1:4400', new URL(service.baseUrl).host)
    .replace('/etc/ssl/docs-admin.example.com.crt', certificate.certificateFile)
    .replace('/etc/ssl/docs-admin.example.com.key', certificate.keyFile);
  nginx = await startNginx({ folder, name: 'service', site, port });
});
after(async () => {
  if (nginx !== undefined) {
    nginx.kill();
    await once(nginx, 'exit');
  }
  await service?.stop();
  if (folder !== '') await rm(folder, { recursive: true });
});

async function send(method: string, target: string, body?: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${service?.apiKey ?? ''}`, 'content-type': 'application/json' };
  const options: RequestOptions = { method, headers, ca: certificate.chain, agent: false };
  const sent = request(`https://127.0.0.1:${port}${target}`, options).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer) text += String(piece);
  return { status: answer.statusCode ?? 0, text };
}

test('a body above nginx’s default limit reaches the service', { skip }, async () => {
  const content = `---\ntitle: "Large"\n---\n\n${'A line of text.\n'.repeat(100_000)}`;
  const target = `/v1/projects/${service?.projectId ?? ''}/drafts/main/files/${path}`;
  const { status, text } = await send('PUT', target, JSON.stringify({ content, version: null }));
  assert.equal(status, 200, text.slice(0, 300));
  const read = await send('GET', target);
  assert.equal((JSON.parse(read.text) as { content: string }).content, content);
});

test('two people can edit one file together through nginx', { skip }, async () => {
  const editors = [1, 2].map(
    () =>
      new TestEditor({
        url: () =>
          `wss://127.0.0.1:${port}/v1/projects/${service?.projectId ?? ''}/drafts/main/shared-text?path=index.mdx`,
        headers: { origin: new URL(service?.baseUrl ?? '').origin, cookie },
        certificate: certificate.chain,
      }),
  );
  const [one = assert.fail(), other = assert.fail()] = editors;
  try {
    await one.connect();
    await other.connect();
    one.type(0, 0, 'Typed by one. ');
    await one.saved();
    await other.until(() => other.text.startsWith('Typed by one. '));
    other.type(0, 0, 'Typed by the other. ');
    await other.saved();
    await one.until(() => one.text.startsWith('Typed by the other. Typed by one. '));
  } finally {
    for (const editor of editors) await editor.close();
  }
});
