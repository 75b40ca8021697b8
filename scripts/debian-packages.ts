import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Programs that whole-system tests run and that npm doesn't provide: commands on the PATH, or file patterns. */
const programs: readonly { commands: readonly string[]; package: string; use: string }[] = [
  { commands: ['git'], package: 'git', use: 'repositories' },
  { commands: ['bwrap'], package: 'bubblewrap', use: 'the sandbox of renders' },
  { commands: ['chromium-headless-shell'], package: 'chromium-headless-shell', use: 'pages in a browser' },
  { commands: ['caddy'], package: 'caddy', use: 'certificates of live sites by a proxy' },
  { commands: ['nginx'], package: 'nginx-light', use: 'the service and live sites behind a proxy' },
  { commands: ['pebble'], package: 'pebble', use: 'certificates of live sites by an edge' },
  { commands: ['openssl'], package: 'openssl', use: 'test certificates' },
  { commands: ['curl'], package: 'curl', use: 'the pipeline that uses only curl and jq' },
  { commands: ['jq'], package: 'jq', use: 'the pipeline that uses only curl and jq' },
  { commands: ['zsh'], package: 'zsh', use: 'completions in a shell that shows descriptions' },
  { commands: ['mmdebstrap'], package: 'mmdebstrap', use: 'images of a release' },
  { commands: ['umoci'], package: 'umoci', use: 'images of a release' },
  { commands: ['runc'], package: 'runc', use: 'images of a release' },
  { commands: ['/usr/lib/postgresql/*/bin/postgres'], package: 'postgresql', use: 'a DATABASE_URL' },
];

/** The file that keeps Debian's package from starting a server on port 5432: tests start their own. */
const noMainCluster = '/etc/postgresql-common/createcluster.d/docwright-tests.conf';

/** Installs the missing programs if this process has the permission; otherwise reports which tests will be skipped. */
export function installDebianPackages(): void {
  const missing = programs.filter(({ commands }) => !commands.some(isThere));
  if (missing.length === 0) return;
  const names = missing.map((program) => program.package);
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    for (const { package: name, use } of missing) {
      console.error(`note: ${name} is not installed; tests that need it for ${use} are skipped or fail`);
    }
    return;
  }
  console.error(`Installing for the tests of the whole system: ${names.join(' ')} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 2, 2] }).status;
  mkdirSync(dirname(noMainCluster), { recursive: true });
  writeFileSync(noMainCluster, 'create_main_cluster = false\n');
  // After an interrupted installation, apt installs nothing else until that installation is completed.
  spawnSync('dpkg', ['--configure', '-a'], { env, stdio: ['ignore', 2, 2] });
  apt('update');
  // If one package can't be installed, the tests that need only other packages still run.
  const install = (...list: string[]) => apt('install', '--yes', '--no-install-recommends', ...list) === 0;
  const failed = install(...names) ? [] : names.filter((name) => !install(name));
  rmSync(noMainCluster, { force: true });
  if (failed.length > 0)
    console.error(`note: apt-get could not install ${failed.join(' ')}; tests that need them are skipped or fail`);
}

const isThere = (command: string): boolean =>
  command.startsWith('/') ? globSync(command).length > 0 : isOnPath(command);

function isOnPath(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
