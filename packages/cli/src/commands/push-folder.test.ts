import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startFakeService } from '../testing/fake-service.ts';
import { runCommand, runJson } from '../testing/run-command.ts';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n';

/** A folder with these files, and an empty repository that a push goes to. */
function makeFolder(t: TestContext, files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'docwright-from-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'My Docs');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const bare = join(root, 'pushed.git');
  execFileSync('git', ['init', '--quiet', '--bare', bare]);
  return {
    folder,
    cloneUrl: pathToFileURL(bare).href,
    listPushed: () =>
      execFileSync('git', ['--git-dir', bare, 'ls-tree', '-r', '-z', '--name-only', 'main'], { encoding: 'utf8' })
        .split('\0')
        .filter((path) => path !== ''),
  };
}

function startService(cloneUrl: string) {
  return startFakeService({
    'POST /v1/repositories': () => ({ status: 201, body: { name: 'my-docs', defaultBranch: 'main', cloneUrl } }),
    'POST /v1/projects': (body) => ({
      status: 201,
      body: { id: 'proj_1', features: {}, domains: [], ...(body as object) },
    }),
  });
}

describe('projects create --from', () => {
  test('says what it pushes, and pushes that', async (t) => {
    const files = { 'docs.json': '{}', 'index.mdx': '# Hi\n', 'guides/a b.md': '# A\n', 'logo.svg': '<svg/>' };
    const { folder, cloneUrl, listPushed } = makeFolder(t, files);
    await using service = await startService(cloneUrl);
    const args = ['projects', 'create', '--from', folder];
    const { code, stderr } = await runCommand(args, { env: service.env });
    assert.equal(code, 0, stderr);
    assert.equal(stderr, `Pushing 2 pages, 4 files, 17 B of ${folder}.\n`);
    assert.deepEqual(listPushed(), Object.keys(files).sort());
  });

  test('leaves out what holds secrets or is no documentation, whatever .gitignore files say, and names it', async (t) => {
    const secret = [
      '.env',
      'app/.env.production',
      '.npmrc',
      'ssh/id_ed25519',
      'TLS.PEM',
      'node_modules/x/index.js',
      '.docwright/postgres/data/PG_VERSION',
      'data/master-key.txt',
      'data/blobs/one',
      'deploy/token.txt',
    ];
    const { folder, cloneUrl, listPushed } = makeFolder(t, {
      'docs.json': '{}',
      '.gitignore': '!.env\nbuild/\n',
      'build/index.html': '<p>',
      'guide.mdx': `# Keys\n\n~~~\n${KEY}~~~\n`,
      ...Object.fromEntries(secret.map((path) => [path, path === 'deploy/token.txt' ? KEY : 'secret'])),
    });
    await using service = await startService(cloneUrl);
    const { code, json } = await runJson(['projects', 'create', '--from', folder], { env: service.env });
    assert.equal(code, 0);
    assert.deepEqual(listPushed(), ['.gitignore', 'docs.json', 'guide.mdx']);
    const { pages, files, leftOut } = json['pushed'] as { pages: number; files: number; leftOut: string[] };
    assert.deepEqual({ pages, files }, { pages: 1, files: 3 });
    for (const path of secret)
      assert.ok(
        leftOut.some((left) => path.startsWith(left)),
        `${path}: ${leftOut.join()}`,
      );
  });

  test('refuses a folder that is no site, and makes nothing', async (t) => {
    const { folder, cloneUrl } = makeFolder(t, { 'notes.txt': 'mine', 'docs/docs.json': '{}' });
    await using service = await startService(cloneUrl);
    const { code, stderr } = await runCommand(['projects', 'create', '--from', folder], { env: service.env });
    assert.equal(code, 2);
    assert.match(stderr, /My Docs holds neither docs\.json nor mint\.json; --docs-folder names/);
    assert.deepEqual(service.requests, []);
    const inside = ['projects', 'create', '--from', folder, '--docs-folder', 'docs'];
    assert.equal((await runCommand(inside, { env: service.env })).code, 0);
  });
});

describe('what is deleted', () => {
  const routes = {
    'GET /v1/projects/proj_1': () => ({ body: { id: 'proj_1', name: 'Docs', repository: 'local:docs' } }),
    'DELETE /v1/projects/proj_1': () => ({ status: 204 }),
    'DELETE /v1/repositories/docs': () => ({ status: 204 }),
  };
  for (const [what, route] of [
    [['projects', 'delete', 'proj_1'], 'DELETE /v1/projects/proj_1'],
    [['repositories', 'delete', 'docs'], 'DELETE /v1/repositories/docs'],
  ] as const) {
    test(`${what.join(' ')} needs --yes where nobody can be asked`, async () => {
      await using service = await startFakeService(routes);
      const refused = await runCommand(what, { env: service.env, stdin: 'y\n' });
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /--yes is needed to delete the (project|repository) "\w+"/);
      assert.ok(!service.requests.some((request) => request.route === route));
      assert.equal((await runCommand([...what, '--yes'], { env: service.env })).code, 0);
      assert.ok(service.requests.some((request) => request.route === route));
    });
  }

  test('a deleted project tells where its repository stays', async () => {
    await using service = await startFakeService(routes);
    const { stdout } = await runCommand(['projects', 'delete', 'proj_1', '--yes'], { env: service.env });
    assert.equal(stdout, 'The project "Docs" (proj_1) is deleted. Its repository stays: local:docs\n');
  });
});
