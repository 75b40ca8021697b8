import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { createLogger } from '../../log/index.ts';
import { connectDatabase } from '../connect-database.ts';
import { tryFileLock } from './file-lock.ts';
import { closeDataFolder } from './make-data-folder.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import type { EmbeddedPostgres } from './settings.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

const log = createLogger({ level: 'silent' });
const isRoot = process.getuid?.() === 0;
const skipUnlessRoot = isRoot ? {} : { skip: 'only root can run processes as another user' };

/** Creates a folder that every user may traverse, and deletes it after the test. */
async function withFolder<Result>(action: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-pg-'));
  await chmod(folder, 0o755);
  try {
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const start = (dataDir: string): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log });

async function ask<Row>(server: EmbeddedPostgres, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function isGone(pid: number | undefined): Promise<boolean> {
  return pid !== undefined && !(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('postgres');
}

/** Waits until a condition is true. The test's time limit ends the wait. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition().catch(() => false))) await delay(20);
}

/** Starts another process of the service, which reports its start, and stops when its input ends. */
function spawnProcess(
  dataDir: string,
  options: { uid?: number; gid?: number } = {},
): { ready: Promise<string>; kill(): Promise<void>; end(): Promise<void> } {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./start-embedded-postgres.ts'))});
    const { createLogger } = await import(${JSON.stringify(import.meta.resolve('../../log/index.ts'))});
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log: createLogger({ level: 'silent' }) }).catch((error) => {
      process.stdout.write(error.code + ' ' + error.message);
      process.exit(1);
    });
    process.stdout.write('ready ' + server.adopted);
    process.stdin.resume().on('end', () => server.stop());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  return {
    ready: once(child.stdout, 'data').then(([data]) => String(data)),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    end: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

describe('embedded PostgreSQL', () => {
  // Most tests need an existing cluster. They share one, and each test leaves it stopped.
  let shared = '';
  before(async () => {
    shared = await mkdtemp(join(tmpdir(), 'docwright-pg-'));
    await chmod(shared, 0o755);
  });
  after(() => rm(shared, { recursive: true, force: true }));
  const withShared = <Result>(action: (folder: string) => Promise<Result>): Promise<Result> => action(shared);

  test('is created, listens only on a socket, and exits on stop', () =>
    withShared(async (folder) => {
      const server = await start(folder);
      const pid = server.postmasterPid();
      const [row] = await ask<Record<string, string>>(
        server,
        `SELECT current_setting('listen_addresses') AS addresses, current_setting('data_checksums') AS checksums,
           current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone, current_setting('fsync') AS fsync,
           (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)::text AS superuser, lower('ÄÖ') AS lower,
           (SELECT string_agg(w, '' ORDER BY w) FROM unnest(ARRAY['b', 'B', 'a', '_']) w) AS sorted`,
      );
      assert.deepEqual(row, {
        addresses: '',
        checksums: 'on',
        encoding: 'UTF8',
        zone: 'UTC',
        fsync: 'on',
        superuser: 'false',
        lower: 'äö',
        sorted: 'B_ab',
      });
      await server.stop();
      assert.ok(await isGone(pid));
    }));

  test('keeps its data after a restart, which doesn’t create a second cluster', () =>
    withShared(async (folder) => {
      const first = await start(folder);
      await ask(first, 'CREATE TABLE answers AS SELECT 42 AS answer');
      await first.stop();
      const cluster = await stat(join(folder, 'postgres/data'));
      const second = await start(folder);
      assert.deepEqual(await ask(second, 'SELECT answer FROM answers'), [{ answer: 42 }]);
      await second.stop();
      assert.equal((await stat(join(folder, 'postgres/data'))).ino, cluster.ino, 'no second cluster was created');
    }));

  test('is shared by several processes, and the last of them stops it', () =>
    withShared(async (folder) => {
      const first = await start(folder);
      const pid = first.postmasterPid();
      const other = spawnProcess(folder);
      assert.equal(await other.ready, 'ready true');
      await first.stop();
      assert.ok(!(await isGone(pid)));
      await other.end();
      assert.ok(await isGone(pid));
    }));

  test('keeps running for a process that uses it twice when others disconnect', () =>
    withShared(async (folder) => {
      const [first, second] = [await start(folder), await start(folder)];
      const other = spawnProcess(folder);
      assert.equal(await other.ready, 'ready true');
      await other.end();
      await first.stop();
      assert.equal((await ask(second, 'SELECT 1')).length, 1);
      const pid = second.postmasterPid();
      await second.stop();
      assert.ok(await isGone(pid));
    }));

  test('is created once if several starts need it at the same time', () =>
    withFolder(async (folder) => {
      const servers = await Promise.all([1, 2, 3, 4].map(() => start(folder)));
      assert.equal(servers.filter((server) => server.adopted).length, 3);
      assert.equal(new Set(servers.map((server) => server.postmasterPid())).size, 1);
      await Promise.all(servers.map((server) => server.stop()));
      assert.ok(await isGone(servers[0]!.postmasterPid()));
    }));

  test('continues after the process that started it was killed, if another process uses it', () =>
    withShared(async (folder) => {
      const killed = spawnProcess(folder);
      assert.equal(await killed.ready, 'ready false');
      const next = await start(folder);
      assert.equal(next.adopted, true);
      const pid = next.postmasterPid();
      await killed.kill();
      assert.equal((await ask(next, 'SELECT 1')).length, 1);
      assert.equal(next.postmasterPid(), pid);
      await next.stop();
      assert.ok(await isGone(pid));
    }));

  test('stops after all processes that use it were killed', () =>
    withShared(async (folder) => {
      const [first, second] = [spawnProcess(folder), spawnProcess(folder)];
      await Promise.all([first.ready, second.ready]);
      const pid = Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
      await Promise.all([first.kill(), second.kill()]);
      await until(() => isGone(pid));
      const next = await start(folder);
      assert.equal(next.adopted, false);
      assert.equal((await ask(next, 'SELECT 1')).length, 1);
      await next.stop();
    }));

  test('is started again with all committed rows after its postmaster was killed', () =>
    withShared(async (folder) => {
      const server = await start(folder);
      await ask(server, 'CREATE TABLE kept (n int)');
      for (let round = 1; round <= 3; round += 1) {
        await ask(server, `INSERT INTO kept VALUES (${round})`);
        const pid = server.postmasterPid()!;
        // A busy backend retains the shared memory for a while after the postmaster is killed.
        const busy = ask(server, 'SELECT count(*) FROM generate_series(1, 30000000)').catch(() => undefined);
        process.kill(pid, 'SIGKILL');
        await until(async () => server.postmasterPid() !== pid && (await ask(server, 'SELECT 1')).length === 1);
        assert.deepEqual(await ask(server, 'SELECT count(*)::int AS n FROM kept'), [{ n: round }]);
        await busy;
      }
      await server.stop();
    }));

  test('can be queried again through the same pool after the postmaster was killed', () =>
    withShared(async (folder) => {
      const server = await start(folder);
      const database = await connectDatabase({ url: server.connectionString });
      await database.pool.query('SELECT 1');
      process.kill(server.postmasterPid()!, 'SIGKILL');
      await until(async () => (await database.pool.query('SELECT 1')).rows.length === 1);
      await database.close();
      await server.stop();
    }));

  test('starts despite a pid file whose number now belongs to another process', () =>
    withShared(async (folder) => {
      const server = await start(folder);
      const pidFile = join(folder, 'postgres/data/postmaster.pid');
      const lines = (await readFile(pidFile, 'utf8')).split('\n');
      await server.stop();
      await writeFile(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
      const again = await start(folder);
      assert.equal(again.adopted, false);
      await again.stop();
    }));

  test('starts after a first start was killed in the middle', () =>
    withFolder(async (folder) => {
      const killed = spawnProcess(folder);
      await until(async () => (await readdir(join(folder, 'postgres'))).some((name) => name.startsWith('data.new-')));
      await killed.kill();
      const server = await start(folder);
      assert.equal((await ask(server, 'SELECT 1')).length, 1);
      await server.stop();
    }));

  test('starts even if the data folder’s path is long and contains commas, spaces and quotation marks', () =>
    withFolder(async (folder) => {
      const long = join(folder, 'x'.repeat(60), 'y, "z" '.repeat(6).trim());
      const server = await start(long);
      assert.equal((await ask(server, 'SELECT 1')).length, 1);
      await server.stop();
    }));

  test('reports in one line that the data folder isn’t writable', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'file'), '');
      await assert.rejects(start(join(folder, 'file')), (error: Error) => {
        assert.equal((error as { code?: string }).code, 'data-folder-not-writable');
        assert.match(error.message, /Set DOCWRIGHT_DATA_DIR to a folder/);
        return !error.message.includes('\n') && error.message.includes(join(folder, 'file'));
      });
    }));
});

describe('the user that runs embedded PostgreSQL', () => {
  test('is another user if root starts the service', skipUnlessRoot, () =>
    withFolder(async (folder) => {
      const server = await start(folder);
      const { uid } = await stat(`/proc/${server.postmasterPid()}`);
      assert.notEqual(uid, 0);
      await server.stop();
    }),
  );

  test('has no capabilities, even if only root can access the folder', skipUnlessRoot, (test) =>
    withFolder(async (folder) => {
      if (spawnSync('unshare', ['--user', 'true']).status !== 0) return test.skip('no user namespaces here');
      const hidden = join(folder, 'hidden');
      await mkdir(hidden, { mode: 0o700 });
      const server = await start(join(hidden, 'data'));
      const status = await readFile(`/proc/${server.postmasterPid()}/status`, 'utf8');
      assert.match(status, /^CapEff:\s+0+$/m);
      assert.equal((await ask(server, 'SELECT 1')).length, 1);
      await server.stop();
      const again = await start(join(hidden, 'data'));
      await again.stop();
    }),
  );

  test('can be an unprivileged user who starts the service, and root can also use the database', skipUnlessRoot, () =>
    withFolder(async (folder) => {
      const own = join(folder, 'own');
      await mkdir(own);
      await chown(own, 65534, 65534);
      const user = spawnProcess(own, { uid: 65534, gid: 65534 });
      assert.equal(await user.ready, 'ready false');
      const asRoot = await start(own);
      assert.equal(asRoot.adopted, true);
      await user.end();
      await asRoot.stop();
      const rootFirst = await start(own);
      await rootFirst.stop();
      const again = spawnProcess(own, { uid: 65534, gid: 65534 });
      assert.equal(await again.ready, 'ready false');
      await again.end();
    }),
  );

  test('can’t reach the service’s files, even if an earlier version left them readable', skipUnlessRoot, () =>
    withFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      await mkdir(join(dataDir, 'git', 'repositories'), { recursive: true });
      await writeFile(join(dataDir, 'git', 'repositories', 'page.mdx'), 'a customer’s page', { mode: 0o644 });
      await writeFile(join(dataDir, 'docwright.log'), 'a line', { mode: 0o644 });
      await chmod(dataDir, 0o755);
      (await lockDataFolder(dataDir)).release();
      const server = await start(dataDir);
      // PostgreSQL traverses the folder as its own user; all others are stopped at the data folder.
      assert.equal((await stat(dataDir)).mode & 0o777, 0o710);
      for (const [name, mode] of [
        ['git', 0o700],
        ['docwright.log', 0o600],
      ] as const)
        assert.equal((await stat(join(dataDir, name))).mode & 0o777, mode, name);
      const read = `for (const path of process.argv.slice(1)) try { require('node:fs').statSync(path); console.log(path) } catch {}`;
      const { uid, gid } = await stat(join(dataDir, 'postgres'));
      for (const other of [
        { uid: 12345, gid: 12345 },
        { uid, gid },
      ]) {
        const paths = ['git/repositories/page.mdx', 'git/repositories'].map((path) => join(dataDir, path));
        const { stdout } = spawnSync('/proc/self/exe', ['-e', read, ...paths], { ...other, encoding: 'utf8' });
        assert.equal(stdout, '', `uid ${other.uid}`);
      }
      await server.stop();
    }),
  );

  test('is not given access to a data folder if it doesn’t need it', () =>
    withFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      await mkdir(dataDir, { mode: 0o755 });
      await closeDataFolder(dataDir, undefined);
      assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
      await chmod(dataDir, 0o1777);
      await closeDataFolder(dataDir, undefined);
      assert.equal((await stat(dataDir)).mode & 0o7777, 0o1777, 'the mode of a world-writable folder is unchanged');
    }));

  test('must own the cluster', skipUnlessRoot, () =>
    withFolder(async (folder) => {
      const server = await start(folder);
      await server.stop();
      for (const opened of [folder, join(folder, 'postgres')]) await chmod(opened, 0o755);
      const stranger = spawnProcess(folder, { uid: 1, gid: 1 });
      assert.match(
        await stranger.ready,
        /^data-folder-foreign The database in .* belongs to user ID \d+, but this process runs as 1/,
      );
    }),
  );

  test('gets a one-line error if the disk is full', skipUnlessRoot, (test) =>
    withFolder(async (folder) => {
      const full = join(folder, 'full');
      await mkdir(full);
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=755', 'tmpfs', full]).status !== 0)
        return test.skip('no mounts here');
      try {
        await assert.rejects(start(full), (error: Error) => {
          assert.equal((error as { code?: string }).code, 'data-folder-full', error.message);
          return !error.message.includes('\n');
        });
      } finally {
        spawnSync('umount', [full]);
      }
    }),
  );
});

describe('a data folder’s lock', () => {
  test('allows one service instance, and its error names the running process', () =>
    withFolder(async (folder) => {
      const lock = await lockDataFolder(folder);
      await assert.rejects(lockDataFolder(folder), (error: Error) => {
        assert.equal(error.name, 'DataFolderInUseError');
        return (
          error.message.includes(folder) &&
          error.message.includes(`process ${process.pid}`) &&
          !error.message.includes('\n')
        );
      });
      lock.release();
      (await lockDataFolder(folder)).release();
    }));

  test('ends with its process, even if the process is killed', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'some.lock');
      const script = `const { tryFileLock } = await import(${JSON.stringify(import.meta.resolve('./file-lock.ts'))});
        globalThis.lock = tryFileLock(process.argv[1], 'exclusive'); console.log(!!lock); setInterval(() => {}, 1000);`;
      const holder = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [output] = (await once(holder.stdout, 'data')) as [Buffer];
      assert.equal(String(output).trim(), 'true');
      assert.equal(tryFileLock(path, 'shared'), undefined);
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      const lock = tryFileLock(path, 'exclusive');
      assert.ok(lock);
      lock.release();
    }));
});
