import type { SpawnOptions } from 'node:child_process';
import { chown, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { randomText } from '../../ids/index.ts';
import { runProgram } from '../../processes/index.ts';
import type { PostgresLayout } from './postgres-layout.ts';
import { describeFailure } from './read-failure.ts';
import { ownerOf, spawnAs } from './run-as.ts';

/** The service's role and database. The role isn't a superuser, so it can't be used to run programs. */
export const roleName = 'docwright';
export const databaseName = 'docwright';

/**
 * Returns the password file's path, which is inside the cluster's folder, so that a single rename creates both.
 * PostgreSQL ignores unknown files.
 */
export function passwordFile(cluster: string): string {
  return join(cluster, 'docwright-password');
}

/**
 * Creates the cluster unless it exists. It is created completely or not at all. The caller must have the start lock.
 */
export async function createCluster(layout: PostgresLayout): Promise<boolean> {
  if (await stat(join(layout.cluster, 'PG_VERSION')).catch(() => undefined)) return false;
  await removeStaging(layout);
  // A unique name, because the programs of a killed start may still be writing to their folder.
  const staging = `${layout.cluster}${stagingEnding}${randomText(8)}`;
  const owner = ownerOf(layout.runAs);
  await mkdir(staging, { mode: 0o700 });
  if (owner) await chown(staging, owner.uid, owner.gid);
  await run(layout, 'initialize', [layout.binaries.initdb, '-D', staging, ...initdbOptions()]);
  await writeFile(join(staging, 'pg_hba.conf'), accessRules);
  const password = randomText(32);
  await writeFile(passwordFile(staging), password, { mode: 0o600 });
  if (owner) await chown(passwordFile(staging), owner.uid, owner.gid);
  await run(
    layout,
    'create its database',
    [layout.binaries.postgres, '--single', '-D', staging, 'postgres'],
    setupSql(password),
  );
  await syncFile(passwordFile(staging));
  await syncFile(staging);
  await rename(staging, layout.cluster);
  await syncFile(layout.folder);
  return true;
}

const stagingEnding = '.new-';

async function removeStaging(layout: PostgresLayout): Promise<void> {
  const beginning = basename(layout.cluster) + stagingEnding;
  const left = (await readdir(layout.folder)).filter((name) => name.startsWith(beginning));
  // Folders that are still being written to can't be removed; the next attempt removes them.
  for (const name of left) await rm(join(layout.folder, name), { recursive: true, force: true }).catch(() => undefined);
}

/**
 * Time limit for a program that hangs, which would block all of the service's processes. On a slow disk, `initdb` takes
 * a minute.
 */
const programTimeoutMs = 10 * 60_000;

const accessRules = `local ${databaseName} ${roleName} scram-sha-256\nlocal all postgres peer\n`;

function initdbOptions(): string[] {
  return [
    '--username=postgres',
    '--encoding=UTF8',
    // Sorting by byte and Unicode's case rules are the same on all machines and after upgrades.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth-local=peer',
    '--auth-host=reject',
    '--no-instructions',
    // The password has 190 random bits, so key stretching would add no protection and cost each new connection 5 ms.
    '--set=scram_iterations=64',
  ];
}

/** Returns the setup statements, one per line, as single-user mode requires. */
function setupSql(password: string): string {
  return `CREATE ROLE ${roleName} LOGIN PASSWORD '${password}'\nCREATE DATABASE ${databaseName} OWNER ${roleName}\n`;
}

async function run(
  layout: PostgresLayout,
  action: string,
  command: readonly [string, ...string[]],
  input = '',
): Promise<void> {
  const options: SpawnOptions = {
    cwd: '/',
    env: layout.environment,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  };
  const { exitCode, stderr, failure } = await runProgram({
    start: () => spawnAs(layout.runAs, command, options),
    input,
    timeoutMs: programTimeoutMs,
    isGroupLeader: true,
  });
  if (failure !== undefined) throw describeFailure(layout.dataDir, action, failure);
  if (exitCode !== 0 || /^ERROR|FATAL/m.test(stderr)) throw describeFailure(layout.dataDir, action, stderr);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
