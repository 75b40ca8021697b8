/**
 * PostgreSQL refuses to run as root (it would read and write any file for its clients). A service that runs as root
 * therefore starts it as another user:
 *
 * 1. A cluster always runs as its folder's owner.
 * 2. A new cluster runs as the first existing user in `candidateUsers`, if that user can access the folder and the
 *    programs.
 * 3. If the user can't (a clone under /root, mode 700), PostgreSQL runs in a user namespace that maps root to that
 *    user: it has no capabilities, and its files still belong to root.
 * 4. If namespaces aren't allowed either, inaccessible programs are copied to the data folder.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { DatabaseError } from '../errors.ts';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export type RunAs =
  | { readonly kind: 'self' }
  | { readonly kind: 'user'; readonly account: Account }
  | { readonly kind: 'namespace'; readonly account: Account };

export interface RunAsQuestion {
  /** Absolute path of a folder that PostgreSQL must be able to access, and in which it must own a folder. */
  readonly dataDir: string;
  /** The existing cluster's owner. */
  readonly clusterOwner: { readonly uid: number; readonly gid: number } | undefined;
  /** A program that the user must be able to access. */
  readonly program: string;
}

export interface RunAsAnswer {
  readonly runAs: RunAs;
  /** Whether the programs must be copied to a location that the user can access. */
  readonly copyPrograms: boolean;
}

/** The search path for programs that are started with a separate environment. */
export const programPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const probeTimeoutMs = 10_000;

const candidateUsers = ['postgres', 'nobody'] as const;

/** @throws DatabaseError `embedded-postgres-refused`, `data-folder-foreign` */
export async function chooseRunAs(question: RunAsQuestion): Promise<RunAsAnswer> {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { runAs: chooseForUser(uid, question), copyPrograms: false };
  const { clusterOwner } = question;
  const account =
    clusterOwner && clusterOwner.uid !== 0
      ? { name: `uid ${clusterOwner.uid}`, ...clusterOwner }
      : await findCandidate();
  const dataReachable = await canReach(account, question.dataDir);
  const programReachable = await canReach(account, question.program);
  const mayBeUser = clusterOwner?.uid !== 0 && dataReachable;
  if (mayBeUser && programReachable) return { runAs: { kind: 'user', account }, copyPrograms: false };
  const mayBeNamespace = (clusterOwner === undefined || clusterOwner.uid === 0) && canUseNamespace(account);
  if (mayBeNamespace) return { runAs: { kind: 'namespace', account }, copyPrograms: false };
  if (mayBeUser) return { runAs: { kind: 'user', account }, copyPrograms: true };
  throw new DatabaseError(
    'embedded-postgres-refused',
    `PostgreSQL can't run as root, user ${account.name} can't access ${question.dataDir}, and this machine doesn't allow user namespaces. Choose a data folder that every user can traverse, run the service as another user, or set DATABASE_URL.`,
  );
}

/**
 * Starts one of PostgreSQL's programs. With `namespace`, the child's process ID is the program's own, because unshare
 * executes it directly.
 */
export function spawnAs(runAs: RunAs, command: readonly [string, ...string[]], options: SpawnOptions): ChildProcess {
  const [file, ...args] = command;
  if (runAs.kind === 'self') return spawn(file, args, options);
  const { account } = runAs;
  if (runAs.kind === 'user') return spawn(file, args, { ...options, uid: account.uid, gid: account.gid });
  return spawn('unshare', [...namespaceArgs(account), file, ...args], options);
}

/** The required owner of a file that PostgreSQL reads or writes; `undefined` for any owner. */
export function ownerOf(runAs: RunAs): Account | undefined {
  return runAs.kind === 'user' ? runAs.account : undefined;
}

function chooseForUser(uid: number, question: RunAsQuestion): RunAs {
  const owner = question.clusterOwner?.uid;
  if (owner !== undefined && owner !== uid) {
    throw new DatabaseError(
      'data-folder-foreign',
      `The database in ${question.dataDir} belongs to user ID ${owner}, but this process runs as ${uid}. Run it as that user (or as root), or choose another data folder.`,
    );
  }
  if (isKnownUser()) return { kind: 'self' };
  // Containers may run with a user ID without an account, but initdb requires a name.
  const account = { name: 'nobody', uid: 65534, gid: 65534 };
  return canUseNamespace(account) ? { kind: 'namespace', account } : { kind: 'self' };
}

function isKnownUser(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function namespaceArgs(account: Account): string[] {
  return ['--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'];
}

function canUseNamespace(account: Account): boolean {
  const probe = spawnSync('unshare', [...namespaceArgs(account), 'true'], {
    env: { PATH: programPath },
    cwd: '/',
    stdio: 'ignore',
    timeout: probeTimeoutMs,
    killSignal: 'SIGKILL',
  });
  return probe.status === 0;
}

async function findCandidate(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  for (const name of candidateUsers) {
    const [, , uid, gid] = lines.find((fields) => fields[0] === name) ?? [];
    if (Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new DatabaseError(
    'embedded-postgres-refused',
    `PostgreSQL can't run as root, and this machine has none of the users ${candidateUsers.join(', ')}. Run the service as another user, or set DATABASE_URL.`,
  );
}

/** Checks the mode bits: every folder of the path must be traversable, and the target readable and executable. */
async function canReach(account: Account, path: string): Promise<boolean> {
  for (let current = path; ; current = dirname(current)) {
    const status = await stat(current);
    const needed = current === path && status.isFile() ? 0o5 : 0o1;
    if (!allows(status, account, needed)) return false;
    if (current === dirname(current)) return true;
  }
}

function allows(status: { mode: number; uid: number; gid: number }, account: Account, needed: number): boolean {
  const shift = status.uid === account.uid ? 6 : status.gid === account.gid ? 3 : 0;
  return ((status.mode >> shift) & needed) === needed;
}
