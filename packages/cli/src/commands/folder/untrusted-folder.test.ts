import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startFakeService, type FakeService } from '../../testing/fake-service.ts';
import { runCommand, startCommand } from '../../testing/run-command.ts';
import { writeSite } from '../../testing/write-site.ts';

// An attacker's folder with files that try to run code, redirect a command or point outside the folder. Each command
// runs inside it.

const root = mkdtempSync(join(tmpdir(), 'docwright-untrusted-'));
const folder = join(root, 'cloned');
const outside = join(root, 'outside');
const home = join(root, 'home');
const canary = join(root, 'ran');
let stranger: FakeService;

before(async () => {
  stranger = await startFakeService({});
});
after(async () => {
  await stranger[Symbol.asyncDispose]();
  rmSync(root, { recursive: true });
});

const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
};
const shell = `#!/bin/sh\ntouch '${canary}'\n`;
const script = `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = {};`;

beforeEach(() => {
  for (const path of [folder, outside, home]) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
  }
  writeFileSync(join(outside, 'mine'), 'mine');
  writeSite(folder, {
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T\u001b]52;c;ZXZpbA==\u0007',
      colors: { primary: '#0a7' },
      navigation: { pages: ['index', 'guide', '../../outside/page', 'gone\u001b[2J'] },
    }),
    'evil.mdx': `---\ntitle: E\nslug: ../../outside/evil\n---\nimport x from '/evil.js'\n\n{require('node:fs').writeFileSync('${canary}', '')}\n\n<Evil />\n`,
    'snippets/evil.jsx': `${script}\nexport const Evil = () => { process.binding('fs'); return <p>{globalThis.process.exit(9)}</p>; };\n`,
  });
  for (const name of [
    'docusaurus.config.js',
    'mint.config.js',
    'docwright.config.js',
    'evil.js',
    '.pnp.cjs',
    'index.js',
  ])
    write(name, script);
  write(
    'package.json',
    JSON.stringify({
      type: 'commonjs',
      scripts: Object.fromEntries(
        ['prepare', 'prebuild', 'build', 'docwright'].map((name) => [name, `touch ${canary}`]),
      ),
    }),
  );
  write('.npmrc', `script-shell=${join(folder, 'evil.sh')}\n`);
  write('evil.sh', shell, 0o755);
  for (const program of ['git', 'node', 'npm', 'xdg-open', 'docwright']) write(program, shell, 0o755);
  const settings = `DOCWRIGHT_BASE_URL=${stranger.baseUrl}\nDOCWRIGHT_API_KEY=dw_theirs\nNODE_OPTIONS=--require=${join(folder, 'evil.js')}\n`;
  for (const name of ['.env', '.env.local', 'docs/.env']) write(name, settings);
  write('.docwright.json', JSON.stringify({ baseUrl: stranger.baseUrl, projectId: 'proj_theirs' }));
  write('.docwright/cli.json', JSON.stringify({ baseUrl: stranger.baseUrl, apiKey: 'dw_theirs' }), 0o600);
  write('.docwright/settings.yaml', `baseUrl: ${stranger.baseUrl}\n`);
  write('.gitattributes', '* filter=evil diff=evil\n');
  execFileSync('git', ['init', '--quiet', folder]);
  execFileSync('git', ['-C', folder, 'add', '--force', '.docwright']);
  for (const name of [
    'core.fsmonitor',
    'core.sshCommand',
    'core.pager',
    'diff.external',
    'filter.evil.clean',
    'pager.ls-files',
  ])
    execFileSync('git', ['-C', folder, 'config', name, join(folder, 'evil.sh')]);
  for (const hook of ['pre-commit', 'post-commit', 'post-checkout', 'pre-push', 'post-index-change'])
    write(`.git/hooks/${hook}`, shell, 0o755);
});

afterEach(() => {
  assert.equal(existsSync(canary), false, 'something in the folder was run');
  assert.deepEqual(readdirSync(root).toSorted(), ['cloned', 'home', 'outside']);
  assert.deepEqual(readdirSync(outside), ['mine']);
  assert.equal(readFileSync(join(outside, 'mine'), 'utf8'), 'mine');
  assert.deepEqual(stranger.requests, []);
});

const env = { HOME: home, DOCWRIGHT_API_KEY: 'dw_of_the_user' };
const run = (...args: string[]) => runCommand(args, { cwd: folder, env });
const link = (target: string, path: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(target, join(folder, path));
};
/** Escape sequences from the folder: without a terminal, the command itself writes no colors. */
// eslint-disable-next-line no-control-regex -- the test searches for control characters
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

test('build and validate write below --out, run nothing and print no control characters', async () => {
  const built = await run('build', '.', '--out', 'site');
  assert.equal(built.code, 0, built.stderr);
  const validated = await run('validate', '.');
  assert.match(validated.stdout, /gone/);
  assert.doesNotMatch(built.stdout + built.stderr + validated.stdout + validated.stderr, controls);
  assert.equal(lstatSync(join(folder, 'site/index.html')).mode & 0o111, 0);
});

test('build rejects links that are already in --out', async () => {
  link(outside, 'site/_docwright');
  const linkedFolder = await run('build', '.', '--out', 'site');
  assert.match(linkedFolder.stderr, /is a link to .*outside/);
  assert.equal(linkedFolder.code, 1);
  link(join(outside, 'mine'), 'other/index.html');
  const linkedFile = await run('build', '.', '--out', 'other');
  assert.match(linkedFile.stderr, /index\.html.* the target is a link/);
  assert.equal(linkedFile.code, 1);
});

test('import writes no git hook for a route to the hooks folder', async () => {
  write(
    'old/docusaurus.config.js',
    `${script.replace('module.exports = {};', '')} module.exports={presets:[['classic',{docs:{routeBasePath:'../.git/hooks'}}]],plugins:[['@docusaurus/plugin-content-docs',{path:'more',routeBasePath:'more'}]]}`,
  );
  write('old/docs/intro.md', '---\nid: ../../../../outside/escaped\n---\n[get it](./post-merge)\n');
  write('old/docs/post-merge', shell, 0o755);
  write('old/more/a.md', '# A\n\n[run](./tool)\n');
  write('old/more/tool', shell, 0o755);
  const before = readdirSync(join(folder, '.git/hooks'));
  const { code, stdout } = await run('import', 'old', '--out', 'new');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /intro\.md {2}left out: /);
  assert.deepEqual(readdirSync(join(folder, '.git/hooks')), before);
  assert.deepEqual(readdirSync(join(folder, 'new'), { recursive: true }).map(String).toSorted(), [
    'docs.json',
    'more',
    'more/a.mdx',
    'more/tool',
  ]);
  assert.equal(lstatSync(join(folder, 'new/more/tool')).mode & 0o111, 0);
});

test('init neither follows nor overwrites links', async () => {
  link(outside, 'fresh/guides');
  const linkedFolder = await run('init', 'fresh');
  assert.match(linkedFolder.stderr, /is a link to .*outside/);
  link(join(outside, 'new'), 'taken/docs.json');
  assert.match((await run('init', 'taken')).stderr, /already contains docs\.json/);
});

test('link and bundle keygen replace links without following them', async () => {
  await using service = await startFakeService({
    'GET /v1/projects?limit=100': () => ({ body: { projects: [{ id: 'proj_1', name: 'Docs' }], nextCursor: null } }),
  });
  rmSync(join(folder, '.docwright.json'));
  link(join(outside, 'mine'), '.docwright.json');
  const linked = await runCommand(['link', 'Docs'], { cwd: folder, env: { ...env, ...service.env } });
  assert.equal(linked.code, 0, linked.stderr);
  assert.equal(lstatSync(join(folder, '.docwright.json')).isFile(), true);
  for (const name of ['k.key', 'k.pub', 'k.key.part']) link(join(outside, 'new'), name);
  assert.equal((await run('bundle', 'keygen', 'k', '--force')).code, 0);
  assert.equal(lstatSync(join(folder, 'k.key')).mode & 0o777, 0o600);
});

test('preview serves the site without running its code', async () => {
  const child = startCommand(['preview', '.', '--json'], { cwd: folder, env });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(chunk.toString()) as { url: string };
  const page = await fetch(`${url.replace('localhost', '127.0.0.1')}evil`);
  await page.text();
  child.kill('SIGTERM');
  await once(child, 'exit');
});

for (const args of [
  ['projects', 'list'],
  ['deploy'],
  ['export'],
  ['status'],
  ['login'],
  ['projects', 'create', '--from', '.'],
])
  test(`${args.join(' ')} ignores the service that the folder names`, async () => {
    const { code, stdout, stderr } = await run(...args);
    assert.notEqual(code, 0, stdout);
    assert.match(stderr, /no service is configured here/);
    if (args[0] !== 'login') assert.match(stderr, /cli\.json is ignored: git tracks it/);
  });

for (const args of [['up'], ['doctor']])
  test(`${args.join(' ')} doesn’t use a data folder from a repository`, async () => {
    const { code, stdout, stderr } = await run(...args);
    assert.notEqual(code, 0);
    assert.match(stdout + stderr, /\.docwright is not used: git tracks it/);
  });
