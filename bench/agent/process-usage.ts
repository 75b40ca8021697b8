/** Resources used by a worker and its builder processes. Linux only: reads proc(5). */
import { readdirSync, readFileSync } from 'node:fs';

export interface WorkerUsage {
  readonly workerHighestMb: number;
  /** The highest number of builders at the same time. */
  readonly builderProcesses: number;
  readonly buildersMb: number;
  /** Seconds used by the worker with the git processes that it started, and by the builders, since the watch began. */
  readonly cpuSeconds: number;
}

export interface ProcessesUsage {
  /** Processor time of all processes since the watch began. May exclude processes that ran for less than 250 ms. */
  readonly cpuSeconds: number;
  /** The most memory that one process of each kind used. */
  readonly highestMb: Readonly<Record<string, number>>;
}

/** Samples a process and its descendants four times a second until `stop` is called. */
export function watchProcesses(pid: number): { stop(): ProcessesUsage } {
  const seconds = new Map<number, { readonly first: number; last: number }>();
  const highestMb: Record<string, number> = {};
  const look = (isFirst: boolean): void => {
    for (const each of [pid, ...listChildren(pid)]) {
      const used = ownCpuSecondsOf(each);
      const before = seconds.get(each) ?? { first: isFirst ? used : 0, last: used };
      seconds.set(each, { ...before, last: Math.max(before.last, used) });
      const megabytes = memoryOf(each);
      const kind = kindOf(each);
      if (megabytes > 0) highestMb[kind] = Math.max(highestMb[kind] ?? 0, megabytes);
    }
  };
  look(true);
  const sampling = setInterval(() => look(false), 250);
  return {
    stop: () => {
      clearInterval(sampling);
      look(false);
      return { highestMb, cpuSeconds: sumOf([...seconds.values()].map(({ first, last }) => last - first)) };
    },
  };
}

/** Returns the name of a program, or the task of a Node process. */
function kindOf(pid: number): string {
  if (isBuilder(pid)) return 'builder';
  const [program = '', ...args] = readOf(pid, 'cmdline').split('\0');
  const has = (part: string): boolean => args.some((argument) => argument.includes(part));
  if (has('worker-process')) return 'worker';
  if (has('docwright') && args.includes('up')) return 'service';
  if (has('docwright') && args.includes('host')) return 'host';
  return /^[\w.-]+/.exec(program.split('/').at(-1) ?? '')?.[0] ?? 'other';
}

/** Samples a worker and its builders four times a second until `stop` is called. */
export function watchWorker(pid: number): { stop(): WorkerUsage } {
  const highest = { workerHighestMb: 0, builderProcesses: 0, buildersMb: 0 };
  // A builder is killed when it is done. The system's sums don't include its time, so its last sample counts.
  const builderSeconds = new Map<number, number>();
  const look = (): void => {
    const builders = listChildren(pid).filter(isBuilder);
    for (const child of builders) builderSeconds.set(child, cpuSecondsOf(child));
    highest.workerHighestMb = Math.max(highest.workerHighestMb, memoryOf(pid));
    highest.builderProcesses = Math.max(highest.builderProcesses, builders.length);
    highest.buildersMb = Math.max(
      highest.buildersMb,
      builders.reduce((sum, child) => sum + memoryOf(child), 0),
    );
  };
  look();
  const before = cpuSecondsOf(pid) + sumOf(builderSeconds.values());
  const sampling = setInterval(look, 250);
  return {
    stop: () => {
      clearInterval(sampling);
      look();
      return { ...highest, cpuSeconds: cpuSecondsOf(pid) + sumOf(builderSeconds.values()) - before };
    },
  };
}

const sumOf = (figures: Iterable<number>): number => [...figures].reduce((sum, figure) => sum + figure, 0);

/**
 * Whether a process is Node inside the sandbox. The programs that set up the sandbox also have the script in their
 * command line, but use little memory.
 */
function isBuilder(pid: number): boolean {
  const [program = '', ...args] = readOf(pid, 'cmdline').split('\0');
  return program === process.execPath && args.some((argument) => /\bsite-session\.m?[jt]s$/.test(argument));
}

/** Unit of the processor times in proc(5). */
const ticksEachSecond = 100;

/** Returns the processor time of a process and of its children that have ended. */
const cpuSecondsOf = (pid: number): number => sumOf(timesOf(pid));

/** Returns the processor time of a process alone. */
const ownCpuSecondsOf = (pid: number): number => sumOf(timesOf(pid).slice(0, 2));

/** Returns utime, stime, cutime and cstime. */
function timesOf(pid: number): readonly number[] {
  const stat = readOf(pid, 'stat');
  // The program's name can contain any characters. The times follow the name.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) / ticksEachSecond);
}

/** Returns the processor time of a process and all its descendants, including ended ones. */
export function cpuSecondsBelow(pid: number): number {
  return sumOf([pid, ...listChildren(pid)].map((each) => cpuSecondsOf(each)));
}

/** Returns the resident memory of a process in MB, or 0 if it has ended. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readOf(pid, 'status')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/**
 * Returns the megabytes of a process and its descendants by kind. Memory that processes share is divided among them.
 */
export function sharesOfMemory(pid: number): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const each of [pid, ...listChildren(pid)]) {
    const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB$/m.exec(readOf(each, 'smaps_rollup')) ?? [];
    found[kindOf(each)] = (found[kindOf(each)] ?? 0) + Number(kilobytes) / 1024;
  }
  return found;
}

/** Lists all descendants of a process. */
function listChildren(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(/^\d+$/.test(name) ? readOf(Number(name), 'status') : '') ?? [];
    return parent === undefined ? [] : [[Number(name), Number(parent)] as const];
  });
  const below = (parent: number): number[] =>
    parents.flatMap(([child, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/** Reads a process's file in `/proc`. Returns an empty string if the process has ended. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
