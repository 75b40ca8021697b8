import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { locateEntryPoint } from '@docwright/entry-points';
import { GitError, throwIfCancelled, type GitErrorCode } from './errors.ts';
import type { GitSettings } from './settings.ts';
import { runHere, type GitOutput, type GitRun } from './start-git.ts';

export interface RunRequest {
  readonly id: number;
  readonly settings: GitSettings;
  readonly command: Omit<GitRun, 'signal'>;
}

/** Cancels a command by its ID. A reply to the command still follows when git has ended. */
export type Request = RunRequest | { readonly cancel: number };

export type Reply =
  | 'ready'
  | { readonly id: number; readonly output: GitOutput }
  | { readonly id: number; readonly message: string; readonly code: GitErrorCode | undefined };

/** Starting the small process costs as much CPU time as it saves in this many commands. */
const commandsBeforeStart = 10;
/** A larger input is written to git directly, which avoids another copy. */
const maxInputBytes = 1024 * 1024;

const entry = new URL('git-runner-process.ts', import.meta.url);

/**
 * Runs git commands as children of a small process, because starting a child copies its parent's page tables. In a
 * process of 380 MB, this takes 10 ms of CPU time and blocks the event loop for 5 ms (decision 153).
 *
 * R1  Until the small process is ready, and after it has ended, commands run as children of this process. After several
 *     such commands, it is started again.
 * R2  It doesn't inherit this process's environment variables. A command's credentials are passed through the channel.
 * R3  It doesn't keep this process alive, except while a command is running. It ends with this process, or after a
 *     minute without commands.
 */
export class GitRunner {
  readonly #idleMs: number;
  #small: SmallProcess | undefined;
  #startedHere = 0;

  constructor(idleMs = 60_000) {
    this.#idleMs = idleMs;
  }

  run(settings: GitSettings, command: GitRun): Promise<GitOutput> {
    if (this.#small?.isReady === true && (command.input?.length ?? 0) <= maxInputBytes)
      return this.#small.run(settings, command);
    this.#startedHere += 1;
    if (this.#startedHere >= commandsBeforeStart) this.#launch();
    return runHere(settings, command);
  }

  /** Starts the small process now. Resolves when it is ready or has ended. */
  start(): Promise<void> {
    return this.#launch().waitForStart();
  }

  #launch(): SmallProcess {
    this.#startedHere = 0;
    return (this.#small ??= new SmallProcess(this.#idleMs, () => (this.#small = undefined)));
  }
}

class SmallProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, PromiseWithResolvers<GitOutput>>();
  readonly #started = Promise.withResolvers<void>();
  readonly #idleMs: number;
  readonly #onEnd: () => void;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isReady = false;

  constructor(idleMs: number, onEnd: () => void) {
    this.#idleMs = idleMs;
    this.#onEnd = onEnd;
    this.#child = fork(fileURLToPath(locateEntryPoint(entry)), {
      env: {},
      // It mostly waits, so it is started without threads and with little memory for garbage.
      execArgv: ['--max-semi-space-size=1', '--v8-pool-size=0'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A separate process group, so that Ctrl+C in a terminal doesn't reach it.
      detached: true,
    });
    this.#child.on('message', (reply: Reply) => this.#receive(reply));
    this.#child.once('error', () => this.#end());
    this.#child.once('disconnect', () => this.#end());
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  async waitForStart(): Promise<void> {
    this.#child.channel?.ref();
    await this.#started.promise;
    this.#release();
  }

  async run(settings: GitSettings, { signal, ...command }: GitRun): Promise<GitOutput> {
    throwIfCancelled(signal);
    const id = (this.#lastId += 1);
    const waiting = Promise.withResolvers<GitOutput>();
    const cancel = (): void => this.#send({ cancel: id });
    this.#pending.set(id, waiting);
    clearTimeout(this.#idle);
    this.#child.channel?.ref();
    try {
      this.#send({ id, settings, command });
      signal?.addEventListener('abort', cancel, { once: true });
      return await waiting.promise;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#pending.delete(id);
      this.#release();
    }
  }

  #release(): void {
    if (this.#pending.size > 0) return;
    this.#child.channel?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#stop(), this.#idleMs).unref();
  }

  #stop(): void {
    this.#isReady = false;
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Sends a request. The result is ignored, because a broken channel is also reported as an event. */
  #send(request: Request): void {
    this.#child.send(request, () => undefined);
  }

  #receive(reply: Reply): void {
    if (reply === 'ready') {
      this.#isReady = true;
      this.#started.resolve();
      // There may be no command after those that started it.
      this.#release();
      return;
    }
    const waiting = this.#pending.get(reply.id);
    if ('output' in reply) waiting?.resolve(reply.output);
    else waiting?.reject(reply.code === undefined ? new Error(reply.message) : new GitError(reply.code, reply.message));
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#onEnd();
    this.#started.resolve();
    for (const { reject } of this.#pending.values())
      reject(new GitError('git-failed', 'The process that runs git has ended.'));
  }
}
