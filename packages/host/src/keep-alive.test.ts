import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';
import type { TestHost } from './testing/start-test-host.ts';

const files = { ...makeSite('v1'), 'big.bin': Buffer.alloc(3_000_000, 7) };

async function startSite(input: object = {}) {
  const bundle = await makeBundle({ files, redirects: [{ source: '/old', destination: '/guides/page-1' }] });
  const link = await serve((_request, response) => response.end(bundle));
  const folder = await makeFolder();
  const host = await startTestHost(folder.path, { staticExport: { enabled: true, bundleUrl: link.origin }, ...input });
  const stop = async (): Promise<void> => {
    for (const part of [host, folder, link]) await part[Symbol.asyncDispose]();
  };
  return { host, [Symbol.asyncDispose]: stop };
}

/** A raw connection. `answer` reads one response with a `Content-Length`. */
class Wire implements AsyncDisposable {
  readonly socket: Socket;
  #bytes = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => undefined;

  constructor({ address }: TestHost) {
    this.socket = connect(Number(new URL(address).port), '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake();
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  async answer(isHead = false): Promise<{ head: string; body: Buffer }> {
    const head = await this.#until(() => this.#bytes.indexOf('\r\n\r\n') + 4 || undefined);
    const headText = this.#take(head).toString('latin1');
    const length = isHead ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(headText)?.[1] ?? 0);
    await this.#until(() => (this.#bytes.length >= length ? 1 : undefined));
    return { head: headText, body: this.#take(length) };
  }

  async ended(): Promise<void> {
    await this.#until(() => (this.#ended ? 1 : undefined));
  }

  #take(length: number): Buffer {
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }

  async #until(check: () => number | undefined): Promise<number> {
    for (;;) {
      const found = check();
      // If the end is missing, indexOf returns -1, and adding the length gives 3.
      if (found !== undefined && found !== 3) return found;
      if (this.#ended) throw new Error('the connection ended');
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return;
    this.socket.destroy();
    await once(this.socket, 'close');
  }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: docs.example\r\n${more}\r\n`;

test('a connection serves successive requests, pipelined or split into pieces', async () => {
  await using site = await startSite();
  await using wire = new Wire(site.host);
  wire.send(get('/guides/page-1', 'Accept-Encoding: gzip\r\n'));
  assert.match(gunzipSync((await wire.answer()).body).toString(), /page-1 of v1/);
  wire.send(get('/guides/page-2'));
  assert.match((await wire.answer()).body.toString(), /page-2 of v1/);
  wire.send(get('/guides/page-0') + get('/guides/page-1'));
  assert.match((await wire.answer()).body.toString(), /page-0 of v1/);
  assert.match((await wire.answer()).body.toString(), /page-1 of v1/);
  wire.send(get('/llms.txt').slice(0, 20));
  wire.send(get('/llms.txt').slice(20));
  assert.equal((await wire.answer()).body.toString(), 'site v1');
  wire.send('HEAD / HTTP/1.1\r\nHost: docs.example\r\n\r\n');
  assert.match((await wire.answer(true)).head, /^HTTP\/1\.1 200 OK/);
  wire.send(get('/big.bin', 'Range: bytes=1-3\r\n'));
  assert.match((await wire.answer()).head, /^HTTP\/1\.1 206/);
});

test('a body that is too large to buffer is sent completely, after other responses on the same connection', async () => {
  await using site = await startSite();
  await using wire = new Wire(site.host);
  wire.send(get('/llms.txt'));
  await wire.answer();
  wire.send(get('/big.bin'));
  assert.equal((await wire.answer()).body.equals(files['big.bin']), true);
});

test('a stop closes an idle connection while another client doesn’t read, and ends once that client reads again', async () => {
  await using site = await startSite();
  await using slow = new Wire(site.host);
  slow.send(get('/llms.txt'));
  await slow.answer();
  slow.socket.pause();
  await using idle = new Wire(site.host);
  idle.send(get('/llms.txt'));
  await idle.answer();
  const stopping = site.host.stop();
  await idle.ended();
  slow.socket.resume();
  await stopping;
});

test('health and administration respond at their paths', async () => {
  await using site = await startSite({ adminToken: 'a-token-of-enough-characters' });
  await using wire = new Wire(site.host);
  wire.send(get('/healthz'));
  assert.match((await wire.answer()).body.toString(), /"ok"/);
  await using other = new Wire(site.host);
  other.send(get('/admin/versions'));
  assert.match((await other.answer()).head, /^HTTP\/1\.1 401/);
});
