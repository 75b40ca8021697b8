import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { isGitError } from './errors.ts';
import { createMirrorStore } from './mirror-store.ts';
import type { CommitResult, Mirror, OverlayChange } from './mirror.ts';
import { requireGit } from './require-git.ts';
import { createGit } from './run-git.ts';
import { makeTestRepository, type TestRepository } from './testing/test-repository.ts';

let repository: TestRepository;
let mirror: Mirror;

beforeEach(() => {
  repository = makeTestRepository();
  mirror = openMirror();
});
afterEach(() => repository.remove());

function openMirror(): Mirror {
  const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
  return store.open({ id: 'docs', url: repository.url });
}

function overlay(base: string, changes: readonly OverlayChange[]): Promise<CommitResult> {
  const author = { name: 'Docwright', email: 'bot@example.com' };
  return mirror.commitOverlay({
    base,
    changes,
    message: 'docs: change\n',
    author,
    date: new Date('2026-01-02T03:04:05Z'),
  });
}

async function committed(base: string, changes: readonly OverlayChange[]): Promise<string> {
  const result = await overlay(base, changes);
  assert.equal(result.kind, 'committed');
  return result.kind === 'committed' ? result.sha : '';
}

const failsWith = (code: Parameters<typeof isGitError>[1]) => (error: unknown) =>
  isGitError(error, code) || assert.fail(String(error));

describe('a shallow mirror', () => {
  const shallow = { commits: 2, maxBytes: 1_000_000, setting: 'LIMIT_OF_CODE' };
  const openShallow = (limits = shallow): Mirror => {
    const root = join(repository.folder, 'shallow');
    return createMirrorStore({ root, settings: repository.settings }).open({
      id: 'code',
      url: repository.url,
      shallow: limits,
    });
  };

  test('has only the newest commits, and the oldest of them has no paths', async () => {
    const [first, second, third] = ['1', '2', '3'].map((text) => repository.commit({ 'a b.txt': text, 'é\nx': text }));
    const code = openShallow();
    assert.equal((await code.fetch()).branches.get('main'), third);
    const logged = await code.log(third ?? '', 10);
    assert.deepEqual(
      logged.map(({ sha, paths }) => [sha, paths]),
      [
        [third, ['a b.txt', 'é\nx']],
        [second, undefined],
      ],
    );
    assert.equal(logged[0]?.message, 'change');
    await assert.rejects(code.readFile(first ?? '', 'a b.txt'), failsWith('commit-not-found'));
    await code.fetchCommit(first ?? '');
    assert.equal((await code.readFile(first ?? '', 'a b.txt'))?.toString(), '1');
    assert.equal((await code.listChanges({ from: first ?? '', to: third ?? '' })).length, 2);
    const fourth = repository.commit({ 'a b.txt': '4' });
    assert.equal((await code.fetch()).branches.get('main'), fourth);
    await assert.rejects(code.fetchCommit('0'.repeat(40)));
  });

  test('is rejected above its limit with an error that names the setting', async () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919 * (index % 251)) % 256));
    repository.commit({ 'a.bin': noise });
    await assert.rejects(openShallow({ ...shallow, maxBytes: 10_000 }).fetch(), (error) => {
      assert.ok(isGitError(error, 'too-large'), String(error));
      assert.match(error.message, /10000 bytes \(LIMIT_OF_CODE\)/);
      return true;
    });
    await openShallow().fetch();
  });
});

describe('renames', () => {
  test('are listed by old and new path below the folder, across several commits', async () => {
    const long = 'one\ntwo\nthree\nfour\nfive\n';
    repository.commit({ 'docs/a.mdx': long, 'docs/q "x".mdx': `${long}x`, 'src/c.ts': `${long}c` });
    repository.commit({ 'docs/a.mdx': null, 'docs/b.mdx': long });
    repository.commit({ 'docs/q "x".mdx': null, 'docs/guides/y.mdx': `${long}y` });
    repository.commit({ 'src/c.ts': null, 'src/d.ts': `${long}c` });
    const last = repository.commit({ 'docs/b.mdx': null, 'docs/é c.mdx': long });
    await mirror.fetch();
    assert.deepEqual(Object.fromEntries(await mirror.listRenames(last, 'docs')), {
      'a.mdx': 'b.mdx',
      'b.mdx': 'é c.mdx',
      'q "x".mdx': 'guides/y.mdx',
    });
    assert.equal((await mirror.listRenames(last, '')).get('src/c.ts'), 'src/d.ts');
  });
});

describe('a fetch', () => {
  test('retrieves the default branch and the requested branches', async () => {
    const main = repository.commit({ 'index.mdx': '# Hi' });
    const next = repository.commit({ 'index.mdx': '# Next' }, 'next/v2');
    const fetched = await mirror.fetch({ branches: ['next/v2'] });
    assert.equal(fetched.defaultBranch, 'main');
    assert.deepEqual(
      fetched.branches,
      new Map([
        ['main', main],
        ['next/v2', next],
      ]),
    );
    assert.equal(await mirror.resolveRef('next/v2'), next);
  });

  test('follows a branch that was rewritten', async () => {
    repository.commit({ 'a.mdx': '1' });
    await mirror.fetch();
    repository.git('update-ref', 'refs/heads/main', repository.commit({ 'b.mdx': '2' }, 'other'));
    const fetched = await mirror.fetch();
    assert.equal(fetched.branches.get('main'), repository.git('rev-parse', 'main'));
  });

  test('by eight concurrent callers returns the same commit to all of them', async () => {
    const main = repository.commit({ 'index.mdx': '# Hi' });
    const results = await Promise.all(Array.from({ length: 8 }, () => openMirror().fetch()));
    assert.deepEqual(new Set(results.map(({ branches }) => branches.get('main'))), new Set([main]));
  });

  test('starts again if the mirror on disk is broken', async () => {
    const main = repository.commit({ 'index.mdx': '# Hi' });
    await mirror.fetch();
    writeFileSync(join(repository.folder, 'mirrors/docs.git/config'), 'not a config [');
    const fetched = await mirror.fetch();
    assert.equal(fetched.branches.get('main'), main);
  });

  test('continues after a killed fetch, and removes reference locks and an incomplete pack', async () => {
    repository.commit({ 'a.mdx': '1' });
    await mirror.fetch();
    const gitDir = join(repository.folder, 'mirrors/docs.git');
    for (const file of ['refs/heads/main.lock', 'packed-refs.lock', 'objects/pack/tmp_pack_x']) {
      writeFileSync(join(gitDir, file), 'half');
    }
    const main = repository.commit({ 'b.mdx': '2' });
    assert.equal((await mirror.fetch()).branches.get('main'), main);
  });

  test('of an empty repository fails with empty-repository', () =>
    assert.rejects(mirror.fetch(), failsWith('empty-repository')));

  test('of a missing branch fails with branch-not-found', async () => {
    repository.commit({ 'index.mdx': '# Hi' });
    await assert.rejects(mirror.fetch({ branches: ['gone'] }), failsWith('branch-not-found'));
  });

  test('of a repository whose folder is missing fails as damaged, without a path in the error', async () => {
    const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
    const missing = store.open({ id: 'x', url: `file://${repository.folder}/repositories/none.git` });
    await assert.rejects(
      missing.fetch(),
      (error: Error) => isGitError(error, 'repository-damaged') && !error.message.includes(repository.folder),
    );
  });

  test('includes a file that exceeds the limit, but loading its folder fails with too-large', async () => {
    const noise = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 2654435761) >>> 13));
    repository.commit({ 'big.bin': noise });
    const settings = { ...repository.settings, maxFileBytes: 1000 };
    const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings });
    const small = store.open({ id: 'docs', url: repository.url });
    const { branches } = await small.fetch();
    await assert.rejects(small.loadFolder(branches.get('main') ?? '', ''), failsWith('too-large'));
  });

  test('of a local repository outside the allowed folder is refused, even through a link inside it', async () => {
    repository.commit({ 'index.mdx': '# Hi' });
    const outside = join(repository.folder, 'outside.git');
    cpSync(repository.bare, outside, { recursive: true });
    symlinkSync(outside, join(repository.folder, 'repositories/link.git'));
    const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
    for (const path of ['outside.git', 'repositories/link.git', 'repositories/../outside.git', 'repositories']) {
      const refused = store.open({ id: 'x', url: `file://${repository.folder}/${path}` });
      await assert.rejects(refused.fetch(), failsWith('invalid-remote'));
    }
  });

  test('from an address with another scheme is refused', async () => {
    const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
    for (const url of [
      'ext::sh -c id',
      'ssh://git@host/x',
      '--upload-pack=id',
      'https://user:pw@host/x',
      'http://host/x',
      'git://host/x',
      '/etc',
    ])
      await assert.rejects(store.open({ id: 'x', url }).fetch(), failsWith('invalid-remote'), url);
  });

  test('of branch names outside the allow-list is refused', async () => {
    for (const branch of [
      'a;id',
      '$(id)',
      'a\u3000b',
      '--help',
      'a..b',
      'a.lock',
      'a/.b',
      '-x',
      'a b',
      '',
      'HEAD',
      'x'.repeat(182),
    ])
      await assert.rejects(mirror.fetch({ branches: [branch] }), failsWith('invalid-ref-name'), branch);
  });

  test('fails with cancelled if it is canceled', async () => {
    repository.commit({ 'index.mdx': '# Hi' });
    await assert.rejects(mirror.fetch({ signal: AbortSignal.abort() }), failsWith('cancelled'));
  });
});

describe('reading a commit', () => {
  test('lists regular files below the docs folder, and the skipped files', async () => {
    repository.commit({ 'docs/b.mdx': 'b', 'docs/a/ü.mdx': 'u', 'readme.md': 'r' });
    const commit = repository.commit({ 'docs/c.mdx': 'c', 'docs/link.mdx': { mode: '120000', text: 'b.mdx' } });
    await mirror.fetch();
    const { files, skipped } = await mirror.listFiles(commit, 'docs');
    assert.deepEqual(
      files.map(({ path, size }) => [path, size]),
      [
        ['a/ü.mdx', 1],
        ['b.mdx', 1],
        ['c.mdx', 1],
      ],
    );
    assert.deepEqual(skipped, [{ path: 'link.mdx', reason: 'symbolic-link' }]);
  });

  test('returns files unchanged, including empty and binary files', async () => {
    const contents = {
      'empty.mdx': '',
      'text.mdx': 'a\r\nb\n',
      'big.bin': Buffer.alloc(700_000, 7),
      'zero.bin': Buffer.from([0, 10, 0, 255]),
    };
    const commit = repository.commit(contents);
    await mirror.fetch();
    const folder = await mirror.loadFolder(commit, '');
    assert.deepEqual(folder.paths, Object.keys(contents).sort());
    for (const [path, content] of Object.entries(contents))
      assert.deepEqual(Buffer.from(folder.read(path) ?? []), Buffer.from(content));
    assert.equal(folder.read('none'), undefined);
    const { files } = await mirror.listFiles(commit, '');
    const streamed = [];
    for await (const { file, bytes } of mirror.readFiles(files)) streamed.push([file.path, bytes.length]);
    assert.deepEqual(
      streamed,
      files.map(({ path, size }) => [path, size]),
    );
  });

  test('reports a missing folder and a missing commit with different error codes', async () => {
    const commit = repository.commit({ 'docs/a.mdx': 'a' });
    await mirror.fetch();
    await assert.rejects(mirror.listFiles(commit, 'nope'), failsWith('folder-not-found'));
    await assert.rejects(mirror.listFiles('0'.repeat(40), ''), failsWith('commit-not-found'));
    await assert.rejects(mirror.listFiles(commit, '../x'), failsWith('invalid-path'));
  });

  test('returns one file, or undefined', async () => {
    const commit = repository.commit({ 'docs/a.mdx': 'text' });
    await mirror.fetch();
    assert.equal((await mirror.readFile(commit, 'docs/a.mdx'))?.toString(), 'text');
    assert.equal(await mirror.readFile(commit, 'docs'), undefined);
    assert.equal(await mirror.readFile(commit, 'docs/b.mdx'), undefined);
    await assert.rejects(mirror.readFile('1'.repeat(40), 'docs/a.mdx'), failsWith('commit-not-found'));
  });
});

describe('commitOverlay', () => {
  let base: string;
  beforeEach(async () => {
    repository.commit({ 'docs/a.mdx': 'a', 'docs/sub/b.mdx': 'b', 'run.sh': '#!/bin/sh' });
    base = repository.commit({ 'c.mdx': 'c' });
    await mirror.fetch();
  });

  test('returns the same commit ID for the same input, even in another mirror', async () => {
    const changes = [
      { path: 'docs/a.mdx', content: 'new' },
      { path: 'docs/new page "x".mdx', content: 'n' },
      { path: 'c.mdx', content: null },
    ];
    const first = await committed(base, changes);
    assert.equal(await committed(base, changes.toReversed()), first);
    await createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings }).remove('docs');
    await mirror.fetch();
    assert.equal(await committed(base, changes), first);
  });

  test('creates a commit with only the given changes, author, date and message', async () => {
    const sha = await committed(base, [
      { path: 'docs/a.mdx', content: 'new\n' },
      { path: 'x/y.mdx', content: 'y' },
      { path: 'c.mdx', content: null },
    ]);
    const files = await mirror.listChanges({ from: base, to: sha });
    const { patch } = await mirror.readPatch({ from: base, to: sha });
    assert.deepEqual(
      files.map(({ path, change }) => `${change} ${path}`),
      ['deleted c.mdx', 'modified docs/a.mdx', 'added x/y.mdx'],
    );
    assert.match(patch, /^\+new$/m);
    await mirror.push({ branch: 'docwright/job', sha, expected: null });
    assert.equal(
      repository.git('log', '-1', '--format=%an|%ae|%aI|%cI|%B', sha),
      'Docwright|bot@example.com|2026-01-02T03:04:05+00:00|2026-01-02T03:04:05+00:00|docs: change',
    );
    assert.equal(repository.git('fsck', '--strict'), '');
  });

  test('creates no commit if the changes have no effect', async () => {
    assert.deepEqual(
      await overlay(base, [
        { path: 'c.mdx', content: 'c' },
        { path: 'gone.mdx', content: null },
      ]),
      { kind: 'unchanged' },
    );
  });

  test('keeps an executable file executable', async () => {
    const executable = repository.commit({ 'run.sh': { mode: '100755', text: '#!/bin/sh' } });
    await mirror.fetch();
    const sha = await committed(executable, [{ path: 'run.sh', content: 'echo' }]);
    const { files } = await mirror.listFiles(sha, '');
    assert.equal(files.find(({ path }) => path === 'run.sh')?.mode, '100755');
  });

  const refused = [
    '',
    '/a',
    'a/',
    'a//b',
    '../a',
    'a/../b',
    './a',
    '.git/config',
    '.GIT/hooks/x',
    'docs/.git',
    'a/.g\u200cit/config',
    'git~1/x',
    '.git /x',
    '.git::$INDEX_ALLOCATION/x',
    'a\\b',
    'a\nb',
    'a\0b',
    '\ud800',
    'x'.repeat(256),
    'docs',
    'c.mdx/child',
    'docs/a.mdx/b',
  ];
  test('refuses invalid file names, and paths that clash with a folder', async () => {
    for (const path of refused)
      await assert.rejects(overlay(base, [{ path, content: 'x' }]), failsWith('invalid-path'), path);
  });

  test('allows a file to become a folder if the file is deleted in the same commit', async () => {
    const sha = await committed(base, [
      { path: 'c.mdx', content: null },
      { path: 'c.mdx/child.mdx', content: 'x' },
    ]);
    assert.equal((await mirror.readFile(sha, 'c.mdx/child.mdx'))?.toString(), 'x');
  });

  test('doesn’t write through a symbolic link', async () => {
    const commit = repository.commit({
      'd.mdx': 'd',
      'link.mdx': { mode: '120000', text: 'c.mdx' },
      images: { mode: '120000', text: '/tmp' },
    });
    await mirror.fetch();
    for (const path of ['link.mdx', 'images', 'images/x.png'])
      await assert.rejects(overlay(commit, [{ path, content: 'x' }]), failsWith('invalid-path'), path);
  });

  test('treats names that have a meaning to shells, globs and git literally', async () => {
    const names = [
      '$(id).mdx',
      '`id`.mdx',
      "a'b.mdx",
      'a;b.mdx',
      '-rf.mdx',
      '*.mdx',
      ':(top)x.mdx',
      '{a,b}.mdx',
      'ü 漢字 😀.mdx',
      '"q".mdx',
      'a b.mdx',
    ];
    const sha = await committed(
      base,
      names.map((path) => ({ path, content: path })),
    );
    const folder = await mirror.loadFolder(sha, '');
    for (const name of names) assert.equal(Buffer.from(folder.read(name) ?? []).toString(), name);
    const isHeld = (path: string, id: string): boolean => path === '*.mdx' && id === folder.idOf(path);
    const rest = await mirror.loadFolder(sha, '', { isHeld });
    assert.deepEqual(
      rest.paths.filter((path) => rest.read(path) === undefined),
      ['*.mdx'],
    );
    const files = await mirror.listChanges({ from: base, to: sha, paths: ['*.mdx'] });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['*.mdx'],
    );
  });
});

describe('a push', () => {
  let base: string;
  let first: string;
  let second: string;
  beforeEach(async () => {
    base = repository.commit({ 'a.mdx': 'a' });
    await mirror.fetch();
    first = await committed(base, [{ path: 'a.mdx', content: 'one' }]);
    second = await committed(first, [{ path: 'a.mdx', content: 'two' }]);
  });

  test('creates a branch, moves it, and reports if it is already at the commit', async () => {
    const branch = 'docwright/job-1';
    assert.deepEqual(await mirror.push({ branch, sha: first, expected: null }), {
      kind: 'pushed',
      alreadyThere: false,
    });
    assert.deepEqual(await mirror.push({ branch, sha: first, expected: null }), { kind: 'pushed', alreadyThere: true });
    assert.deepEqual(await mirror.push({ branch, sha: second, expected: first }), {
      kind: 'pushed',
      alreadyThere: false,
    });
    assert.equal(repository.git('rev-parse', branch), second);
  });

  test('never overwrites what someone else pushed', async () => {
    const branch = 'docwright/job-1';
    await mirror.push({ branch, sha: first, expected: null });
    const theirs = repository.commit({ 'b.mdx': 'person' }, 'person');
    repository.git('update-ref', `refs/heads/${branch}`, theirs);
    assert.deepEqual(await mirror.push({ branch, sha: second, expected: first }), { kind: 'moved', actual: theirs });
    assert.deepEqual(await mirror.push({ branch, sha: second, expected: null }), { kind: 'moved', actual: theirs });
    repository.git('update-ref', '-d', `refs/heads/${branch}`);
    assert.deepEqual(await mirror.push({ branch, sha: second, expected: first }), { kind: 'moved', actual: null });
  });

  test('is reported as unreachable while the host can’t write the branch, and succeeds later', async () => {
    const branch = 'docwright/locked';
    const lock = join(repository.git('rev-parse', '--absolute-git-dir'), `refs/heads/${branch}.lock`);
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, '');
    assert.deepEqual(await mirror.push({ branch, sha: first, expected: null }), { kind: 'unreachable' });
    rmSync(lock);
    assert.equal((await mirror.push({ branch, sha: first, expected: null })).kind, 'pushed');
    writeFileSync(lock, '');
    assert.deepEqual(await mirror.push({ branch, sha: second, expected: first }), { kind: 'unreachable' });
    assert.equal(repository.git('rev-parse', branch), first);
  });

  test('succeeds for only one of two concurrent callers', async () => {
    const other = await committed(base, [{ path: 'a.mdx', content: 'other' }]);
    const results = await Promise.all(
      [first, other].map((sha) => mirror.push({ branch: 'docwright/race', sha, expected: null })),
    );
    const kinds = results.map(({ kind }) => kind).sort();
    // `unreachable` if the first caller had locked the branch but not moved it yet. The other caller tries again and is
    // then refused.
    assert.ok([['moved', 'pushed'].join(), ['pushed', 'unreachable'].join()].includes(kinds.join()), kinds.join());
  });

  test('is refused for branches outside the prefix', async () => {
    const isRefused = (error: unknown): boolean =>
      isGitError(error, 'protected-branch') || isGitError(error, 'invalid-ref-name');
    for (const branch of [
      'main',
      'docwright',
      'docwright/',
      'other/docwright/x',
      'refs/heads/docwright/x',
      'docwright/../main',
      'docwright/x:main',
    ])
      await assert.rejects(mirror.push({ branch, sha: first, expected: null }), isRefused, branch);
  });

  test('is refused for the default branch, even if its name has the prefix', async () => {
    repository.git('branch', 'docwright/live', 'main');
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/docwright/live');
    assert.equal((await mirror.fetch()).defaultBranch, 'docwright/live');
    const push = mirror.push({ branch: 'docwright/live', sha: first, expected: base });
    await assert.rejects(push, failsWith('protected-branch'));
  });

  test('by a person can move and create other branches, but can’t remove a commit or a branch', async () => {
    const push = (sha: string | null, expected: string | null, branch = 'main') =>
      mirror.push({ branch, sha, expected, isForward: true });
    assert.deepEqual(await push(first, base), { kind: 'pushed', alreadyThere: false });
    assert.equal(repository.git('rev-parse', 'main').trim(), first);
    await assert.rejects(push(base, first), failsWith('protected-branch'));
    await assert.rejects(push(null, first), failsWith('protected-branch'));
    assert.deepEqual(await push(first, null, 'any/name'), { kind: 'pushed', alreadyThere: false });
    assert.deepEqual(await push(first, null, 'any/name'), { kind: 'pushed', alreadyThere: true });
    const moved = repository.commit({ 'guide.mdx': 'of another person' });
    assert.deepEqual(await push(first, base), { kind: 'moved', actual: moved });
  });

  test('that the host refuses is reported as denied, with the host’s reason', async () => {
    repository.git('config', 'receive.denyDeletes', 'true');
    await mirror.push({ branch: 'docwright/x', sha: first, expected: null });
    assert.deepEqual(await mirror.push({ branch: 'docwright/x', sha: null, expected: first }), {
      kind: 'denied',
      reason: 'deletion prohibited',
    });
  });

  test('deletes a branch only if it is at the expected commit', async () => {
    await mirror.push({ branch: 'docwright/x', sha: first, expected: null });
    assert.equal((await mirror.push({ branch: 'docwright/x', sha: null, expected: second })).kind, 'moved');
    assert.deepEqual(await mirror.push({ branch: 'docwright/x', sha: null, expected: first }), {
      kind: 'pushed',
      alreadyThere: false,
    });
  });
});

test('the installed git is new enough, and a missing git is reported as git-missing', async () => {
  assert.match(await requireGit(createGit(repository.settings)), /^\d+\.\d+/);
  const missing = createGit({ ...repository.settings, program: '/nonexistent/git' });
  await assert.rejects(requireGit(missing), failsWith('git-missing'));
});

test('a rename is reported with its old path and the numbers of added and removed lines', async () => {
  const page = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n');
  const base = repository.commit({ 'old.mdx': page, 'pic.bin': Buffer.from([0, 1, 2]) });
  await mirror.fetch();
  const sha = await committed(base, [
    { path: 'old.mdx', content: null },
    { path: 'new.mdx', content: `${page}\nmore` },
    { path: 'pic.bin', content: Buffer.from([0, 2]) },
  ]);
  const files = await mirror.listChanges({ from: base, to: sha });
  const { truncated } = await mirror.readPatch({ from: base, to: sha });
  assert.deepEqual(files, [
    { path: 'new.mdx', oldPath: 'old.mdx', change: 'renamed', added: 2, removed: 1, binary: false },
    { path: 'pic.bin', change: 'modified', added: 0, removed: 0, binary: true },
  ]);
  assert.equal(truncated, false);
  assert.equal((await mirror.readPatch({ from: base, to: sha, maxBytes: 50 })).truncated, true);
});
