/** What a worker and the builder processes below it use. Linux: proc(5). */
import { readdirSync, readFileSync } from 'node:fs';

export interface WorkerUsage {
  readonly workerHighestMb: number;
  /** At the same time. */
  readonly builderProcesses: number;
  readonly buildersMb: number;
  /** Of the worker with the git that it started, and of the builders, from the beginning of the watch. */
  readonly cpuSeconds: number;
}

/** Looks four times a second, until it is stopped. */
export function watchWorker(pid: number): { stop(): WorkerUsage } {
  const highest = { workerHighestMb: 0, builderProcesses: 0, buildersMb: 0 };
  // A builder is killed at its end, and its time is then in no sum of the system's: what was seen last counts.
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

/** Node inside the sandbox; the programs that make the sandbox name the same script, and are small. */
function isBuilder(pid: number): boolean {
  const [program = '', ...args] = readOf(pid, 'cmdline').split('\0');
  return program === process.execPath && args.some((argument) => /\bsite-session\.m?[jt]s$/.test(argument));
}

/** Of the processor times in proc(5). */
const ticksEachSecond = 100;

/** Processor time of a process and of its children that have ended. */
function cpuSecondsOf(pid: number): number {
  const stat = readOf(pid, 'stat');
  // The name before may hold anything; then come, among others, utime, stime, cutime and cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return sumOf(fields.slice(11, 15).map(Number)) / ticksEachSecond;
}

/** Of a process and every one below it, with those that have ended. */
export function cpuSecondsBelow(pid: number): number {
  return sumOf([pid, ...listChildren(pid)].map((each) => cpuSecondsOf(each)));
}

/** Resident memory of a process in MB; 0 where it has ended. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readOf(pid, 'status')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Every process below one, however deep. */
function listChildren(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(/^\d+$/.test(name) ? readOf(Number(name), 'status') : '') ?? [];
    return parent === undefined ? [] : [[Number(name), Number(parent)] as const];
  });
  const below = (parent: number): number[] =>
    parents.flatMap(([child, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/** Empty for a process that has ended. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
