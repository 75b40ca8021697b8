/** Tests hostile pages in a real browser. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import { sampleRows } from '../../../../../scripts/sample-rows.ts';
import { createLogger } from '../log/index.ts';
import { findTools } from '../sandbox/index.ts';
import { BrowserError } from './errors.ts';
import { openBrowser, type Browser, type BrowserOptions } from './open-browser.ts';
import type { Screenshot, ScreenshotRequest } from './take-screenshot.ts';
import { readPng } from './testing/read-png.ts';

const tools = findTools();
/** The browser's path in Debian's package. */
const program = '/usr/lib/chromium/chromium-headless-shell';
const noBrowser =
  (!existsSync(program) && `${program} is not installed`) ||
  ((tools.bwrap === undefined ||
    spawnSync(tools.bwrap, ['--unshare-all', '--ro-bind', '/', '/', 'true']).status !== 0) &&
    'bubblewrap is not installed, or this machine allows no user namespaces');

type Files = Readonly<Record<string, string | Uint8Array>>;
const types: Readonly<Record<string, string>> = { png: 'image/png', js: 'text/javascript' };

const open = (options: Partial<BrowserOptions> = {}): Browser =>
  openBrowser({
    program,
    tools,
    log: createLogger({ level: 'silent' }),
    isShared: () => true,
    timeoutMs: 120_000,
    ...options,
  });

function requestOf(html: string, own: Partial<ScreenshotRequest> = {}, files: Files = {}): ScreenshotRequest {
  const all: Files = { page: `<!doctype html><html><body style="margin:0">${html}`, ...files };
  return {
    path: '/page',
    readFile: (path) => {
      const bytes = all[path];
      const contentType = types[path.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8';
      return bytes === undefined ? undefined : { bytes: Buffer.from(bytes), contentType };
    },
    window: { width: 200, height: 100, isPhone: false },
    theme: 'light',
    storage: {},
    start: 0,
    maxHeight: 300,
    maxBytes: 3_500_000,
    ...own,
  };
}

const red = [255, 0, 0];
const lime = [0, 255, 0];
/** A box of 50 × 50 pixels in the corner. */
const box = '<div id="box" style="width:50px;height:50px;background:#f00"></div>';
const becomesLime = `document.getElementById('box').style.background = '#0f0'`;

const greedy = '<script>const all = []; for (;;) all.push(new Array(1e6).fill(1));</script>';

/** A PNG of one color, which has few bytes even if the image is large. */
function drawPng(width: number, height: number): Buffer {
  const chunk = (name: string, body: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name), body]);
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(body.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([size, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Palette, 1 bit for each pixel.
  header.set([1, 3, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(lime)),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a page in the browser', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = open();
    assert.equal(await browser.findProblem(), undefined);
  });
  after(() => browser.close());

  const never = new AbortController().signal;
  const take = (html: string, own: Partial<ScreenshotRequest> = {}, files: Files = {}): Promise<Screenshot> =>
    browser.takeScreenshot('org', requestOf(html, own, files), never);
  const cornerOf = ({ bytes }: Screenshot): readonly number[] => readPng(bytes).pixel(5, 5);

  test('is shown with its images and the content that its scripts create, for the given screen and theme', async () => {
    const html = `<img src="/a.png" style="display:block"><script type="module">
      import { text } from '/text.js';
      document.body.append(Object.assign(document.createElement('p'), { textContent: text }));
      if (localStorage.getItem('key') === 'value' && matchMedia('(prefers-color-scheme: dark)').matches && innerWidth === 390)
        document.body.style.background = '#00f';
    </script>`;
    const files = { 'a.png': drawPng(50, 50), 'text.js': 'export const text = "x";' };
    const desktop = await take(html, {}, files);
    const window = { width: 390, height: 100, isPhone: true };
    const meta = '<meta name="viewport" content="width=device-width">';
    const phone = await take(meta + html, { window, theme: 'dark', storage: { key: 'value' } }, files);
    assert.deepEqual([cornerOf(desktop), cornerOf(phone)], [lime, lime]);
    const [one, other] = [readPng(desktop.bytes), readPng(phone.bytes)];
    assert.deepEqual([one.width, one.pixel(150, 90)], [200, [255, 255, 255]]);
    assert.deepEqual([other.width, other.pixel(150, 90)], [390, [0, 0, 255]]);
    assert.deepEqual(desktop.refusedHosts, []);
  });

  test('is shown in parts if it is long, including an image that loads only when it is visible', async () => {
    const html = `<div style="height:200000px"></div><img loading="lazy" src="/a.png" style="display:block;height:50px">`;
    const { bytes, ...rest } = await take(html, { start: 200_000 }, { 'a.png': drawPng(50, 50) });
    assert.deepEqual(rest, { start: 199_950, end: 200_050, pageHeight: 200_050, scale: 1, refusedHosts: [] });
    assert.deepEqual(readPng(bytes).pixel(5, 60), lime);
    const first = await take(html);
    assert.deepEqual([first.start, first.end, readPng(first.bytes).height], [0, 300, 300]);
    const beyond = await take(html, { start: 1_000_000 });
    assert.deepEqual([beyond.start, beyond.end], [199_950, 200_050]);
  });

  test('is reduced in size if its screenshot is too large', async () => {
    const noise = `<canvas width="200" height="300" style="display:block"></canvas><script>
      const context = document.querySelector('canvas').getContext('2d');
      const image = context.createImageData(200, 300);
      let noise = 1;
      for (let at = 0; at < image.data.length; at += 1) {
        noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
        image.data[at] = at % 4 === 3 ? 255 : noise >>> 20;
      }
      context.putImageData(image, 0, 0);
    </script>`;
    const whole = await take(noise);
    const reduced = await take(noise, { maxBytes: whole.bytes.length - 1 });
    assert.deepEqual([whole.scale, reduced.scale, readPng(reduced.bytes).width], [1, 0.5, 100]);
    await assert.rejects(take(noise, { maxBytes: 10 }), /more than 10 bytes/);
  });

  test('can’t reach another host by HTTP, WebSocket, WebRTC or DNS prefetch', async () => {
    const touched: string[] = [];
    const server = createServer((request, response) => {
      touched.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*').end('x');
    });
    server.on('connection', () => touched.push('connection')).listen(0, '127.0.0.1');
    const udp = createSocket('udp4').on('message', () => touched.push('UDP'));
    udp.bind(0, '127.0.0.1');
    await Promise.all([once(server, 'listening'), once(udp, 'listening')]);
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stun = `stun:127.0.0.1:${udp.address().port}`;
    try {
      const shown = await take(
        `${box}<link rel="dns-prefetch" href="//leak.example"><link rel="preconnect" href="http://${host}">
        <link rel="prefetch" href="http://${host}/prefetch"><link rel="stylesheet" href="http://${host}/style">
        <img src="http://${host}/image"><script src="http://${host}/script"></script><iframe src="http://${host}/frame"></iframe>
        <iframe srcdoc="<img src='http://${host}/inner'>"></iframe><object data="http://${host}/object"></object>
        <video src="http://${host}/video"></video><form id="form" action="http://${host}/form" method="post"></form>
        <script>
          const tried = [
            fetch('http://${host}/fetch', { mode: 'no-cors' }).then(() => { throw 'reached'; }, () => 'failed'),
            new Promise((done, fail) => Object.assign(new WebSocket('ws://${host}/socket'), { onerror: done, onopen: fail })),
            new Promise((done, fail) => Object.assign(new EventSource('http://${host}/events'), { onerror: done, onopen: fail })),
            new Promise((done, fail) => {
              const code = "fetch('http://${host}/worker', { mode: 'no-cors' }).then(() => postMessage('reached'), () => postMessage('failed'))";
              new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => (data === 'failed' ? done() : fail());
            }),
            navigator.serviceWorker.register('/worker.js').then(() => { throw 'reached'; }, () => 'failed'),
          ];
          // Without a network, the peer connection never finishes looking for its addresses.
          const peer = new RTCPeerConnection({ iceServers: [{ urls: '${stun}' }] });
          peer.createDataChannel('x');
          tried.push(peer.createOffer().then((offer) => peer.setLocalDescription(offer)));
          navigator.sendBeacon('http://${host}/beacon', 'x');
          const polling = setInterval(() => fetch('/').catch(() => {}), 20);
          Promise.all(tried).then(() => ${becomesLime}).finally(() => clearInterval(polling));
        </script>`,
        // The polling keeps the page busy until all of its connections have failed, so the screenshot must wait longer.
        { settleMs: 60_000 },
        { 'worker.js': `fetch('http://${host}/service-worker')` },
      );
      assert.deepEqual(cornerOf(shown), lime, 'not every attempt failed');
      assert.deepEqual(touched, []);
      assert.deepEqual(shown.refusedHosts, [host]);
    } finally {
      server.close();
      udp.close();
    }
  });

  const tricks: readonly (readonly [what: string, html: string])[] = [
    ['opens windows', `<script>for (let i = 0; i < 5; i += 1) open('/page'); open('https://example.com')</script>`],
    ['shows dialogs', `<script>alert(1); confirm(2); prompt(3); print();</script>`],
    [
      'asks the user not to leave',
      `<script>addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'x'; }); location = '/other';</script>`,
    ],
    [
      'navigates to another host',
      `<meta http-equiv="refresh" content="0;url=https://example.com/"><script>location = 'https://example.com'</script>`,
    ],
    [
      'navigates to a file',
      `<script>location = 'file:///etc/passwd'</script><iframe src="file:///etc/passwd"></iframe>`,
    ],
    [
      'shows its source',
      `<script>location = 'view-source:https://docs.invalid/page'; open('view-source:file:///')</script>`,
    ],
    [
      'navigates to one of the browser’s own pages',
      `<script>location = 'chrome://version'; open('chrome://gpu'); open('devtools://devtools')</script>`,
    ],
    [
      'downloads files',
      `<a id="a" download href="/page">x</a><script>for (let i = 0; i < 9; i += 1) a.click()</script>`,
    ],
    ['sends a form', `<form id="f" method="post" action="/other"></form><script>f.submit()</script>`],
    [
      'requests full screen',
      `<script>document.documentElement.requestFullscreen().catch(() => {}); navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => {})</script>`,
    ],
    ['closes itself', `<script>close(); window.stop();</script>`],
    [
      'replaces what a screenshot waits for',
      `<script>document.fonts.__proto__ = null; window.requestAnimationFrame = window.requestIdleCallback = () => {}; Image.prototype.decode = () => new Promise(() => {})</script><img src="/page">`,
    ],
    ['never stops sending requests', `<script>setInterval(() => fetch('/x').catch(() => {}), 5)</script>`],
    ['is nested deeply', '<div>'.repeat(20_000)],
  ];
  for (const [what, html] of sampleRows(tricks, { name: 'tricks of pages', most: 4 })) {
    test(`is shown even if it ${what}`, async () => {
      const shown = await take(box + html, {}, { other: '<body style="background:#00f">' });
      assert.deepEqual(cornerOf(shown), red);
    });
  }

  test('with a huge image is either shown or reported as crashed', async () => {
    const shown = take(`${box}<img src="/a.png">`, {}, { 'a.png': drawPng(30_000, 30_000) });
    const end = await shown.then(cornerOf, (error: unknown) => (error instanceof BrowserError ? error.end : error));
    assert.ok(end === 'crashed' || JSON.stringify(end) === JSON.stringify(red), String(end));
  });

  test('that uses up the memory is reported as crashed', async () => {
    await assert.rejects(take(greedy), { end: 'crashed' });
  });

  test('with a script that never ends is abandoned, and the reason is named', async () => {
    const impatient = open({ timeoutMs: 3_000 });
    try {
      await assert.rejects(impatient.takeScreenshot('org', requestOf('<script>for (;;);</script>'), never), {
        end: 'timed-out',
        message: "the page isn't complete after 3 s: perhaps one of its scripts never ends",
      });
      assert.deepEqual(listBrowsers(), []);
    } finally {
      await impatient.close();
    }
  });

  test('that is no longer needed, or whose worker stops, is ended together with its browser', async () => {
    const endless = requestOf('<script>for (;;);</script>');
    const abort = new AbortController();
    const stopped = open();
    const [canceled, closed] = [
      browser.takeScreenshot('org_1', endless, abort.signal),
      stopped.takeScreenshot('org_2', endless, never),
    ];
    await untilBrowsers((count) => count === 2);
    abort.abort(new Error('the job was canceled'));
    await assert.rejects(canceled, /the job was canceled/);
    await Promise.all([assert.rejects(closed, /the browser is closed/), stopped.close()]);
    assert.deepEqual(listBrowsers(), []);
    await assert.rejects(browser.takeScreenshot('org', endless, abort.signal), /the job was canceled/);
    await assert.rejects(stopped.takeScreenshot('org', endless, never), /the browser is closed/);
  });

  test('whose browser is killed fails, and the next page is shown', async () => {
    const shown = assert.rejects(take('<script>for (;;);</script>'), { end: 'failed' });
    const [pid] = await untilBrowsers((count) => count === 1);
    process.kill(-Number(pid), 'SIGKILL');
    await shown;
    assert.deepEqual(cornerOf(await take(box)), red);
  });

  test('of one organization doesn’t wait for all pages of another', async () => {
    const endless = requestOf('<script>for (;;);</script>');
    const abort = new AbortController();
    const many = Array.from({ length: 5 }, () =>
      assert.rejects(browser.takeScreenshot('org_1', endless, abort.signal), /enough/),
    );
    assert.deepEqual(cornerOf(await browser.takeScreenshot('org_2', requestOf(box), never)), red);
    abort.abort(new Error('enough'));
    await Promise.all(many);
  });

  test('is shown even if the browser’s own sandbox can’t start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docwright-masked-'));
    const bwrap = join(folder, 'bwrap');
    const masked = `#!/bin/sh\nfor word; do [ "$word" = --proc ] && echo "Can't mount proc" >&2 && exit 1; done\nexec ${tools.bwrap} "$@"\n`;
    await writeFile(bwrap, masked, { mode: 0o755 });
    const other = open({ tools: { ...tools, bwrap } });
    try {
      assert.equal(await other.findProblem(), undefined);
      const shown = await other.takeScreenshot(
        'org',
        requestOf(`<img src="/a.png">`, {}, { 'a.png': drawPng(50, 50) }),
        never,
      );
      assert.deepEqual(cornerOf(shown), lime);
      await assert.rejects(other.takeScreenshot('org', requestOf(greedy), never), { end: 'crashed' });
    } finally {
      await other.close();
      await rm(folder, { recursive: true });
    }
  });
});

test('a browser that doesn’t respond in time fails each check, and is never started without its own sandbox', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-hanging-'));
  const bwrap = join(folder, 'bwrap');
  const hanging = `#!/bin/sh\nfor word; do [ "$word" = --proc ] && own=own; done\necho "$own" >> ${folder}/tries\nexec sleep 1000\n`;
  await writeFile(bwrap, hanging, { mode: 0o755 });
  const browser = open({ tools: { ...tools, bwrap }, timeoutMs: 500 });
  try {
    for (let time = 0; time < 2; time += 1) await assert.rejects(browser.findProblem(), { end: 'timed-out' });
    const tries = await readFile(join(folder, 'tries'), 'utf8').catch(() => '');
    assert.match(tries, /^(?:own\n){0,2}$/);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});

test('on a machine without the browser or its sandbox, the missing program is reported', async () => {
  const problemOf = async (options: Partial<BrowserOptions>): Promise<string | undefined> => {
    const browser = open(options);
    const problem = await browser.findProblem();
    await assert.rejects(browser.takeScreenshot('org', requestOf(''), new AbortController().signal), {
      message: problem,
    });
    await browser.close();
    return problem;
  };
  assert.equal(await problemOf({ program: '/nowhere/browser' }), "/nowhere/browser can't be read");
  assert.equal(await problemOf({ tools: { ...tools, bwrap: undefined } }), 'bubblewrap (bwrap) is not installed');
  assert.equal(await problemOf({ tools: { ...tools, prlimit: undefined } }), 'prlimit (util-linux) is not installed');
});

/** The process groups of browsers that this process has started. */
function listBrowsers(): string[] {
  const { stdout } = spawnSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes('--remote-debugging-pipe'))
    .map((line) => line.trim().split(' ')[0] ?? '');
}

async function untilBrowsers(isEnough: (count: number) => boolean): Promise<string[]> {
  for (;;) {
    const found = listBrowsers();
    if (isEnough(found.length)) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
