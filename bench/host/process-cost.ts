import { readdirSync, readFileSync } from 'node:fs';

/** `/proc/<pid>/stat` counts in hundredths of a second on Linux. */
const TICKS_PER_SECOND = 100;

function statOf(pid: number): { parent: number; cpuSeconds: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses can contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

/** Returns the ID of the parent process, or `undefined` if the process is on another machine or doesn't exist. */
export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent;

function family(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return [pid, ...all.filter((other) => statOf(other)?.parent === pid)];
}

/** Returns the CPU seconds used so far by a process and its direct children. */
export function cpuSeconds(pid: number): number {
  return family(pid).reduce((sum, member) => sum + (statOf(member)?.cpuSeconds ?? 0), 0);
}

/** Returns the resident memory of a process and its direct children, in MB (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  return family(pid).reduce((sum, member) => {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1];
    return sum + (Number(kilobytes ?? 0) * 1024) / 1e6;
  }, 0);
}
