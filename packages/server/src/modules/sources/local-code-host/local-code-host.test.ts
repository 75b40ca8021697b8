import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isLocalCodeHostError } from './errors.ts';
import type { LocalRepository } from './local-code-host.ts';
import {
  KEYS,
  ORGANIZATION,
  OTHER_ORGANIZATION,
  OTHER_SLUG,
  startTestHost,
  type TestHost,
} from './testing/test-host.ts';
import { PAGE, postForm, testRepositories, type TestRepositories } from './testing/test-repositories.ts';

let world: TestHost;
let repositories: TestRepositories;
before(async () => {
  world = await startTestHost();
  repositories = testRepositories(world);
});
after(() => world.close());

async function refsOf(repository: LocalRepository): Promise<readonly string[]> {
  const gitDir = join(world.options.root, `${repository.id}.git`);
  return (await world.git('--git-dir', gitDir, 'for-each-ref', '--format=%(objectname) %(refname)')).split('\n');
}

interface SeenEvent {
  readonly actor: string | null;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Waits for a repository's events, oldest first. A push's event is written after git has responded. */
async function eventsOf(repository: LocalRepository, action: string, count: number): Promise<readonly SeenEvent[]> {
  for (let tries = 0; ; tries += 1) {
    const events = await world.options.database.kysely
      .selectFrom('audit_events')
      .select(['actor_id as actor', 'action', 'details'])
      .where('action', 'like', `${action}%`)
      .where('target_name', 'like', `${repository.name}%`)
      .orderBy('id')
      .execute();
    if (events.length >= count || tries === 200) return events;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('git over HTTP', () => {
  test('lets a person clone, push to the default branch and fetch with an API key as the password', async () => {
    const repository = await repositories.seeded();
    const [first, second] = [repositories.workFolder(), repositories.workFolder()];
    await world.git('clone', '--quiet', repositories.urlWithKey(repository, KEYS.admin), first);
    writeFileSync(join(first, 'new.mdx'), 'new');
    await world.git('-C', first, 'add', '.');
    await world.git('-C', first, 'commit', '--quiet', '-m', 'docs: new');
    await world.git('-C', first, 'push', '--quiet', 'origin', 'main');
    await world.git('clone', '--quiet', repositories.urlWithKey(repository, KEYS.reader), second);
    assert.equal(await world.git('-C', second, 'log', '-1', '--format=%s'), 'docs: new');
  });

  test('supports protocol versions 0, 1 and 2, and a Bearer key', async () => {
    const repository = await repositories.seeded();
    for (const version of ['0', '1', '2']) {
      const header = `http.extraHeader=Authorization: Bearer ${KEYS.reader}`;
      const refs = await world.git(
        '-c',
        `protocol.version=${version}`,
        '-c',
        header,
        'ls-remote',
        world.host.cloneUrl(repository),
        'refs/heads/main',
      );
      assert.match(refs, /^[0-9a-f]{40}\trefs\/heads\/main$/);
    }
  });

  test('accepts a large push completely', async () => {
    const repository = await repositories.seeded();
    const work = repositories.workFolder();
    await world.git('clone', '--quiet', repositories.urlWithKey(repository, KEYS.admin), work);
    for (let index = 0; index < 400; index += 1)
      writeFileSync(join(work, `page-${index}.mdx`), `${index}\n${Math.sin(index)}`.repeat(2_000));
    await world.git('-C', work, 'add', '.');
    await world.git('-C', work, 'commit', '--quiet', '-m', 'docs: many');
    await world.git('-C', work, '-c', 'pack.compression=0', 'push', '--quiet', 'origin', 'main');
    const mirror = repositories.mirrorOf(repository);
    const { branches } = await mirror.fetch();
    assert.equal((await mirror.listFiles(branches.get('main') ?? '', '')).files.length, 402);
  });

  test('responds with 401 to a missing or invalid key, 404 to a foreign one, and 403 to one that lacks a scope', async () => {
    const repository = await repositories.seeded();
    const refs = (service: string, key?: string, name = repository.name) =>
      fetch(`${world.baseUrl}/git/${name}.git/info/refs?service=${service}`, {
        headers: key === undefined ? {} : { authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` },
      });
    const missing = await refs('git-upload-pack');
    assert.equal(missing.status, 401);
    assert.match(missing.headers.get('www-authenticate') ?? '', /^Basic realm=/);
    assert.equal((await refs('git-upload-pack', 'wrong')).status, 401);
    assert.equal((await refs('git-upload-pack', undefined, 'no-such')).status, 401);
    assert.equal((await refs('git-upload-pack', KEYS.stranger)).status, 404);
    assert.equal((await refs('git-upload-pack', KEYS.admin, 'no-such')).status, 404);
    assert.equal((await refs('git-upload-pack', KEYS.admin, '..%2f..%2fetc')).status, 404);
    assert.equal((await refs('git-receive-pack', KEYS.reader)).status, 403);
    assert.equal((await refs('git-upload-archive', KEYS.admin)).status, 403);
    assert.equal((await refs('git-upload-pack', KEYS.reader)).status, 200);
  });

  test('says how to create a missing repository after a push, and how to list existing ones after a fetch', async () => {
    const ask = async (name: string, service: string) => {
      const headers = { authorization: `Bearer ${KEYS.admin}` };
      const answer = await fetch(`${world.baseUrl}/git/${name}.git/info/refs?service=git-${service}`, { headers });
      return [answer.status, (await answer.text()).trim()];
    };
    assert.deepEqual(await ask('my-docs', 'receive-pack'), [
      404,
      'Your organization has no repository named "my-docs". Create it first: docwright repositories create my-docs',
    ]);
    assert.match(String((await ask('my-docs', 'upload-pack'))[1]), /docwright repositories list/);
    // Users copy the command into a shell.
    assert.match(String((await ask(encodeURIComponent('x;rm -rf ~'), 'receive-pack'))[1]), /create NAME$/);
  });

  test('does not accept a decompression bomb', async () => {
    const repository = await repositories.seeded();
    const answer = await fetch(`${world.host.cloneUrl(repository)}/git-upload-pack`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEYS.admin}`,
        'content-type': 'application/x-git-upload-pack-request',
        'content-encoding': 'gzip',
      },
      body: gzipSync(Buffer.alloc(64 * 1024 * 1024)),
    }).then(
      (response) => response.status,
      () => 'closed',
    );
    assert.notEqual(answer, 200);
  });

  test('refuses a push over the limit, and the branch is unchanged', async () => {
    const small = await startTestHost({ maxPushBytes: 100_000 });
    try {
      const seed = { kind: 'empty' } as const;
      const repository = await small.host.createRepository({ organizationId: ORGANIZATION, name: 'small', seed });
      const url = small.host.cloneUrl(repository).replace('http://', `http://x:${KEYS.admin}@`);
      const work = join(small.folder, 'work');
      await small.git('init', '--quiet', '--initial-branch=main', work);
      writeFileSync(join(work, 'noise.bin'), randomBytes(2_000_000));
      await small.git('-C', work, 'add', '.');
      await small.git('-C', work, 'commit', '--quiet', '-m', 'large');
      await assert.rejects(small.git('-C', work, 'push', '--quiet', url, 'main'));
      assert.equal(await small.git('ls-remote', url), '');
    } finally {
      await small.close();
    }
  });

  test('accepts only branches and tags with plain names, and refuses the whole push if it contains another reference', async () => {
    const repository = await repositories.seeded();
    const work = await repositories.cloned(repository);
    const before = await refsOf(repository);
    for (const ref of [
      'refs/pulls/1/head',
      'refs/docwright/x',
      'refs/notes/x',
      'refs/heads/a;id$(x)',
      'refs/tags/-x',
    ]) {
      await assert.rejects(
        world.git('-C', work, 'push', '--quiet', 'origin', 'HEAD:refs/heads/fine', `+HEAD:${ref}`),
        /remote rejected[^]*(only branches \(refs\/heads\/\) and tags|names of branches and tags must follow these rules: letters, digits)/,
        ref,
      );
    }
    assert.deepEqual(await refsOf(repository), before);
    await world.git('-C', work, 'push', '--quiet', 'origin', 'HEAD:refs/heads/fine', 'HEAD:refs/tags/v1.0');
    assert.deepEqual((await refsOf(repository)).length, before.length + 2);
  });

  test('protects the default branch’s history, but not that of another branch', async () => {
    const repository = await repositories.seeded();
    const work = await repositories.cloned(repository);
    await world.git('-C', work, 'push', '--quiet', 'origin', 'HEAD:refs/heads/mine');
    await world.git('-C', work, 'commit', '--quiet', '--amend', '-m', 'docs: other');
    await assert.rejects(world.git('-C', work, 'push', '--quiet', 'origin', '+HEAD:main'), /non-fast-forward/);
    await assert.rejects(world.git('-C', work, 'push', '--quiet', 'origin', ':main'), /remote rejected/);
    await world.git('-C', work, 'push', '--quiet', 'origin', '+HEAD:mine');
  });

  test('records moved references in the audit log, but not refused ones', async () => {
    const repository = await repositories.seeded();
    const work = await repositories.cloned(repository);
    const [from, ref] = [await world.git('-C', work, 'rev-parse', 'HEAD'), 'refs/heads/main'];
    await world.git('-C', work, 'commit', '--quiet', '--allow-empty', '-m', 'docs: more');
    const to = await world.git('-C', work, 'rev-parse', 'HEAD');
    await world.git('-C', work, 'push', '--quiet', 'origin', 'main');
    await assert.rejects(
      world.git('-C', work, 'push', '--quiet', 'origin', `+${from}:main`, `${from}:refs/heads/side`),
    );
    await world.git('-C', work, 'push', '--quiet', 'origin', `${from}:refs/tags/v1`);
    const none = '0'.repeat(40);
    const expected = [
      [{ ref, from, to }],
      [{ ref: 'refs/heads/side', from: none, to: from }],
      [{ ref: 'refs/tags/v1', from: none, to: from }],
    ];
    const events = await eventsOf(repository, 'repository.pushed', expected.length);
    assert.deepEqual(
      events.map(({ actor, details }) => [actor, details['refs']]),
      expected.map((refs) => [KEYS.admin, refs]),
    );
  });

  test('hides internal references, but lists those of pull requests', async () => {
    const repository = await repositories.seeded();
    const { sha } = await repositories.proposed(repository, { 'index.mdx': 'changed' });
    const shown = await world.git('ls-remote', repositories.urlWithKey(repository, KEYS.reader));
    assert.doesNotMatch(shown, /refs\/(?!heads\/|tags\/|pulls\/)/);
    assert.match(shown, new RegExp(`${sha}\trefs/pulls/1/head`));
  });

  test('doesn’t run hooks in a repository during a push', async () => {
    const repository = await repositories.seeded();
    const gitDir = join(world.folder, 'repositories', `${repository.id}.git`);
    mkdirSync(join(gitDir, 'hooks'), { recursive: true });
    for (const hook of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
      'proc-receive',
    ]) {
      writeFileSync(join(gitDir, 'hooks', hook), `#!/bin/sh\ntouch ${world.folder}/hook-ran\nexit 1\n`, {
        mode: 0o755,
      });
    }
    const work = repositories.workFolder();
    await world.git('clone', '--quiet', repositories.urlWithKey(repository, KEYS.admin), work);
    await world.git('-C', work, 'commit', '--quiet', '--allow-empty', '-m', 'x');
    await world.git('-C', work, 'push', '--quiet', 'origin', 'main');
    assert.throws(() => execFileSync('ls', [`${world.folder}/hook-ran`], { stdio: 'pipe' }));
  });
});

describe('repositories', () => {
  test('contain only the regular files of their seed folder', async () => {
    const folder = join(world.folder, 'seed-links');
    mkdirSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, '.git/config'), '[core]');
    writeFileSync(join(folder, 'a.mdx'), 'a');
    symlinkSync('/etc/passwd', join(folder, 'link.mdx'));
    const repository = await world.host.createRepository({
      organizationId: ORGANIZATION,
      name: 'seed-links',
      seed: { kind: 'folder', folder, message: 'x' },
    });
    const mirror = repositories.mirrorOf(repository);
    const { branches } = await mirror.fetch();
    const listing = await mirror.listFiles(branches.get('main') ?? '', '');
    assert.deepEqual(
      listing.files.map(({ path }) => path),
      ['a.mdx'],
    );
  });

  test('accept a first push if they are empty, and import both branches if they are created as a clone', async () => {
    const empty = await world.host.createRepository({
      organizationId: ORGANIZATION,
      name: 'empty',
      seed: { kind: 'empty' },
    });
    const work = repositories.workFolder();
    await world.git('init', '--quiet', '--initial-branch=main', work);
    await world.git('-C', work, 'commit', '--quiet', '--allow-empty', '-m', 'first');
    await world.git('-C', work, 'push', '--quiet', repositories.urlWithKey(empty, KEYS.admin), 'main', 'main:next');
    const { url } = world.host.connect(empty).gitAccess;
    const copy = await world.host.createRepository({
      organizationId: ORGANIZATION,
      name: 'copy',
      seed: { kind: 'clone', url },
    });
    assert.equal(copy.defaultBranch, 'main');
    const refs = await world.git('ls-remote', '--heads', repositories.urlWithKey(copy, KEYS.reader));
    assert.match(refs, /refs\/heads\/main\n.*refs\/heads\/next$/);
  });

  test('of two organizations may have the same name, at separate addresses', async () => {
    const repository = await repositories.seeded();
    const { name } = repository;
    const theirs = await world.host.createRepository({
      organizationId: OTHER_ORGANIZATION,
      name,
      seed: { kind: 'empty' },
    });
    assert.equal(world.host.cloneUrl(repository), `${world.baseUrl}/git/${name}.git`);
    assert.equal(world.host.cloneUrl(theirs), `${world.baseUrl}/git/@${OTHER_SLUG}/${name}.git`);
    const work = repositories.workFolder();
    await world.git('clone', '--quiet', repositories.urlWithKey(theirs, KEYS.stranger), work);
    writeFileSync(join(work, 'theirs.mdx'), 'theirs');
    await world.git('-C', work, 'add', '.');
    await world.git('-C', work, 'commit', '--quiet', '-m', 'docs: theirs');
    await world.git('-C', work, 'push', '--quiet', 'origin', 'HEAD:main');
    await assert.rejects(world.git('ls-remote', repositories.urlWithKey(theirs, KEYS.reader)), /not found/);
    await assert.rejects(world.git('ls-remote', repositories.urlWithKey(repository, KEYS.stranger)), /not found/);
    const page = new URL(world.host.repositoryLink(theirs));
    assert.match(page.pathname, new RegExp(`^/repositories/@${OTHER_SLUG}/${name}/`));
    assert.match(await (await fetch(page)).text(), /theirs\.mdx/);
    const asked = await postForm(`${world.baseUrl}/repositories/@${OTHER_SLUG}/${name}`, { key: KEYS.reader });
    assert.equal(asked.status, 403);
  });

  test('are found by a path only in the caller’s organization', async () => {
    const { name } = await repositories.seeded();
    const theirs = await world.host.createRepository({
      organizationId: OTHER_ORGANIZATION,
      name,
      seed: { kind: 'empty' },
    });
    const path = `@${OTHER_SLUG}/${name}`;
    assert.equal((await world.host.findRepository(OTHER_ORGANIZATION, name))?.id, theirs.id);
    assert.equal((await world.host.findRepository(OTHER_ORGANIZATION, path))?.id, theirs.id);
    assert.equal(await world.host.findRepository(ORGANIZATION, path), undefined);
    assert.equal(await world.host.findRepository(ORGANIZATION, `@${ORGANIZATION}/${name}`), undefined);
  });

  test('have valid and unique names, which are invisible to another organization', async () => {
    const repository = await repositories.seeded();
    const create = (name: string) =>
      world.host.createRepository({ organizationId: ORGANIZATION, name, seed: { kind: 'empty' } });
    await assert.rejects(create(repository.name), (error) => isLocalCodeHostError(error, 'repository-name-taken'));
    for (const name of ['', '../x', 'A', 'a.git', 'a/b', '.a', 'a..b', '-a', 'a b', 'x'.repeat(81)]) {
      await assert.rejects(create(name), (error) => isLocalCodeHostError(error, 'invalid-repository-name'), name);
    }
    assert.equal(await world.host.findRepository('org_other', repository.name), undefined);
    assert.equal((await world.host.findRepository(ORGANIZATION, repository.name))?.id, repository.id);
  });

  test('are removed from pages and disk when they are deleted', async () => {
    const repository = await repositories.seeded();
    await world.host.deleteRepository(ORGANIZATION, repository.name);
    assert.equal((await fetch(world.host.repositoryLink(repository))).status, 404);
    await assert.rejects(repositories.mirrorOf(repository).fetch(), /its folder is missing/);
  });
});

describe('pull requests', () => {
  test('are opened once if twenty are requested for a branch at once', async () => {
    const repository = await repositories.seeded();
    const { pull, host, request } = await repositories.proposed(repository, { 'index.mdx': 'new' });
    await host.updatePullRequest(pull.number, { state: 'closed' });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => host.createPullRequest(request)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results)
      if (result.status === 'rejected') assert.ok(isCodeHostError(result.reason, 'pull-request-exists'));
    const listed = await host.listPullRequests({ headBranch: request.headBranch });
    assert.deepEqual(
      listed.map(({ number, state }) => [number, state]),
      [
        [2, 'open'],
        [1, 'closed'],
      ],
    );
  });

  test('have a page with description, commits and diff, which hides the marker and escapes hostile text', async () => {
    const repository = await repositories.seeded();
    const { pull } = await repositories.proposed(repository, {
      'index.mdx': PAGE.replace('line 15', '<script>alert(1)</script>'),
      '"><img src=x>.mdx': 'x\u202e\n',
      'docs.json': null,
    });
    const answer = await fetch(pull.url);
    const text = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.match(text, /Some <em>text<\/em>/);
    assert.doesNotMatch(text, /docwright:job|<script>|<img src=x|<b>docs/);
    // Removes the colors of the code.
    assert.match(
      text.replaceAll(/<\/?(?:span|mark|ins|del)\b[^>]*>/g, ''),
      /<td class="number"><\/td><td class="number">15<\/td><td class="code">\+&lt;script&gt;alert\(1\)&lt;\/script&gt;/,
    );
    assert.match(text, /⟦U\+202E⟧/);
    assert.match(text, /3 files changed/);
    assert.match(text, /No conflicts with/);
  });

  test('are opened only by their own link, not with a changed token or another number', async () => {
    const repository = await repositories.seeded();
    const { pull } = await repositories.proposed(repository, { 'index.mdx': 'new' });
    const other = await repositories.seeded();
    const second = await repositories.proposed(other, { 'index.mdx': 'new' });
    const token = pull.url.split('/').at(-1) ?? '';
    const tries = [
      pull.url.slice(0, -1) + (pull.url.endsWith('A') ? 'B' : 'A'),
      pull.url.slice(0, -22),
      `${world.baseUrl}/pulls/${repository.name}/2/${token}`,
      second.pull.url.replace(/[^/]+$/, token),
      `${world.baseUrl}/repositories/${repository.name}/${token}`,
    ];
    for (const url of tries) assert.equal((await fetch(url)).status, 404, url);
  });

  test('are merged with a key with write access, by a merge commit, and the branch is deleted on request', async () => {
    const repository = await repositories.seeded();
    const { pull, host, sha, base } = await repositories.proposed(repository, { 'index.mdx': 'new' });
    assert.equal((await postForm(pull.url, { action: 'merge' })).status, 401);
    assert.equal((await postForm(pull.url, { action: 'merge', key: 'wrong' })).status, 401);
    assert.equal((await postForm(pull.url, { action: 'merge', key: KEYS.stranger })).status, 401);
    assert.equal((await postForm(pull.url, { action: 'merge', key: KEYS.reader })).status, 403);
    assert.equal(
      (await postForm(pull.url, { action: 'merge', key: KEYS.admin }, { 'sec-fetch-site': 'cross-site' })).status,
      403,
    );
    assert.equal((await postForm(pull.url, { action: 'explode', key: KEYS.admin })).status, 400);
    const merged = await postForm(pull.url, { action: 'merge', key: KEYS.admin });
    assert.deepEqual([merged.status, world.baseUrl + merged.location], [303, `${pull.url}?done=merge`]);
    const [listed] = await host.listPullRequests({ headBranch: pull.headBranch });
    assert.equal(listed?.state, 'merged');
    const work = repositories.workFolder();
    await world.git('clone', '--quiet', repositories.urlWithKey(repository, KEYS.reader), work);
    assert.equal(
      await world.git('-C', work, 'log', '-1', '--format=%P|%an|%s'),
      `${base} ${sha}|the key-admin|Merge pull request #1 from docwright/job-1`,
    );
    assert.equal((await postForm(pull.url, { action: 'merge', key: KEYS.admin })).status, 409);
    assert.equal((await postForm(pull.url, { action: 'delete-branch', key: KEYS.admin })).status, 303);
    const page = await (await fetch(pull.url)).text();
    assert.match(page, /1 file changed/);
    assert.match(page, /merged by the key-admin/);
  });

  test('report a conflict, and the base branch doesn’t move', async () => {
    const repository = await repositories.seeded();
    const { pull, host } = await repositories.proposed(repository, { 'index.mdx': PAGE.replace('line 3', 'ours') });
    await pushToMain(repository, { 'index.mdx': PAGE.replace('line 3', 'theirs') });
    const before = await mainOf(repository);
    assert.match(
      await (await fetch(pull.url)).text(),
      /Conflicts with <code>main<\/code> in\s+<code>index.mdx<\/code>/,
    );
    const refused = await postForm(pull.url, { action: 'merge', key: KEYS.admin });
    assert.equal(refused.status, 409);
    assert.equal(await mainOf(repository), before);
    assert.equal((await host.listPullRequests({ headBranch: pull.headBranch }))[0]?.state, 'open');
  });

  test('are merged if the two sides changed different lines', async () => {
    const repository = await repositories.seeded();
    const { pull } = await repositories.proposed(repository, { 'index.mdx': PAGE.replace('line 3', 'ours') });
    await pushToMain(repository, { 'index.mdx': PAGE.replace('line 28', 'theirs') });
    assert.equal((await postForm(pull.url, { action: 'merge', key: KEYS.admin })).status, 303);
    const mirror = repositories.mirrorOf(repository);
    await mirror.fetch();
    const text = (await mirror.readFile(await mainOf(repository), 'index.mdx'))?.toString();
    assert.equal(text, PAGE.replace('line 3', 'ours').replace('line 28', 'theirs'));
  });

  test('are shown as merged after a person merges them with git', async () => {
    const repository = await repositories.seeded();
    const { pull, host } = await repositories.proposed(repository, { 'index.mdx': 'new' });
    const work = repositories.workFolder();
    await world.git('clone', '--quiet', repositories.urlWithKey(repository, KEYS.admin), work);
    await world.git('-C', work, 'fetch', '--quiet', 'origin', `refs/pulls/${pull.number}/head`);
    await world.git('-C', work, 'merge', '--quiet', '--no-edit', 'FETCH_HEAD');
    await world.git('-C', work, 'push', '--quiet', 'origin', 'main');
    const [listed] = await host.listPullRequests({ headBranch: pull.headBranch });
    assert.equal(listed?.state, 'merged');
    assert.match(await (await fetch(pull.url)).text(), /1 file changed/);
  });

  test('can be closed, but not reopened next to another open one; drafts can be merged once they are ready', async () => {
    const repository = await repositories.seeded();
    const { pull, host, request } = await repositories.proposed(repository, { 'index.mdx': 'new' });
    assert.equal((await postForm(pull.url, { action: 'close', key: KEYS.admin })).status, 303);
    assert.equal((await postForm(pull.url, { action: 'close', key: KEYS.admin })).status, 409);
    const draft = await host.createPullRequest({ ...request, draft: true });
    assert.equal((await postForm(pull.url, { action: 'reopen', key: KEYS.admin })).status, 409);
    assert.equal((await postForm(draft.url, { action: 'merge', key: KEYS.admin })).status, 409);
    assert.equal((await postForm(draft.url, { action: 'ready', key: KEYS.admin })).status, 303);
    assert.equal((await postForm(draft.url, { action: 'merge', key: KEYS.admin })).status, 303);
  });

  async function pushToMain(repository: LocalRepository, files: Readonly<Record<string, string>>): Promise<void> {
    const work = repositories.workFolder();
    await world.git('clone', '--quiet', repositories.urlWithKey(repository, KEYS.admin), work);
    for (const [path, content] of Object.entries(files)) writeFileSync(join(work, path), content);
    await world.git('-C', work, 'commit', '--quiet', '--all', '-m', 'docs: by a person');
    await world.git('-C', work, 'push', '--quiet', 'origin', 'main');
  }

  async function mainOf(repository: LocalRepository): Promise<string> {
    return (await world.git('ls-remote', repositories.urlWithKey(repository, KEYS.reader), 'refs/heads/main')).slice(
      0,
      40,
    );
  }
});

describe('repository pages', () => {
  test('show files, README, branches and pull requests through a link', async () => {
    const repository = await repositories.seeded({
      'README.md': '# Hello <script>x</script>\n\n[a](javascript:alert(1)) [b](https://example.com)',
      'docs/a.mdx': 'text <b>',
      'docs.json': '{}',
    });
    const { pull } = await repositories.proposed(repository, { 'docs/a.mdx': 'new' });
    const link = world.host.repositoryLink(repository);
    const text = await (await fetch(link)).text();
    assert.match(text, /<h1>Hello &lt;script&gt;/);
    assert.doesNotMatch(text, /javascript:|<script>/);
    assert.ok(text.includes(pull.url.slice(world.baseUrl.length)));
    assert.match(await (await fetch(`${link}?folder=docs`)).text(), /a\.mdx/);
    assert.match(await (await fetch(`${link}?file=docs/a.mdx`)).text(), /text &lt;b&gt;/);
    for (const query of [
      'file=../../etc/passwd',
      'file=nope',
      'folder=..',
      'folder=.git',
      'folder=a&folder=b',
      'file=docs',
    ]) {
      assert.equal((await fetch(`${link}?${query}`)).status, 404, query);
    }
  });

  test('have an address for a line of a file at a commit, which accepts only full commit IDs', async () => {
    const repository = await repositories.seeded({ 'a.mdx': 'one\ntwo' });
    const commit = (
      await world.git('ls-remote', repositories.urlWithKey(repository, KEYS.reader), 'refs/heads/main')
    ).slice(0, 40);
    const link = world.host.repositoryLink(repository);
    const text = await (await fetch(`${link}?file=a.mdx&commit=${commit}`)).text();
    assert.match(text, /<tr id="L2">\s*<td class="number">2<\/td>\s*<td class="code">two</);
    for (const query of [
      'commit=main',
      `commit=${commit.slice(0, 10)}`,
      `commit=${'0'.repeat(40)}`,
      'commit=HEAD%5E%7Btree%7D',
      'commit=--textconv',
      `commit=${commit}&commit=${commit}`,
    ]) {
      assert.equal((await fetch(`${link}?file=a.mdx&${query}`)).status, 404, query);
    }
    const query = `file=a.mdx&commit=${commit}`;
    const opened = await postForm(`${world.baseUrl}/repositories/${repository.name}?${query}`, { key: KEYS.reader });
    assert.equal(world.baseUrl + opened.location, `${link}?${query}`);
  });

  test('show the repository’s pictures in a README, and serve only pictures', async () => {
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const repository = await repositories.seeded({
      'README.md': '![a](images/a.svg) ![b](/images/b%20b.svg) ![c](https://example.com/c.png) ![d](../../d.png)',
      'docs/README.md': '![e](../images/a.svg?x=1#y)',
      'images/a.svg': script,
      'images/b b.svg': script,
      'images/page.html': '<script>alert(1)</script>',
      'docs.json': '{}',
    });
    const link = world.host.repositoryLink(repository);
    const imagesOf = async (url: string) =>
      [...(await (await fetch(url)).text()).matchAll(/<img src="(?!\/dashboard\/)([^"]+)"/g)].map(([, src = '']) =>
        src.replaceAll('&amp;', '&'),
      );
    const path = new URL(link).pathname;
    assert.deepEqual(await imagesOf(link), [
      `${path}?image=images%2Fa.svg`,
      `${path}?image=images%2Fb%20b.svg`,
      'https://example.com/c.png',
      `${path}?image=d.png`,
    ]);
    assert.deepEqual(await imagesOf(`${link}?folder=docs`), [`${path}?image=images%2Fa.svg`]);
    for (const image of ['images%2Fa.svg', 'images%2Fb%20b.svg']) {
      const { status, headers } = await fetch(`${link}?image=${image}`);
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/svg+xml']);
      assert.match(String(headers.get('content-security-policy')), /default-src 'none';.*sandbox/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
    for (const image of [
      'images/page.html',
      'docs.json',
      'images',
      '../x.png',
      'nope.png',
      '.git/x.png',
      'a.png&image=b.png',
    ])
      assert.equal((await fetch(`${link}?image=${image}`)).status, 404, image);
    assert.equal((await fetch(`${link.slice(0, -3)}xxx?image=images/a.svg`)).status, 404, 'another token');
  });

  test('open with a key without a link, and a missing repository has the same page', async () => {
    const repository = await repositories.seeded();
    const strip = (text: string, name: string): string => text.replaceAll(name, 'NAME');
    const [known, unknown] = await Promise.all(
      [repository.name, 'no-such'].map(async (name) =>
        strip(await (await fetch(`${world.baseUrl}/repositories/${name}`)).text(), name),
      ),
    );
    assert.equal(known, unknown);
    const opened = await postForm(`${world.baseUrl}/repositories/${repository.name}`, { key: KEYS.reader });
    assert.equal(world.baseUrl + opened.location, world.host.repositoryLink(repository));
    assert.equal(
      (await postForm(`${world.baseUrl}/repositories/${repository.name}`, { key: KEYS.stranger })).status,
      403,
    );
    assert.equal((await postForm(`${world.baseUrl}/repositories/no-such`, { key: KEYS.reader })).status, 403);
  });

  test('don’t open with a link that is an hour old', async () => {
    const repository = await repositories.seeded();
    const link = world.host.repositoryLink(repository);
    world.clock.advance(59 * 60_000);
    assert.equal((await fetch(link)).status, 200);
    world.clock.advance(60_000);
    assert.equal((await fetch(link)).status, 404);
    const longer = link.replace(/[^/]+$/, (token) => `zzzzzz${token.slice(token.indexOf('-'))}`);
    assert.equal((await fetch(longer)).status, 404);
  });

  test('lose all links, including those to pull requests, when links are revoked; the revocation is recorded, and new links work', async () => {
    const repository = await repositories.seeded();
    const { pull, host } = await repositories.proposed(repository, { 'index.mdx': 'changed' });
    const link = world.host.repositoryLink(repository);
    assert.equal((await postForm(link, { key: KEYS.reader, action: 'revoke-links' })).status, 403);
    assert.deepEqual([(await fetch(link)).status, (await fetch(pull.url)).status], [200, 200]);
    assert.equal((await postForm(link, { key: KEYS.admin, action: 'revoke-links' })).status, 303);
    assert.deepEqual([(await fetch(link)).status, (await fetch(pull.url)).status], [404, 404]);
    const renewed = (await world.host.findRepository(ORGANIZATION, repository.name)) ?? assert.fail();
    assert.equal((await fetch(world.host.repositoryLink(renewed))).status, 200);
    const [fresh = assert.fail()] = await world.host.connect(renewed).listPullRequests({ headBranch: pull.headBranch });
    assert.equal((await fetch(fresh.url)).status, 200);
    assert.equal((await eventsOf(repository, 'repository.links_revoked', 1)).length, 1);
    assert.equal((await host.getRepository()).fullName, repository.name);
  });

  test('record the actions of people and the agent on a pull request as events, in order', async () => {
    const repository = await repositories.seeded();
    const { pull, host } = await repositories.proposed(repository, { 'index.mdx': 'changed' });
    await host.comment(pull.number, 'from the agent');
    const act = async (action: string, fields: Readonly<Record<string, string>> = {}): Promise<void> => {
      assert.equal((await postForm(pull.url, { key: KEYS.admin, action, ...fields })).status, 303, action);
    };
    await act('comment', { comment: 'from a person' });
    for (const action of ['close', 'reopen', 'merge', 'delete-branch']) await act(action);
    assert.equal((await postForm(pull.url, { key: KEYS.admin, action: 'merge' })).status, 409);
    const events = await eventsOf(repository, 'pull_request.', 7);
    assert.deepEqual(
      events.map(({ actor, action }) => [actor, action.replace('pull_request.', '')]),
      [
        [null, 'opened'],
        [null, 'commented'],
        [KEYS.admin, 'commented'],
        [KEYS.admin, 'closed'],
        [KEYS.admin, 'reopened'],
        [KEYS.admin, 'merged'],
        [KEYS.admin, 'branch_deleted'],
      ],
    );
  });
});
