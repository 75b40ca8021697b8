import { spawnSync } from 'node:child_process';

/** The Debian packages for a one-node Ceph with its S3 gateway; the manager daemon isn't required. */
const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];
const programs = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool', 'setpriv'];

/**
 * Ensures that the programs exist. As root, installs them with apt-get (about 25 s) and prints a note to stderr.
 * @returns the reason why that isn't possible, or `undefined` if everything is installed
 */
export function installCeph(): string | undefined {
  const missing = findMissing();
  if (missing.length === 0) return undefined;
  const wanted = `${missing.join(', ')} (Debian packages ${packages.join(' ')})`;
  if (process.getuid?.() !== 0) return `not installed, and only root could install it: ${wanted}`;
  if (process.env['DOCWRIGHT_TEST_INSTALL'] === 'no') return `not installed, and DOCWRIGHT_TEST_INSTALL=no: ${wanted}`;
  process.stderr.write(`Installing a real S3 server for the tests: ${packages.join(' ')}\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const { status, error, stderr } = spawnSync('apt-get', ['-qq', ...args], { env: environment, encoding: 'utf8' });
    const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
    if (status !== 0) return `apt-get ${args[0]} failed (${reason}): ${wanted}`;
  }
  const still = findMissing();
  return still.length === 0 ? undefined : `still missing after the installation: ${still.join(', ')}`;
}

function findMissing(): string[] {
  return programs.filter(
    (program) => spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' }).status !== 0,
  );
}
