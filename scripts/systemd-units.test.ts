import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hostSettings } from '@docwright/host';
import { settingDefinitions } from '@docwright/server';
import { codeIn, readManualRows } from './read-manual.ts';

const folder = join(import.meta.dirname, '../deploy/systemd');
const files = readdirSync(folder).filter((name) => name.endsWith('.service'));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const skip = hasSystemd ? false : 'systemd-analyze is not installed';

/** Setting → its values, in order. */
function readUnit(file: string): (name: string) => readonly string[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return (name) => lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
}

/** Processes that render pages, in bubblewrap. */
const builders = ['docwright.service', 'docwright-api.service', 'docwright-worker.service'];

const settings = [...Object.values(settingDefinitions), ...Object.values(hostSettings)];
const ours = new Set<string>(settings.map(({ environment }) => environment));
/** Settings of Node, the C library and the shell. */
const others = /^(?:HOME|NODE_ENV|NODE_OPTIONS|MALLOC_\w+)$/;

const promised = [
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'ProtectProc=invisible',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
  'UMask=0077',
];

test('the manual lists every unit with its command', () => {
  const rows = readManualRows('deploy/install.mdx', 'Unit', 'Command');
  const units = files.map((file) => [
    file.replace(/\.service$/, ''),
    readUnit(file)('ExecStart')[0]?.replace('/usr/bin/env ', ''),
  ]);
  assert.deepEqual(
    Object.fromEntries(rows.map(([unit, command]) => [codeIn(unit)[0], codeIn(command)[0]])),
    Object.fromEntries(units),
  );
});

for (const file of files)
  describe(file, () => {
    const read = readUnit(file);

    test('has the hardening that the manual promises', () => {
      for (const setting of promised) {
        const [name = '', value = ''] = setting.split(/=(.*)/s);
        assert.deepEqual(read(name), [value], name);
      }
      assert.equal(read('User').length + read('DynamicUser').length, 1, 'a user other than root');
      assert.ok(read('SystemCallFilter')[0]?.startsWith('@system-service'));
      // V8 compiles code at run time.
      assert.deepEqual(read('MemoryDenyWriteExecute'), []);
    });

    test('sets only settings that exist', () => {
      const names = read('Environment').map((assignment) => assignment.split('=')[0] ?? '');
      assert.deepEqual(
        names.filter((name) => !ours.has(name) && !others.test(name)),
        [],
      );
    });

    test('writes only to its state folder, which is also its data folder', () => {
      const [state] = read('StateDirectory');
      const dataFolders = read('Environment').filter((assignment) => /_DATA_DIR=/.test(assignment));
      assert.deepEqual(
        dataFolders.map((assignment) => assignment.split('=')[1]),
        [`%S/${state}`],
      );
      assert.deepEqual([...read('ReadWritePaths'), ...read('BindPaths')], []);
    });

    test('lets builders create namespaces, and no other process', () => {
      if (!builders.includes(file)) {
        assert.deepEqual(read('RestrictNamespaces'), ['yes']);
        assert.ok(read('SystemCallFilter').some((filter) => filter.startsWith('~@privileged')));
        return;
      }
      assert.deepEqual(read('SystemCallFilter')[0]?.split(' '), ['@system-service', '@mount', 'sethostname']);
      for (const name of ['RestrictNamespaces', 'ProtectHostname', 'PrivateUsers']) assert.deepEqual(read(name), []);
      // bubblewrap refuses to start with capabilities that the file system didn't give it.
      assert.deepEqual([read('AmbientCapabilities'), read('CapabilityBoundingSet')], [[], ['']]);
      assert.ok(read('Environment').includes('DOCWRIGHT_SANDBOX=require'));
    });

    test('is accepted by systemd and rated as hardly exposed', { skip }, () => {
      const path = join(folder, file);
      const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
      assert.deepEqual([verified.status, verified.stderr], [0, '']);
      // From 0 (best) to 100.
      const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', path]);
      assert.equal(rated.status, 0, String(rated.stdout));
    });
  });
