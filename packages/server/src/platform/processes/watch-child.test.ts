/** Tests ways in which a child process, or the reader of its output, might not end. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { runProgram } from './run-program.ts';
import { watchChild, type WatchedChild } from './watch-child.ts';

/**
 * A child can write this much and end although nobody reads it, because pipes and socket pairs have more space on every
 * kernel.
 */
const bytesOfAnyPipe = 50_000;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const start = (program: string, ...args: string[]): Child =>
  spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
const shell = (script: string): Child => start('sh', '-c', script);
const watch = (child: Child): WatchedChild<string> => watchChild<string>(child, { isGroupLeader: true });

/** Starts a child that writes forever, and reads the beginning of its output. */
async function startUnread(): Promise<Child> {
  const child = start('yes');
  await once(child.stdout, 'readable');
  child.stdout.read(1_000);
  return child;
}

describe('a child process that is stopped', () => {
  test('ends even if the rest of its output isn’t read', async () => {
    const child = await startUnread();
    const { ended, stop } = watch(child);
    stop('enough');
    assert.deepEqual(await ended, {
      exitCode: null,
      signal: 'SIGKILL',
      stoppedFor: 'enough',
      startError: undefined,
    });
  });

  test('is reported as ended even if another process killed it before and its output is unread', async () => {
    const child = await startUnread();
    const { ended, stop } = watch(child);
    const exited = once(child, 'exit');
    process.kill(child.pid ?? 0, 'SIGKILL');
    await exited;
    stop('deadline');
    assert.equal((await ended).stoppedFor, 'deadline');
  });

  test('is reported as ended even if it ended before and its output is unread', async () => {
    const child = shell(`head -c ${bytesOfAnyPipe} /dev/zero`);
    const { ended, stop } = watch(child);
    await once(child, 'exit');
    stop('deadline');
    assert.deepEqual([(await ended).exitCode, (await ended).stoppedFor], [0, 'deadline']);
  });

  test('is reported as ended even if a process outside its group has its pipes open', async () => {
    const child = shell('setsid sleep 600 & echo $!; exit 0');
    const { ended, stop } = watch(child);
    child.stdout.setEncoding('utf8');
    const [pid] = (await once(child.stdout, 'data')) as [string];
    try {
      await once(child, 'exit');
      stop('deadline');
      assert.equal((await ended).exitCode, 0);
    } finally {
      process.kill(Number(pid), 'SIGKILL');
    }
  });

  test('is abandoned if it survives being killed', async () => {
    const child = start('sleep', '600');
    await once(child, 'spawn');
    const kill = child.kill.bind(child);
    child.kill = () => true;
    const { ended, stop } = watchChild<string>(child, { isGroupLeader: false, graceMs: 1 });
    stop('deadline');
    assert.deepEqual(await ended, { exitCode: null, signal: null, stoppedFor: 'deadline', startError: undefined });
    kill('SIGKILL');
    await once(child, 'exit');
  });

  test('is reported as ended if it is stopped at different moments of its start', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      const child = start('yes');
      const { ended, stop } = watch(child);
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      stop('at once');
      assert.equal((await ended).stoppedFor, 'at once');
    }
  });

  test('is reported with the first reason only', async () => {
    const child = await startUnread();
    const { ended, stop } = watch(child);
    stop('first');
    stop('second');
    assert.equal((await ended).stoppedFor, 'first');
  });
});

describe('a child process that isn’t stopped', () => {
  test('loses none of its output if the output is read after its end', async () => {
    const child = shell(`echo ready; read go; head -c ${bytesOfAnyPipe} /dev/zero; exit 3`);
    const { ended } = watch(child);
    const exited = once(child, 'exit');
    let size = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      if (size === 0) child.stdin.end('go\n');
      size += chunk.length;
      await exited;
    }
    assert.equal(size, 'ready\n'.length + bytesOfAnyPipe);
    child.stderr.resume();
    assert.deepEqual(await ended, { exitCode: 3, signal: null, stoppedFor: undefined, startError: undefined });
  });

  test('is reported as ended, and its child processes, which keep its pipes open, are killed', async () => {
    const child = shell('sleep 600 & exit 0');
    const { ended } = watch(child);
    child.stdout.resume();
    child.stderr.resume();
    assert.equal((await ended).exitCode, 0);
  });

  test('is reported with the reason if it can’t be started', async () => {
    const { ended } = watch(start('/nowhere/program'));
    assert.match((await ended).startError?.message ?? '', /ENOENT/);
  });
});

describe('a short program', () => {
  test('returns its exit code and the beginning of its output', async () => {
    const run = await runProgram({ start: () => shell('cat; echo no >&2; exit 2'), input: 'in', timeoutMs: 60_000 });
    assert.deepEqual(run, { exitCode: 2, stdout: 'in', stderr: 'no\n', failure: undefined });
    const loud = await runProgram({ start: () => shell('head -c 1000000 /dev/zero'), timeoutMs: 60_000 });
    assert.deepEqual([loud.exitCode, loud.stdout.length], [0, 64 * 1024]);
  });

  test('that ignores SIGTERM is killed at its deadline, with its child processes', async () => {
    const start = () => shell('trap "" TERM; sleep 600 & sleep 600');
    const run = await runProgram({ start, timeoutMs: 1, isGroupLeader: true });
    assert.deepEqual([run.exitCode, run.failure], [null, 'it took longer than 1 ms']);
  });

  test('that can’t be started returns the error', async () => {
    const run = await runProgram({ start: () => start('/nowhere/program'), timeoutMs: 60_000 });
    assert.match(run.failure ?? '', /ENOENT/);
  });
});
