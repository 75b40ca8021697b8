import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createLogger } from '@docwright/server';
import { createFolderSource, type BuildReport } from '@docwright/site-builder';
import { systemClock } from '../../packages/server/src/platform/clock/index.ts';
import { createSandbox } from '../../packages/server/src/platform/sandbox/index.ts';
import {
  createSiteRenderer,
  type SiteFolder,
  type SiteRenderer,
} from '../../packages/server/src/modules/building/site-rendering/index.ts';
import { carriers, codeAttacks, type Canary } from './code-attacks.ts';
import { fileAttacks } from './file-attacks.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

const secret = 'the-canary-that-no-site-may-see';
const work = await mkdtemp(join(tmpdir(), 'docwright-e2e-escape-'));
const siteFolder = join(work, 'sites/one');
const server = createServer((_, response) => {
  asked++;
  response.end(secret);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const canary: Canary = {
  secret,
  file: join(work, 'secret.txt'),
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
};
let asked = 0;
const { mode } = await createSandbox({ mode: 'auto', codeFolders: [] });
const needsSandbox = mode === 'bwrap' ? {} : { skip: 'bubblewrap does not work on this machine' };

interface Rendered {
  readonly report: BuildReport;
  readonly files: ReadonlyMap<string, string>;
}

describe('a site inside the sandbox', { ...needsSandbox }, () => {
  let renderer: SiteRenderer;
  before(async () => {
    await mkdir(siteFolder, { recursive: true });
    await writeFile(canary.file, secret);
    process.env['DOCWRIGHT_CANARY'] = secret;
    renderer = await createSiteRenderer({
      mode: 'auto',
      clock: systemClock,
      log: createLogger({ level: 'silent' }),
      codeCacheFolder: join(work, 'code'),
    });
    renderer.warmUp({ spares: 1 });
  });
  after(async () => {
    delete process.env['DOCWRIGHT_CANARY'];
    await renderer.close();
    server.closeAllConnections();
    server.close();
    await rm(work, { recursive: true });
  });

  async function render(folder: SiteFolder): Promise<Rendered> {
    const files = new Map<string, string>();
    const report = await renderer.render({
      organizationId: 'escape',
      loadFolder: async () => folder,
      basePath: '',
      siteUrl: 'https://docs.example.com',
      features: {
        offlineSearch: true,
        search: true,
        assistant: false,
        analytics: true,
        feedback: false,
        playground: true,
        socialImages: false,
        aiLinks: true,
      },
      paths: [],
      onFile: async ({ path, bytes }) => void files.set(path, Buffer.from(bytes).toString('latin1')),
      onProgress: () => undefined,
      signal: AbortSignal.timeout(hangLimitMs),
    });
    return { report, files };
  }

  /** Asserts that the output contains nothing from outside the sandbox, and that no file name points outside. */
  function assertHeld({ report, files }: Rendered): void {
    for (const [path, text] of files) {
      assert.ok(!text.includes(secret), `${path} contains the secret`);
      assert.doesNotMatch(path, /^\/|(?:^|\/)\.\.(?:\/|$)|\\/, path);
    }
    assert.ok(!JSON.stringify(report).includes(secret));
    assert.equal(asked, 0, 'the server received a request');
    assert.ok(files.has('index.html'));
  }

  const attacks = codeAttacks(canary);
  test('would reach the canary if an engine executed the attacks outside the sandbox (control run)', async () => {
    const script = `(async () => {
      const found = [];
      for (const [name, body] of Object.entries(${JSON.stringify(attacks)})) {
        const run = new (async () => {}).constructor(body);
        found.push([name, await run().then((value) => String(value).includes(${JSON.stringify(secret)}), String)]);
      }
      process.stdout.write(JSON.stringify(found), () => process.exit(0));
    })();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=commonjs', '-e', script], {
      env: { PATH: process.env['PATH'], DOCWRIGHT_CANARY: secret },
    });
    const missed = (JSON.parse(stdout) as [string, unknown][]).filter(([, reached]) => reached !== true);
    assert.deepEqual(missed, []);
    assert.equal(asked, 2);
    asked = 0;
  });

  describe('with code', () => {
    let attacked: Rendered;
    const names = Object.keys(attacks).flatMap((attack, index) =>
      Object.keys(carriers).map((carrier, kind) => ({
        attack,
        carrier,
        page: `attack-${index}-${kind}`,
      })),
    );
    const siteOf = (body: (attack: string) => string): Map<string, string> => {
      const config = { theme: 'mint', name: 'T', colors: { primary: '#0a7' }, navigation: { pages: ['index'] } };
      const neighbor =
        '---\ntitle: Neighbor\n---\n\n{[1, 2].join("-")} {({}).docwrightCanary} {({}).docwrightCanary2} {`${[1]}`}\n';
      return new Map([
        ['docs.json', JSON.stringify(config)],
        ['index.mdx', neighbor],
        // Rendered last.
        ['zz.mdx', neighbor],
        ...names.flatMap(({ attack, carrier, page }) => Object.entries(carriers[carrier]?.(body(attack), page) ?? {})),
      ]);
    };
    before(async () => {
      attacked = await render(inMemory(siteOf((attack) => attacks[attack] ?? '')));
    });

    for (const { attack, carrier, page } of names) {
      test(`${attack} (${carrier}) results in a page`, () => {
        const html = attacked.files.get(`${page}.html`) ?? '';
        assert.ok(html.includes('</html>'));
        assert.ok(!html.includes(secret));
      });
    }

    test('doesn’t reach the canary, and each rejection is an issue with its file', () => {
      assertHeld(attacked);
      const reported = new Set(attacked.report.issues.map(({ path }) => path.replace(/^snippets\/|\.\w+$/g, '')));
      assert.deepEqual(
        // A method that only an engine would call is never called: the page shows the object unchanged.
        names.filter(({ page, attack }) => !reported.has(page) && !/toString|toJSON/.test(attack)),
        [],
      );
    });

    test('doesn’t change other pages', async () => {
      const calm = await render(inMemory(siteOf(() => 'return "calm";')));
      for (const page of ['index.html', 'zz.html']) assert.equal(attacked.files.get(page), calm.files.get(page));
    });
  });

  describe('with references to files or hosts outside', { concurrency: 2 }, () => {
    const { pages, sites } = fileAttacks(canary, siteFolder);
    test('doesn’t reach the canary, and each reference results in a page', async () => {
      const config = '{"theme":"mint","name":"T","navigation":{"pages":["index"]}}';
      const texts = [...pages.values()].map((text, index) => [`p${index}.mdx`, text] as const);
      const rendered = await render(inMemory(new Map([['docs.json', config], ['index.mdx', 'x'], ...texts])));
      assertHeld(rendered);
      assert.ok(pages.size > 30);
      for (const [path] of texts) assert.ok(rendered.files.has(path.replace('.mdx', '.html')), path);
    });
    for (const [name, files] of sites) {
      test(`${name}: gets no access`, async () => assertHeld(await render(inMemory(new Map(Object.entries(files))))));
    }
  });

  test('may contain symbolic links, which aren’t followed', async () => {
    await writeFile(join(siteFolder, 'docs.json'), '{"name":"T","navigation":{"pages":["index","linked"]}}');
    await writeFile(join(siteFolder, 'index.mdx'), '![x](/linked.png) {1}\n\nimport X from "/linked.mdx"\n');
    for (const name of ['linked.mdx', 'linked.png', 'linked.css', 'linked.json'])
      await symlink(canary.file, join(siteFolder, name));
    await symlink(work, join(siteFolder, 'folder'));
    await symlink('..', join(siteFolder, 'loop'));
    const source = createFolderSource(siteFolder);
    assert.deepEqual(source.paths, ['docs.json', 'index.mdx']);
    assertHeld(await render(source));
  });

  test('left no file outside its folder', async () => {
    assert.deepEqual((await readdir(work)).sort(), ['secret.txt', 'sites']);
    assert.deepEqual(await readdir(join(work, 'sites')), ['one']);
  });
});

function inMemory(files: ReadonlyMap<string, string>): SiteFolder {
  const encoder = new TextEncoder();
  return {
    paths: [...files.keys()],
    read: (path) => {
      const text = files.get(path);
      return text === undefined ? undefined : encoder.encode(text);
    },
  };
}
