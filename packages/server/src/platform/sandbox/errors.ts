import type { SandboxEnd, SandboxExit } from './sandbox.ts';

const bubblewrapRemedy =
  'Install bubblewrap and allow user namespaces (deploy/seccomp has a profile for containers), or set DOCWRIGHT_SANDBOX=process to continue with weaker isolation. Only an installation with the embedded database and a single organization continues automatically.';

/** This machine can't provide the kind of sandbox that the settings require. */
export class SandboxUnavailableError extends Error {
  constructor(problem: string, remedy = bubblewrapRemedy) {
    super(`Customers' pages can't be isolated here: ${problem}. ${remedy}`);
    this.name = 'SandboxUnavailableError';
  }
}

/** A sandboxed process did not finish; `end` is the limit that it reached or another reason. */
export class SandboxError extends Error {
  readonly end: Exclude<SandboxEnd, 'finished'>;

  constructor(end: Exclude<SandboxEnd, 'finished'>, exit: SandboxExit) {
    const lastLine = exit.stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
    super(
      `The sandboxed process ended after ${Math.round(exit.durationMs)} ms: ${reasons[end]}${lastLine && ` (${lastLine})`}`,
    );
    this.name = 'SandboxError';
    this.end = end;
  }
}

const reasons: Readonly<Record<Exclude<SandboxEnd, 'finished'>, string>> = {
  failed: 'it failed',
  'out-of-memory': 'it needed more memory than its limit',
  'cpu-limit': 'it used more processor time than its limit',
  'timed-out': 'it took longer than its time limit',
  'output-limit': 'it wrote more than its limit',
  cancelled: 'it was canceled',
};
