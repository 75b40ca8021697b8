import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into each process of a test run. When the process ends, it appends a line to the run's file: milliseconds of
// processor time, a tab, and the test file. On Linux, the time includes child processes, such as the process that runs
// git, and their children.
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
    const running = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
    return timesOf('self').waitedFor + running.map(timesOf).reduce((ms, child) => ms + child.own + child.waitedFor, 0);
  } catch {
    return 0;
  }
}

/** Returns the processor time of a process, and of the children that it waited for, in milliseconds. */
function timesOf(/** @type {string | number} */ pid) {
  // Fields 14 to 17 of proc_pid_stat(5), in ticks of 10 ms; the name before them may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { own: 10 * (user + system), waitedFor: 10 * (childrenUser + childrenSystem) };
}
