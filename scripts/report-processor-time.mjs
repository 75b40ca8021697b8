import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into each process of a test run. At its end it appends a line to the run's file: milliseconds of processor
// time, of the process and of the children it waited for, a tab, and the test file. Only Linux reports the children's
// time.
const file = process.env['DOCWRIGHT_TEST_TIMES'];
const path = process.argv[1] ?? '';
if (file !== undefined && isMainThread && path.includes('.test.')) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(file, `${Math.round((user + system) / 1000) + childrenMs()}\t${path}\n`);
  });
}

function childrenMs() {
  try {
    // Fields 16 and 17 of proc_pid_stat(5), in ticks of 10 ms; the name before them may contain spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return 10 * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return 0;
  }
}
