import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startCommand } from '../testing/run-command.ts';
import { writeSite } from '../testing/write-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-preview-'));
const child = startCommand(['preview', folder, '--json'], { cwd: folder });
let url = '';
let reported = '';
child.stderr.setEncoding('utf8').on('data', (text: string) => (reported += text));

before(async () => {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  url = (JSON.parse(chunk.toString()) as { url: string }).url.replace('localhost', '127.0.0.1');
});
after(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(folder, { recursive: true });
});
writeSite(folder, {
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'Test',
    colors: { primary: '#0a7' },
    navigation: { pages: ['index', 'guide'] },
    redirects: [
      { source: '/old/:rest*', destination: '/guide#part' },
      { source: '/ref/zk-:slug*', destination: '/guide' },
    ],
  }),
});

/** Resolves with the next event of this kind. */
async function next(events: AsyncIterator<Uint8Array>, kind: 'change' | 'fault'): Promise<unknown> {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error('the stream ended');
    const data = new RegExp(`^event: ${kind}\\ndata: (.*)$`, 'm').exec(new TextDecoder().decode(value))?.[1];
    if (data !== undefined) return JSON.parse(data);
  }
}

const nextChange = async (events: AsyncIterator<Uint8Array>) => (await next(events, 'change')) as string[];

async function openEvents() {
  const abort = new AbortController();
  const response = await fetch(`${url}_docwright/preview/events`, { signal: abort.signal });
  return { events: response.body![Symbol.asyncIterator](), close: () => abort.abort() };
}

test('pages are served with and without .html, and contain the reload script', async () => {
  for (const path of ['', 'index.html', 'guide', 'guide.html', 'guide/']) {
    const response = await fetch(`${url}${path}`);
    assert.equal(response.status, 200, path);
    assert.match(await response.text(), /<script src="\/_docwright\/preview\/reload\.js"/);
  }
  assert.equal((await fetch(`${url}nowhere`)).status, 404);
});

test('redirects work as on a live site, with wildcards, and aren’t cached by browsers', async () => {
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`, { redirect: 'manual' });
    return [status, headers.get('location'), headers.get('cache-control')];
  };
  assert.deepEqual(await ask('old/a/b?q=1'), [307, '/guide?q=1#part', 'no-store']);
  assert.deepEqual(await ask('ref/zk-x'), [307, '/guide', 'no-store']);
  assert.deepEqual(await ask('guide.html'), [307, '/guide', 'no-store']);
  assert.equal((await ask('ref/other'))[0], 404);
});

test('saving a file notifies open pages of the changed page', async () => {
  const { events, close } = await openEvents();
  writeFileSync(join(folder, 'guide.mdx'), '---\ntitle: Guide\n---\n\nChanged text.\n');
  const changed = await nextChange(events);
  assert.ok(changed.includes('guide.html'), changed.join());
  assert.ok(!changed.includes('index.html'), changed.join());
  assert.match(await (await fetch(`${url}guide`)).text(), /Changed text/);
  close();
});

test('while the configuration is broken or missing, the last good site is served, and open pages show this until it is fixed', async () => {
  const config = join(folder, 'docs.json');
  const good = await (await fetch(url)).text();
  const { events, close } = await openEvents();
  for (const breakIt of [() => writeFileSync(config, '{'), () => rmSync(config)]) {
    breakIt();
    let fault = await next(events, 'fault');
    while (fault === null) fault = await next(events, 'fault');
    assert.match(fault as string, /^docs\.json(?::1)?: .+ The page shows the version before that save\.$/);
    writeFileSync(join(folder, 'guide.mdx'), '---\ntitle: Guide\n---\n\nSaved in the meantime.\n');
    assert.equal(await (await fetch(url)).text(), good);
    assert.equal((await fetch(`${url}404.html`)).status, 200);
  }
  const late = await openEvents();
  assert.notEqual(await next(late.events, 'fault'), null, 'a page that is opened later also shows it');
  late.close();
  writeSite(folder, { 'index.mdx': '---\ntitle: Start\n---\n\nFixed.\n' });
  while ((await next(events, 'fault')) !== null);
  while (!(await (await fetch(url)).text()).includes('Fixed.')) await nextChange(events);
  close();
});

test('errors after a save are also reported on stderr with --json', async () => {
  reported = '';
  writeFileSync(join(folder, 'docs.json'), '{');
  while (!reported.includes('config-syntax')) await once(child.stderr, 'data');
  assert.match(reported, /docs\.json:1 {2}error {2}docs\.json is not valid JSON/);
  assert.doesNotMatch(reported, /files changed/);
  writeSite(folder);
});

test('a request with another host name is rejected', async () => {
  const asked = request(url, { headers: { host: 'attacker.example' } });
  asked.end();
  const [response] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
  response.resume();
  assert.equal(response.statusCode, 403);
});
