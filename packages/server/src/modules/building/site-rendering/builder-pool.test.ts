import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Sandbox, SandboxExit, SandboxProcess } from '../../../platform/sandbox/index.ts';
import { createBuilderPool, type BuilderPool, type FreshBuilder } from './builder-pool.ts';

const codeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };

/** Opens a pool of processes that do nothing until they are killed. */
function openPool(places: number, isShared = () => false): { pool: BuilderPool; alive: Set<SandboxProcess> } {
  const alive = new Set<SandboxProcess>();
  const sandbox: Sandbox = {
    mode: 'bwrap',
    runtime: '',
    openBoundaries: [],
    problem: undefined,
    spawn: () => {
      const exited = Promise.withResolvers<SandboxExit>();
      const kill = (): void => {
        alive.delete(process);
        exited.resolve({ end: 'cancelled', exitCode: 137, stderr: '', durationMs: 0 });
      };
      const process: SandboxProcess = { stdout: Readable.from([]), exited: exited.promise, kill };
      alive.add(process);
      return process;
    },
  };
  return { pool: createBuilderPool({ sandbox, entry: '', codeCache, places, isShared }), alive };
}

const never = new AbortController().signal;
const take = (pool: BuilderPool, organizationId: string, use: 'check' | 'render' = 'check') =>
  pool.take({ organizationId, use, signal: never });

/** Records which requests got a process, in order. */
function follow(pool: BuilderPool, requests: readonly string[], use: 'check' | 'render' = 'check') {
  const served: string[] = [];
  const builders = new Map<string, FreshBuilder>();
  for (const name of requests) {
    void take(pool, name.slice(0, 1), use).then((builder) => {
      builders.set(name, builder);
      served.push(name);
    });
  }
  return { served, builders };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an organization with many requests is not served before one with a single request', async () => {
  const { pool, alive } = openPool(2);
  const { served, builders } = follow(pool, ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
  await settled();
  assert.deepEqual(served, ['a1', 'a2']);
  for (const name of ['a1', 'b1', 'a2', 'c1', 'a3', 'a4']) {
    assert.ok(alive.size <= 2);
    builders.get(name)?.process.kill();
    await settled();
  }
  assert.deepEqual(served, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

test('renders leave one slot free for checks', async () => {
  const { pool } = openPool(3);
  const renders = follow(pool, ['a1', 'b1', 'c1'], 'render');
  await settled();
  assert.deepEqual(renders.served, ['a1', 'b1']);
  const checks = follow(pool, ['d1']);
  await settled();
  assert.deepEqual(checks.served, ['d1']);
  renders.builders.get('a1')?.process.kill();
  await settled();
  assert.deepEqual(renders.served, ['a1', 'b1', 'c1']);
});

test('one of several organizations leaves a process of each kind to the others', async () => {
  const { pool } = openPool(5, () => true);
  const noisy = follow(pool, ['a1', 'a2', 'a3', 'a4'], 'render');
  const checks = follow(pool, ['a5', 'a6', 'a7']);
  await settled();
  assert.deepEqual(
    [noisy.served, checks.served],
    [
      ['a1', 'a2'],
      ['a5', 'a6'],
    ],
  );
  const quiet = follow(pool, ['b1'], 'check');
  await settled();
  assert.deepEqual(quiet.served, ['b1']);
  const render = follow(pool, ['b2'], 'render');
  await settled();
  noisy.builders.get('a1')?.process.kill();
  await settled();
  assert.deepEqual([render.served, noisy.served], [['b2'], ['a1', 'a2']]);
});

test('a waiting request ends only the process that has been idle longest', async () => {
  const { pool } = openPool(2);
  const ended: string[] = [];
  const idle = async (name: string) => {
    const { process } = await take(pool, name);
    const offered = { process, end: () => void ended.push(name) };
    pool.offer(offered);
    return offered;
  };
  const first = await idle('a');
  await idle('b');
  assert.equal(pool.isWanted(), false);
  const { served } = follow(pool, ['c1']);
  await settled();
  assert.deepEqual(ended, ['a']);
  assert.equal(pool.isWanted(), false, 'a slot is about to become free');
  first.process.kill();
  await settled();
  assert.deepEqual(served, ['c1']);
  assert.deepEqual(ended, ['a']);
});

test('an offered process that was withdrawn is not ended', async () => {
  const { pool } = openPool(1);
  const { process } = await take(pool, 'a');
  const offered = { process, end: () => assert.fail('it is not idle anymore') };
  pool.offer(offered);
  pool.withdraw(offered);
  const { served } = follow(pool, ['b1']);
  await settled();
  assert.equal(pool.isWanted(), true);
  assert.deepEqual(served, []);
});

test('waiting requests are refused when the pool is closed', async () => {
  const { pool } = openPool(1);
  await take(pool, 'a');
  const refused = assert.rejects(take(pool, 'b'), /closed/);
  await pool.close();
  await refused;
  await assert.rejects(take(pool, 'c'), /closed/);
});

test('an idle process resumes only if its kind has a free slot and no other request is waiting', async () => {
  const { pool } = openPool(3);
  const renders = follow(pool, ['a1', 'a2'], 'render');
  await settled();
  const process = renders.builders.get('a1')!.process;
  let ends = 0;
  const idle = { process, end: () => (ends += 1) };
  assert.equal(pool.resume(idle), false, 'it was not offered');
  pool.offer(idle);
  assert.equal(pool.resume(idle), true);
  pool.offer(idle);
  const others = follow(pool, ['b1'], 'render');
  await settled();
  assert.deepEqual(others.served, ['b1']);
  assert.equal(pool.resume(idle), false, 'two renders leave the third slot to a check');
  renders.builders.get('a2')?.process.kill();
  await settled();
  assert.equal(pool.resume(idle), true);
  pool.offer(idle);
  follow(pool, ['c1', 'c2']);
  await settled();
  assert.equal(ends, 1, 'a check needs its slot');
  assert.equal(pool.resume(idle), false);
});
