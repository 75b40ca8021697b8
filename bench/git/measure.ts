/**
 * Measures git operations on a generated docs repository: `node bench/git/measure.ts [pages=3000] [rounds=15]
 * [--json]`.
 *
 * Each figure is the median of the rounds, in milliseconds. For comparison, the plain git program does the same where
 * possible: a bare clone, a checkout of all files, a commit through a work tree, a push.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commitOverlay,
  createGit,
  createMirrorStore,
  initBare,
  type Mirror,
  resolveGitSettings,
} from '../../packages/server/src/platform/git/index.ts';
import { startTestGitServer } from '../../packages/server/src/platform/git/testing/git-server.ts';

const [pages, rounds] = process.argv
  .slice(2)
  .filter((argument) => /^\d+$/.test(argument))
  .map(Number);
const PAGES = pages ?? 3_000;
const ROUNDS = rounds ?? 15;
const AUTHOR = { name: 'Bench', email: 'bench@example.com' };
const ENV = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'b@example.com',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'b@example.com',
};

const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-git-'));
const figures = new Map<string, number[]>();

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  figures.set(name, [...(figures.get(name) ?? []), performance.now() - start]);
  return result;
}

function plainGit(...args: string[]): void {
  execFileSync('git', args, { env: { ...ENV, HOME: folder }, stdio: 'ignore' });
}

/** Returns the text of one page, about 4 kB. */
function pageText(index: number): string {
  const words = Array.from({ length: 600 }, (_, at) => WORDS[(index * 31 + at * at * 7) % WORDS.length]);
  return `---\ntitle: Page ${index}\n---\n\n# Page ${index}\n\n${words.join(' ').replaceAll('. ', '.\n\n')}\n`;
}
const WORDS =
  'the service builds pages from files of a commit. Every link is checked, and a broken one is named with its line. Use <Card> to group <Note> things `code` here'.split(
    ' ',
  );

async function main(): Promise<void> {
  const homeFolder = join(folder, 'home');
  const root = join(folder, 'repositories');
  mkdirSync(homeFolder);
  mkdirSync(root);
  const server = await startTestGitServer(root);
  const settings = resolveGitSettings({
    homeFolder,
    localRoot: root,
    plainHttpHosts: [server.host],
    allowedPrivateHosts: [server.host],
  });
  const git = createGit(settings);
  const bare = join(root, 'docs.git');
  await initBare(git, bare, 'main');
  const changes = Array.from({ length: PAGES }, (_, index) => ({
    path: `docs/part-${Math.floor(index / 50)}/page-${index}.mdx`,
    content: pageText(index),
  }));
  const first = await commitOverlay(git, bare, {
    base: null,
    changes,
    message: 'docs: all',
    author: AUTHOR,
    date: new Date(0),
  });
  if (first.kind !== 'committed') throw new Error('the seed created no commit');
  await git.run({ gitDir: bare, args: ['update-ref', 'refs/heads/main', first.sha] });
  await git.run({ gitDir: bare, args: ['repack', '-adq'] });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await measureMirror(join(folder, `mirrors-${round}`), { kind: 'http', url: `${server.url}/docs.git`, round });
      await measureMirror(join(folder, `local-mirrors-${round}`), { kind: 'file', url: `file://${bare}`, round });
      await measurePlain(server.url, round);
    }
  } finally {
    await server.close();
  }
  print();

  async function measureMirror(
    mirrors: string,
    { kind, url, round }: { kind: string; url: string; round: number },
  ): Promise<void> {
    const mirror = createMirrorStore({ root: mirrors, settings }).open({ id: 'docs', url });
    const { branches } = await timed(`first fetch (${kind})`, () => mirror.fetch());
    const base = branches.get('main') ?? '';
    await timed(`fetch, nothing new (${kind})`, () => mirror.fetch());
    if (kind === 'http') {
      await timed('list files with sizes', () => mirror.listFiles(base, 'docs'));
      await timed('list and read all files', () => mirror.loadFolder(base, 'docs'));
    }
    const sha = await commitThree(mirror, base, round);
    const branch = `docwright/${kind}-${round}`;
    const pushed = await timed(`push (${kind})`, () => mirror.push({ branch, sha, expected: null }));
    if (pushed.kind !== 'pushed') throw new Error(`push: ${pushed.kind}`);
    await timed('diff of the commit', () =>
      Promise.all([mirror.listChanges({ from: base, to: sha }), mirror.readPatch({ from: base, to: sha })]),
    );
    rmSync(mirrors, { recursive: true, force: true });
  }

  async function commitThree(mirror: Mirror, base: string, round: number): Promise<string> {
    const edits = [7, 1_000, PAGES - 1]
      .map((index) => changes[index % PAGES]?.path ?? '')
      .map((path) => ({ path, content: `# Edited ${round} ${mirror.remote.url.length}\n` }));
    const commit = await timed('overlay of 3 files to commit', () =>
      mirror.commitOverlay({
        base,
        changes: edits,
        message: 'docs: edit',
        author: AUTHOR,
        date: new Date(round * 1000),
      }),
    );
    if (commit.kind !== 'committed') throw new Error('nothing was committed');
    return commit.sha;
  }
}

/** Measures the same operations with the git program and a work tree. */
async function measurePlain(serverUrl: string, round: number): Promise<void> {
  const [bare, work] = [join(folder, 'plain.git'), join(folder, 'plain')];
  const run = (...args: string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      execFile('git', args, { env: { ...ENV, HOME: folder } }, (error) => (error === null ? resolve() : reject(error)));
    });
  await timed('plain: git clone --bare (http)', () => run('clone', '--quiet', '--bare', `${serverUrl}/docs.git`, bare));
  await timed('plain: clone with checkout of all files', () => run('clone', '--quiet', '--shared', bare, work));
  await timed('plain: edit 3 files, git add, git commit', async () => {
    for (const index of [7, 1_000, PAGES - 1])
      writeFileSync(
        join(work, `docs/part-${Math.floor((index % PAGES) / 50)}/page-${index % PAGES}.mdx`),
        `# Edited ${round}\n`,
      );
    plainGit('-C', work, 'add', '--all');
    plainGit('-C', work, 'commit', '--quiet', '--message=docs: edit');
  });
  await timed('plain: git push (http)', () =>
    run('-C', work, 'push', '--quiet', `${serverUrl}/docs.git`, `HEAD:refs/heads/plain-${round}`),
  );
  rmSync(bare, { recursive: true });
  rmSync(work, { recursive: true });
}

function print(): void {
  const rows = [...figures].map(([name, values]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (share: number): number =>
      Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
    return { name, medianMs: at(0.5), p95Ms: at(0.95) };
  });
  if (process.argv.includes('--json')) console.log(JSON.stringify({ pages: PAGES, rounds: ROUNDS, figures: rows }));
  else {
    console.log(`${PAGES} pages, ${ROUNDS} rounds, milliseconds`);
    console.table(Object.fromEntries(rows.map(({ name, ...values }) => [name, values])));
  }
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
