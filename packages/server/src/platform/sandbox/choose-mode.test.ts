/** Tests which sandbox is chosen for each setting. Machines are simulated by the tools that they have. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createSandbox } from './create-sandbox.ts';
import { SandboxUnavailableError } from './errors.ts';
import { findTools } from './find-tools.ts';
import type { SandboxTools } from './command.ts';
import type { SandboxSetting } from './settings.ts';

const tools = findTools();
const without = { ...tools, bwrap: undefined };
const works = (program: string | undefined, ...args: string[]): boolean =>
  program !== undefined && spawnSync(program, args).status === 0;
const hasBwrap = works(tools.bwrap, '--unshare-all', '--ro-bind', '/', '/', 'true');
const hasNetworkNamespaces = works(tools.unshare, '--user', '--net', 'true');

describe('the sandbox', () => {
  let folder: string;
  /** A `bwrap` that starts its command without the requested sandbox. */
  let brokenBwrap: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-mode-'));
    brokenBwrap = join(folder, 'bwrap');
    const body = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n';
    await writeFile(brokenBwrap, body, { mode: 0o755 });
    await writeFile(join(folder, 'entry.ts'), 'process.stdout.write(JSON.stringify(Object.keys(process.env)));');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const create = (mode: SandboxSetting, machine: SandboxTools) =>
    createSandbox({ mode, codeFolders: [folder] }, machine);

  test(
    'uses bubblewrap if its self-test passes and bubblewrap is required or preferred',
    { skip: !hasBwrap && 'bubblewrap does not work here' },
    async () => {
      for (const asked of ['auto', 'require'] as const) {
        const { mode, openBoundaries, problem } = await create(asked, tools);
        assert.deepEqual({ mode, openBoundaries, problem }, { mode: 'bwrap', openBoundaries: [], problem: undefined });
      }
    },
  );

  test('can’t be created if bubblewrap is required but missing, and the error states the remedy', async () => {
    await assert.rejects(create('require', without), (error: Error) => {
      assert.ok(error instanceof SandboxUnavailableError);
      assert.match(error.message, /bubblewrap \(bwrap\) is not installed\. .*DOCWRIGHT_SANDBOX=process/);
      return !error.message.includes('\n');
    });
  });

  test('can’t be created if bubblewrap is required but doesn’t start', async () => {
    const refusing = join(folder, 'refusing');
    await writeFile(refusing, '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n', {
      mode: 0o755,
    });
    await assert.rejects(create('require', { ...tools, bwrap: refusing }), /does not start: bwrap: No permissions/);
  });

  test('can’t be created if bubblewrap is required but its self-test can break out', async () => {
    await assert.rejects(
      create('require', { ...tools, bwrap: brokenBwrap }),
      /its self-test crossed these boundaries: network, proc, file-system, processes/,
    );
  });

  test('falls back to a process and reports the problem if bubblewrap is preferred but doesn’t work', async () => {
    for (const machine of [without, { ...tools, bwrap: brokenBwrap }]) {
      const { mode, problem } = await create('auto', machine);
      assert.equal(mode, 'process');
      assert.match(problem ?? '', machine === without ? /is not installed/ : /self-test/);
    }
  });

  test('uses a process with an empty environment if a process is requested, even if bubblewrap is available', async () => {
    const sandbox = await create('process', tools);
    assert.deepEqual([sandbox.mode, sandbox.problem], ['process', undefined]);
    for (const boundary of ['environment', 'file-system', 'processes'] as const)
      assert.ok(!sandbox.openBoundaries.includes(boundary));
    assert.equal(await text(sandbox.spawn(join(folder, 'entry.ts'), {}).stdout), '[]');
  });

  test('blocks a process’s network access if possible, and reports it as open otherwise', async (test) => {
    const open = await create('process', { ...tools, unshare: undefined });
    assert.ok(open.openBoundaries.includes('network'));
    if (!hasNetworkNamespaces) return test.skip('network namespaces are not allowed here');
    assert.deepEqual((await create('process', tools)).openBoundaries, []);
  });

  test('can’t be created if a builder’s limits can’t be set, and the error states the limit and the remedy', async () => {
    for (const limit of ['data', 'cpu', 'core', 'nofile', 'fsize']) {
      const prlimit = join(folder, `prlimit-${limit}`);
      const refusal = `prlimit: failed to set the ${limit.toUpperCase()} resource limit: Operation not permitted`;
      await writeFile(prlimit, `#!/bin/sh\ncase "$*" in *--${limit}=*) echo "${refusal}" >&2; exit 1; esac\n`, {
        mode: 0o755,
      });
      for (const asked of ['auto', 'process'] as const)
        await assert.rejects(create(asked, { ...tools, prlimit }), (error: Error) => {
          assert.ok(error instanceof SandboxUnavailableError);
          assert.ok(error.message.includes(refusal), error.message);
          assert.match(error.message, /512 open files .*LimitNOFILE.* and 2648 MiB of data/);
          return true;
        });
    }
  });

  test('is either refused or able to run a script under different real limits', async () => {
    const { prlimit } = tools;
    if (prlimit === undefined) return;
    const script = `
      import { createSandbox } from ${JSON.stringify(import.meta.resolve('./create-sandbox.ts'))};
      const sandbox = await createSandbox({ mode: 'process', codeFolders: [${JSON.stringify(folder)}] }).catch((error) => error);
      if (sandbox instanceof Error) console.log(sandbox.name);
      else {
        const { stdout, exited } = sandbox.spawn(${JSON.stringify(join(folder, 'entry.ts'))}, {});
        stdout.resume().on('error', () => undefined);
        console.log((await exited).end);
      }`;
    for (const limit of ['--nofile=64:64', '--nofile=128:128', '--data=921600000:921600000', '--nofile=1024:1024']) {
      const run = spawnSync(prlimit, [limit, '--', tools.node, '--input-type=module', '--eval', script]);
      // Root with all capabilities can raise any limit.
      assert.match(String(run.stdout), /^(?:finished|SandboxUnavailableError)\n$/, `${limit}: ${String(run.stderr)}`);
    }
  });

  test('is turned off by the setting "none"', async () => {
    assert.equal((await create('none', tools)).mode, 'none');
  });
});
