import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../packages/cli/bin/docwright.mjs', import.meta.url));

/** Servers continue in the background once they report with `--json` that they are ready, as in another terminal. */
const docwright = `#!/usr/bin/env bash
case "$1 \${2:--}" in
  "up "*|"host -"*)
    answer="$DOCWRIGHT_MANUAL_ROOT/ready.$$"
    "${process.execPath}" "${command}" "$@" --json >"$answer" 2>"$answer.log" &
    echo $! >>"$DOCWRIGHT_MANUAL_ROOT/pids"
    until [ -s "$answer" ]; do
      kill -0 $! 2>/dev/null || { cat "$answer.log" >&2; exit 1; }
      sleep 0.05
    done
    cat "$answer" ;;
  *) exec "${process.execPath}" "${command}" "$@" ;;
esac
`;
/** Runs only the clone's command; nothing is fetched from a registry. */
const npm = `#!/usr/bin/env bash
[ "$1 $2 $3" = "exec docwright --" ] || { echo "npm $*: not in a test" >&2; exit 1; }
shift 3
exec docwright "$@"
`;
const npx = `#!/usr/bin/env bash
[ "$1" = serve ] && [ -f "$2/index.html" ] || { echo "npx $*: nothing to serve" >&2; exit 1; }
`;

export interface ShellRun {
  readonly code: number | null;
  readonly output: string;
}

export interface ManualShell {
  /** The folder in which the commands run. */
  readonly folder: string;
  run(script: string): Promise<ShellRun>;
  /** Stops processes that snippets left running. */
  stopServers(): void;
}

/** Opens a shell like the reader's, in its own folder below `root`. */
export function openManualShell(root: string, env: Readonly<Record<string, string>>): ManualShell {
  const bin = join(root, 'bin');
  const folder = join(root, 'clone');
  for (const made of [bin, folder]) mkdirSync(made, { recursive: true });
  for (const [name, script] of Object.entries({ docwright, npm, npx })) {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  const own = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: root, DOCWRIGHT_MANUAL_ROOT: root, ...env };
  const pids = join(root, 'pids');
  return {
    folder,
    run: async (script) => {
      const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
        cwd: folder,
        env: own,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      }
      // 'exit' rather than 'close', which would wait for background servers.
      const [code] = (await once(child, 'exit')) as [number | null];
      return { code, output };
    },
    stopServers: () => {
      if (!existsSync(pids)) return;
      for (const [pid] of readFileSync(pids, 'utf8').matchAll(/\d+/g)) {
        try {
          process.kill(Number(pid), 'SIGTERM');
        } catch {
          // The process has already ended.
        }
      }
      writeFileSync(pids, '');
    },
  };
}
