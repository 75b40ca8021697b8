import { GitRunner } from './git-runner.ts';
import type { GitSettings } from './settings.ts';
import { type GitCommand, type GitOutput, type GitProcess, type GitRun, startGit } from './start-git.ts';

/** The only interface that starts git. */
export interface Git {
  readonly settings: GitSettings;
  /** Runs a command to its end and collects the output. A non-zero exit code is returned, not thrown. */
  run(command: GitRun): Promise<GitOutput>;
  /** Starts the process and returns its pipes. */
  start(command: GitCommand): GitProcess;
}

/** Shared by the whole process: it is needed because of the process's size, and has no settings. */
const runner = new GitRunner();

export function createGit(settings: GitSettings): Git {
  return {
    settings,
    start: (command) => startGit(settings, command),
    run: (command) => runner.run(settings, command),
  };
}
