import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n';

/** Creates a folder with these files, and an empty repository as the target of pushes. */
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
    root,
    listPushed: () =>
      execFileSync('git', ['--git-dir', bare, 'ls-tree', '-r', '-z', '--name-only', 'main'], { encoding: 'utf8' })
        .split('\0')
        .filter((path) => path !== ''),
  };
}

/** Starts a service whose own host name differs from the host name that clients use. */
function startService(root: string, cloneUrl = 'https://docs.internal/git/pushed.git') {
  const routes = {
    'POST /v1/repositories': () => ({ status: 201, body: { name: 'my-docs', defaultBranch: 'main', cloneUrl } }),
    'DELETE /v1/repositories/my-docs': () => ({ status: 204 }),
    'POST /v1/projects': (body: unknown) => ({
      status: 201,
      body: { id: 'proj_1', features: {}, domains: [], ...(body as object) },
    }),
  };
  return startFakeService(routes, root);
}

describe('projects create --from', () => {
  test('pushes exactly the files that it lists', async (t) => {
    const files = { 'docs.json': '{}', 'index.mdx': '# Hi\n', 'guides/a b.md': '# A\n', 'logo.svg': '<svg/>' };
    const { folder, root, listPushed } = makeFolder(t, files);
    await using service = await startService(root);
    const args = ['projects', 'create', '--from', folder];
    const { code, stderr } = await runCommand(args, { env: service.env });
    assert.equal(code, 0, stderr);
    assert.equal(stderr, `Pushing 2 pages, 4 files, 17 B from ${folder} to ${service.baseUrl}.\n`);
    assert.deepEqual(listPushed(), Object.keys(files).sort());
  });

  test('leaves out secrets and files that aren’t documentation, regardless of .gitignore files, and lists them', async (t) => {
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
    const { folder, root, listPushed } = makeFolder(t, {
      'docs.json': '{}',
      '.gitignore': '!.env\nbuild/\n',
      'build/index.html': '<p>',
      'guide.mdx': `# Keys\n\n~~~\n${KEY}~~~\n`,
      ...Object.fromEntries(secret.map((path) => [path, path === 'deploy/token.txt' ? KEY : 'secret'])),
    });
    await using service = await startService(root);
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

  test('rejects a folder that isn’t a site, and creates nothing', async (t) => {
    const { folder, root } = makeFolder(t, { 'notes.txt': 'mine', 'docs/docs.json': '{}' });
    await using service = await startService(root);
    const { code, stderr } = await runCommand(['projects', 'create', '--from', folder], { env: service.env });
    assert.equal(code, 2);
    assert.match(stderr, /My Docs contains neither docs\.json nor mint\.json; if the site is in a subfolder/);
    assert.deepEqual(service.requests, []);
    const inside = ['projects', 'create', '--from', folder, '--docs-folder', 'docs'];
    assert.equal((await runCommand(inside, { env: service.env })).code, 0);
  });
});

describe('untrusted folders and services', () => {
  test('the key is sent only to the chosen address, even if the service returns another repository address', async (t) => {
    const { folder, root, listPushed } = makeFolder(t, { 'docs.json': '{}' });
    await using other = await startFakeService({});
    await using service = await startService(root, `${other.baseUrl}/git/pushed.git`);
    const { code, stderr } = await runCommand(['projects', 'create', '--from', folder], { env: service.env });
    assert.equal(code, 0, stderr);
    assert.deepEqual([listPushed(), other.requests], [['docs.json'], []]);
    const pushes = service.requests.filter(({ route }) => route.includes('/git/'));
    assert.ok(pushes.length > 0 && pushes.every(({ authorization }) => authorization === 'Bearer dw_test'));
  });

  test('a repository address that git would run or write to is rejected', async (t) => {
    const { folder, root, listPushed } = makeFolder(t, { 'docs.json': '{}' });
    const canary = join(root, 'ran');
    for (const cloneUrl of [
      `ext::sh -c "touch ${canary}" /git/a.git`,
      `file://${root}/pushed.git`,
      '--receive-pack=/git/a.git',
      'https://x/git/../a.git',
    ]) {
      await using service = await startService(root, cloneUrl);
      const { code, stderr } = await runCommand(['projects', 'create', '--from', folder], { env: service.env });
      assert.equal(code, 1, stderr);
      assert.ok(
        service.requests.every(({ route }) => !route.includes('/git/')),
        cloneUrl,
      );
    }
    assert.equal(existsSync(canary), false);
    assert.throws(listPushed);
  });

  test('hooks, filters, monitors, pagers and other programs in the folder’s git configuration are not run', async (t) => {
    const canary = (root: string, what: string): string => join(root, `ran-${what}`);
    const { folder, root, listPushed } = makeFolder(t, {
      'docs.json': '{}',
      'page.mdx': '# A\n',
      '.gitattributes': '* filter=evil diff=evil merge=evil\n',
      '.npmrc': 'node-options=--require=./evil.js\n',
      'package.json': '{"scripts":{"prepare":"false"}}',
      'nested/docs.json': '{}',
    });
    const script = (what: string): string => {
      const path = join(folder, `${what}.sh`);
      writeFileSync(path, `#!/bin/sh\ntouch ${canary(root, what)}\ncat\n`, { mode: 0o755 });
      return path;
    };
    for (const repository of [folder, join(folder, 'nested')]) {
      execFileSync('git', ['init', '--quiet', repository]);
      const author = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
      execFileSync('git', ['-C', repository, ...author, 'commit', '--quiet', '--allow-empty', '-m', 'a']);
      const config = (name: string, value: string): void =>
        void execFileSync('git', ['-C', repository, 'config', name, value]);
      config('core.hooksPath', folder);
      for (const name of [
        'core.fsmonitor',
        'core.sshCommand',
        'core.pager',
        'core.editor',
        'diff.external',
        'core.askPass',
        'gpg.program',
        'credential.helper',
        'core.alternateRefsCommand',
      ])
        config(name, script(name));
      for (const name of ['filter.evil.clean', 'filter.evil.process', 'diff.evil.textconv', 'merge.evil.driver'])
        config(name, script(name));
      config('filter.evil.required', 'true');
      config('commit.gpgSign', 'true');
      for (const hook of [
        'pre-commit',
        'post-commit',
        'pre-push',
        'commit-msg',
        'post-index-change',
        'reference-transaction',
      ]) {
        const path = join(repository, '.git/hooks', hook);
        writeFileSync(path, `#!/bin/sh\ntouch ${canary(root, hook)}\n`, { mode: 0o755 });
      }
    }
    await using service = await startService(root);
    const { code, stderr } = await runCommand(['projects', 'create', '--from', folder], {
      env: service.env,
      cwd: folder,
    });
    assert.equal(code, 0, stderr);
    assert.ok(listPushed().includes('page.mdx'));
    assert.deepEqual(
      readdirSync(root).filter((name) => name.startsWith('ran-')),
      [],
    );
  });
});

describe('deletions', () => {
  const routes = {
    'GET /v1/projects/proj_1': () => ({ body: { id: 'proj_1', name: 'Docs', repository: 'local:docs' } }),
    'DELETE /v1/projects/proj_1': () => ({ status: 204 }),
    'DELETE /v1/repositories/docs': () => ({ status: 204 }),
  };
  for (const [what, route] of [
    [['projects', 'delete', 'proj_1'], 'DELETE /v1/projects/proj_1'],
    [['repositories', 'delete', 'docs'], 'DELETE /v1/repositories/docs'],
  ] as const) {
    test(`${what.join(' ')} requires --yes if no prompt is possible`, async () => {
      await using service = await startFakeService(routes);
      const refused = await runCommand(what, { env: service.env, stdin: 'y\n' });
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /to delete the (project|repository) "\w+" .*without confirmation, pass --yes/);
      assert.ok(!service.requests.some((request) => request.route === route));
      assert.equal((await runCommand([...what, '--yes'], { env: service.env })).code, 0);
      assert.ok(service.requests.some((request) => request.route === route));
    });
  }

  test('deleting a project reports the location of its repository, which is kept', async () => {
    await using service = await startFakeService(routes);
    const { stdout } = await runCommand(['projects', 'delete', 'proj_1', '--yes'], { env: service.env });
    assert.equal(stdout, 'Deleted the project "Docs" (proj_1). Its repository is kept: local:docs\n');
  });
});
