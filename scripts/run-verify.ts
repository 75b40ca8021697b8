import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { digestSettings, passedFile, readPassedState } from './lint-cache.ts';
import { stopWithParent } from '../packages/cli/bin/run-pinned-node.mjs';

/**
 * The static checks; the longest are first. Each is a command that can be run alone.
 *
 * The types are checked in one thread: each of the compiler's checkers creates all types that it needs (mostly Kysely's
 * and TypeBox's), so four checkers take 36 s of processor time and one takes 17 s, for the same 18 s of elapsed time.
 * The compiler caches its results for each file by a digest of the text: an unchanged tree is checked in 3 s. The
 * linter has no such cache: `run-lint.ts` passes it the files that changed since it last found nothing, and those that
 * import changed types.
 */
const checks: Readonly<Record<string, readonly string[]>> = {
  types: ['node', 'scripts/run-types.ts'],
  lint: ['node', 'scripts/run-lint.ts'],
  'types of the browser code': ['tsc', '-p', 'tsconfig.client.json', ...cachedAs('client')],
  'types of the dashboard': ['tsc', '-p', 'tsconfig.dashboard.json', ...cachedAs('dashboard')],
  'build of the dashboard': ['node', 'scripts/run-build-dashboard.ts'],
  format: ['oxfmt', '--check'],
  imports: ['node', 'scripts/run-check-imports.ts'],
  dependencies: ['node', 'scripts/run-check-dependencies.ts'],
  'change notes': ['node', 'scripts/run-changes.ts'],
  English: ['node', 'scripts/run-check-english.ts'],
  'unused code': ['knip'],
};

function cachedAs(name: string): readonly string[] {
  return ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${name}.tsbuildinfo`];
}

/**
 * Settings for the checks written in Go, so that they share the machine's cores, and collect garbage less often (24 s
 * of processor time for lint on two cores instead of 43 s). Values set by the caller are kept.
 */
const goSettings = { GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))), GOGC: '400' };

stopWithParent();
const root = dirname(import.meta.dirname);
const waiting = Object.entries(checks);
/**
 * The linter skips most importers of a changed file once the compiler has found that its types are the same. The first
 * time, or after a change to the settings, it lints all files at once.
 */
let lintWaits = readPassedState(join(root, passedFile))?.settings === digestSettings(root);
const typesEnded = Promise.withResolvers<void>();
let failed = 0;
// Next to tests, the checks use one core.
const parallel = process.argv.includes('--serial') ? 1 : availableParallelism();
await Promise.all(Array.from({ length: parallel }, runNext));
process.exitCode = failed === 0 ? 0 : 1;

async function runNext(): Promise<void> {
  while (waiting.length > 0) {
    const index = waiting.findIndex(([name]) => name !== 'lint' || !lintWaits);
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (next === undefined) {
      await typesEnded.promise;
      continue;
    }
    const [name, command] = next;
    const startedAt = performance.now();
    const { code, output } = await run(command);
    if (name === 'types') {
      lintWaits = false;
      typesEnded.resolve();
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const lastLine = output.trim().split('\n').at(-1) ?? '';
    if (code === 0) {
      const said = command[0] === 'node' ? `: ${lastLine}` : '';
      console.log(`ok    ${name}${said} (${seconds} s)`);
    } else {
      failed += 1;
      console.log(`FAIL  ${name} (${seconds} s; alone: npx ${command.join(' ')})\n${output}`);
    }
  }
}

function run(command: readonly string[]): Promise<{ code: number | null; output: string }> {
  const [name = '', ...args] = command;
  const child = spawn(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    // Some of the checks color their log output when they detect CI.
    env: {
      ...goSettings,
      ...process.env,
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
