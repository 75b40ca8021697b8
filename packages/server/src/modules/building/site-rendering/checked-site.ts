import type { Issue } from '@docwright/site-builder';
import { packChanges, type FileChanges } from '@docwright/site-builder/packed-changes';
import { BuilderProcess, retireMs, type AnswerSink, type AskedQuestion, type FinalAnswer } from './builder-process.ts';
import type { BuilderPool, IdleBuilder } from './builder-pool.ts';
import type { SiteCaches } from './site-caches.ts';
import { RenderFailure, type OwnedFolder, type PageProblem, type PageRequest } from './site-renderer.ts';
import { TurnLine } from './turn-line.ts';

export interface CheckParts {
  readonly pool: BuilderPool;
  readonly caches: SiteCaches;
  /** Called if a process could not save its findings. The next process then starts without them. */
  readonly onUnsaved: (error: unknown) => void;
}

/** Maximum time for which a site keeps its process continuously while others wait for a slot. */
const stretchMs = 2_000;
/** Idle time after which a process is ended. */
const idleMs = 60_000;
const saveTimeoutMs = 30_000;
/** Time limit for parsing a page. No realistic page takes longer. */
const parseTimeoutMs = 20_000;

/**
 * One project's site at one commit, which is checked for all jobs that work on it.
 *
 * C1  Questions are answered one after another, in one process, which has received only this project's text.
 * C2  Aborting a waiting question has no other effect. If a running question is aborted or fails, its process ends with
 *     it, and the next question starts in another process.
 * C3  Between questions the process may be ended at any time: its whole state is here or in the caches.
 */
export class CheckedSite {
  readonly #parts: CheckParts;
  readonly #site: OwnedFolder;
  readonly #line = new TurnLine(() => this.#offer());
  #held: HeldBuilder | undefined;
  #users = 0;
  /** Aborts checks that were started in advance for jobs that have ended. */
  #ahead: AbortController | undefined;
  /** Issues of the unchanged files of the commit. */
  #baseIssues: readonly Issue[] | undefined;
  #isSaved = false;

  constructor(parts: CheckParts, site: OwnedFolder) {
    this.#parts = parts;
    this.#site = site;
  }

  enter(): void {
    this.#users += 1;
  }

  leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#ahead?.abort(new Error('the last job that used the site has ended'));
    this.#ahead = undefined;
    void this.#line.run(neverAborted, () => this.#saveCache());
  }

  /** Returns all issues when `changes` are applied to the commit's files. */
  async check(changes: FileChanges, signal: AbortSignal): Promise<readonly Issue[]> {
    return this.#line.run(signal, async () => {
      if (changes.size === 0 && this.#baseIssues !== undefined) return this.#baseIssues;
      const answer = await this.#ask({ type: 'check', settings: {}, ...packChanges(changes) }, signal);
      if (answer.type !== 'checked') throw unexpected(answer);
      if (changes.size === 0) this.#baseIssues = answer.issues;
      return answer.issues;
    });
  }

  async parsePage(path: string, content: string, signal: AbortSignal): Promise<readonly PageProblem[]> {
    const overdue = new AbortController();
    try {
      return await this.#line.run(signal, async () => {
        // The page's time limit doesn't include the wait for a process.
        await this.#hold(signal);
        const timer = setTimeout(() => overdue.abort(), parseTimeoutMs);
        const either = AbortSignal.any([signal, overdue.signal]);
        const answer = await this.#ask({ type: 'parse-page', path, content }, either).finally(() =>
          clearTimeout(timer),
        );
        return answer.type === 'parsed' ? answer.problems : Promise.reject(unexpected(answer));
      });
    } catch (error) {
      if (!overdue.signal.aborted || signal.aborted) throw error;
      return [{ message: `The page takes longer than ${parseTimeoutMs / 1000} s to parse.` }];
    } finally {
      this.#checkAhead();
    }
  }

  /** Renders one page with `changes` applied. Site files that the caller already has aren't sent again. */
  async renderPage(request: PageRequest, signal: AbortSignal): Promise<readonly Issue[]> {
    const { page, changes, features, existing, onFile } = request;
    const settings = { features, basePath: '', siteUrl: '' };
    const question = {
      type: 'render-page',
      settings,
      ...packChanges(changes),
      page,
      existing,
    } as const;
    return this.#line.run(signal, async () => {
      const answer = await this.#ask(question, signal, { onFile });
      return answer.type === 'built' ? answer.report.issues : Promise.reject(unexpected(answer));
    });
  }

  /**
   * Computes the issues of the unchanged site while the model is working. A job that edits a page needs them for
   * comparison.
   */
  #checkAhead(): void {
    if (this.#baseIssues !== undefined || this.#ahead !== undefined || this.#users === 0) return;
    this.#ahead = new AbortController();
    // A caller that needs the answer asks again and gets the error then.
    this.check(new Map(), this.#ahead.signal).catch(() => undefined);
  }

  /** Asks one question, and ends the process if the question is aborted or fails (C2). */
  async #ask(question: AskedQuestion, signal: AbortSignal, sink: AnswerSink = {}): Promise<FinalAnswer> {
    const held = await this.#hold(signal);
    try {
      return await held.builder.ask(question, sink, signal);
    } catch (error) {
      await this.#end(held);
      throw error;
    }
  }

  /**
   * Returns the process for the next question: the current one, unless other sites are waiting for a slot or the
   * process is old.
   */
  async #hold(signal: AbortSignal): Promise<HeldBuilder> {
    const before = this.#held;
    if (before !== undefined) {
      this.#withdraw(before);
      const heldMs = performance.now() - before.takenAt;
      if (heldMs < stretchMs || (heldMs < retireMs && !this.#parts.pool.isWanted())) return before;
      await this.#saveAndEnd(before);
    }
    const { organizationId, siteId, folder } = this.#site;
    const fresh = await this.#parts.pool.take({ organizationId, use: 'check', signal });
    const held: HeldBuilder = {
      builder: new BuilderProcess(fresh, folder, { keeps: 'issues', saved: this.#parts.caches.find(siteId) }),
      process: fresh.process,
      takenAt: performance.now(),
      idleTimer: undefined,
      end: () => void this.#line.run(neverAborted, () => this.#saveAndEnd(held)),
    };
    this.#held = held;
    return held;
  }

  /** Offers the slot to others. Called when no question is waiting. */
  #offer(): void {
    const held = this.#held;
    if (held === undefined) return;
    clearTimeout(held.idleTimer);
    held.idleTimer = setTimeout(() => held.end(), idleMs).unref();
    this.#parts.pool.offer(held);
  }

  #withdraw(held: HeldBuilder): void {
    clearTimeout(held.idleTimer);
    this.#parts.pool.withdraw(held);
  }

  /**
   * Saves the process's findings about the site for the next process. This happens only once, because jobs change few
   * pages.
   */
  async #saveCache(): Promise<void> {
    if (this.#held === undefined || this.#baseIssues === undefined || this.#isSaved) return;
    this.#isSaved = true;
    try {
      await this.#held.builder.saveCache(this.#site.siteId, this.#parts.caches, saveTimeoutMs);
    } catch (error) {
      this.#parts.onUnsaved(error);
      if (this.#held !== undefined) await this.#end(this.#held);
    }
  }

  async #saveAndEnd(held: HeldBuilder): Promise<void> {
    if (this.#held === held) await this.#saveCache();
    if (this.#held === held) await this.#end(held);
  }

  async #end(held: HeldBuilder): Promise<void> {
    this.#withdraw(held);
    if (this.#held === held) this.#held = undefined;
    await held.builder.close();
  }
}

interface HeldBuilder extends IdleBuilder {
  readonly builder: BuilderProcess;
  readonly takenAt: number;
  idleTimer: NodeJS.Timeout | undefined;
}

const neverAborted = new AbortController().signal;

function unexpected(answer: FinalAnswer): RenderFailure {
  return new RenderFailure('internal', `The builder returned "${answer.type}" for a different question.`);
}
