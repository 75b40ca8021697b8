/** Tests with a script in place of git, whose commands cause or report the situations that the rules describe. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isGitError, type GitErrorCode } from './errors.ts';
import { GitRunner } from './git-runner.ts';
import { resolveGitSettings, type GitSettings } from './settings.ts';
import { runHere } from './start-git.ts';

const failsWith = (code: GitErrorCode) => (error: unknown) => isGitError(error, code);

/** `<command>.started` is written when a command has started, and contains the ID of the process that started it. */
const script = `#!/bin/sh
for argument; do command=$argument; done
cd "$HOME"
echo $PPID > "$command.started.new" && mv "$command.started.new" "$command.started"
case $command in
  echo) cat; echo no >&2; exit 3 ;;
  endless) exec yes ;;
  waiting) while kill -0 $PPID; do sleep 0.1; done ;;
  environment) tr '\\0' '\\n' < /proc/$PPID/environ ;;
  files) ls /proc/self/fd ;;
  parent) echo $PPID ;;
esac
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the small process that runs git', () => {
  let folder = '';
  let settings: GitSettings;
  let runner: GitRunner;
  let end: AbortController;
  const run = (name: string, more: Partial<Parameters<GitRunner['run']>[1]> = {}) =>
    runner.run(settings, { args: [name], signal: end.signal, ...more });
  const parentOf = async (more?: Parameters<typeof run>[1]): Promise<number> =>
    Number((await run('parent', more)).stdout.toString());
  /** Returns the parent process of a started command. */
  const started = async (name: string): Promise<number> => {
    const file = join(folder, `${name}.started`);
    const watcher = watch(folder);
    while (!existsSync(file)) await once(watcher, 'change');
    watcher.close();
    return Number(await readFile(file, 'utf8'));
  };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-git-'));
    await writeFile(join(folder, 'git'), script, { mode: 0o755 });
    settings = resolveGitSettings({ homeFolder: folder, program: join(folder, 'git') });
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    for (const name of ['endless', 'waiting']) await rm(join(folder, `${name}.started`), { force: true });
    end = new AbortController();
    runner = new GitRunner();
    await runner.start();
  });
  afterEach(() => end.abort());

  test('passes input to git, and returns output, errors and exit code', async () => {
    const bytes = Buffer.from([0, 10, 255, 13]);
    assert.deepEqual(await run('echo', { input: bytes }), { exitCode: 3, stdout: bytes, stderr: 'no\n' });
    assert.notEqual(await parentOf(), process.pid);
  });

  test('is started by the first commands, which are still children of this process', async () => {
    runner = new GitRunner();
    const parents = new Set<number>();
    while (parents.size < 2) parents.add(await parentOf());
    assert.equal([...parents][0], process.pid);
  });

  test('doesn’t receive large inputs', async () => {
    assert.equal(await parentOf({ input: Buffer.alloc(2 * 1024 * 1024) }), process.pid);
  });

  test('ends a command at its deadline, at its output limit, and when it is canceled', async () => {
    await assert.rejects(run('waiting', { timeoutMs: 50 }), failsWith('timeout'));
    const small = { ...settings, maxOutputBytes: 1000 };
    await assert.rejects(runner.run(small, { args: ['endless'] }), failsWith('too-large'));
    assert.equal((await run('endless', { firstBytes: 3 })).stdout.toString(), 'y\ny');
    await assert.rejects(runner.run({ ...settings, program: '/nowhere' }, { args: [] }), failsWith('git-missing'));
    await assert.rejects(run('parent', { signal: AbortSignal.abort() }), failsWith('cancelled'));
    await assert.rejects(run('a\0b'), /null bytes/);
  });

  test('ends only the command that is canceled', async () => {
    const abort = new AbortController();
    const canceled = run('waiting', { signal: abort.signal });
    const other = run('endless', { firstBytes: 1_000_000 });
    await started('waiting');
    abort.abort();
    await assert.rejects(canceled, failsWith('cancelled'));
    assert.equal((await other).stdout.length, 1_000_000);
  });

  test('is replaced after it ends: its commands fail, and the next commands are children of this process', async () => {
    const waiting = run('waiting');
    const small = await started('waiting');
    process.kill(small, 'SIGKILL');
    await assert.rejects(waiting, failsWith('git-failed'));
    assert.equal(await parentOf(), process.pid);
    await runner.start();
    const parent = await parentOf();
    assert.ok(parent !== small && parent !== process.pid);
  });

  test('ends when no command has arrived for a while, and is started again by later commands', async () => {
    runner = new GitRunner(1);
    const parents = new Set<number>();
    for (let count = 0; count < 2; count += 1) {
      // A command that follows immediately arrives in time.
      await runner.start();
      const small = await parentOf();
      parents.add(small);
      while (isRunning(small)) await new Promise(setImmediate);
      assert.equal(await parentOf(), process.pid);
    }
    assert.equal(parents.size, 2);
  });

  test('ends even if no command follows the commands that started it', async () => {
    const children: ChildProcess[] = [];
    const note = (message: unknown): void =>
      void children.push((message as { readonly process: ChildProcess }).process);
    subscribe('child_process', note);
    runner = new GitRunner(1);
    for (let count = 0; count < 10; count += 1) assert.equal(await parentOf(), process.pid);
    unsubscribe('child_process', note);
    const small = children.find(({ spawnargs }) => spawnargs.some((one) => one.includes('git-runner-process')));
    assert.ok(small);
    if (small.exitCode === null) await once(small, 'exit');
    assert.equal(small.exitCode, 0);
  });

  test('ignores the signals that stop a service, whose last jobs need git', async () => {
    const small = await parentOf();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(small, signal);
    assert.equal(await parentOf(), small);
  });

  const skip = process.platform !== 'linux' && 'only Linux has /proc';
  test(
    'doesn’t inherit this process’s environment variables, and git has no access to the channel',
    { skip },
    async () => {
      const names = (await run('environment')).stdout.toString().match(/^\w+/gm) ?? [];
      assert.deepEqual(
        names.filter((name) => !name.startsWith('NODE_CHANNEL_')),
        [],
      );
      assert.deepEqual(await run('files'), await runHere(settings, { args: ['files'] }));
    },
  );

  test('ends with this process, and doesn’t keep it alive', async () => {
    const url = new URL('git-runner.ts', import.meta.url).href;
    const code = `import { GitRunner } from ${JSON.stringify(url)};
      const runner = new GitRunner();
      await runner.start();
      const { stdout } = await runner.run(${JSON.stringify(settings)}, { args: ['parent'] });
      console.log(Number(stdout));`;
    // The small process shares its standard error, which therefore closes when both have ended.
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.resume();
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.notEqual(Number(output), child.pid);
  });
});
