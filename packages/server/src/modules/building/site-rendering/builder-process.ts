import type {
  SealedFile,
  SealedHeader,
  SessionAnswer,
  SessionFailureCode,
  SessionQuestion,
} from '@docwright/site-builder';
// Not imported from the package's index, which would load the whole builder into a process that never builds.
import { encodeMessage, readMessages } from '@docwright/site-builder/message-stream';
import { fromSealedMessage } from '@docwright/site-builder/sealed-message';
import { SandboxError, type SandboxExit, type SandboxProcess } from '../../../platform/sandbox/index.ts';
import type { FreshBuilder } from './builder-pool.ts';
import { parseAnswer } from './parse-answer.ts';
import type { SiteCaches } from './site-caches.ts';
import { RenderFailure, type RenderFailureCode, type SiteFolder } from './site-renderer.ts';

type Question = Exclude<SessionQuestion, { type: 'file' | 'remove-file' | 'cache' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
/** A question before the process assigns its number. */
export type PlainQuestion = WithoutId<Question>;
/** A question with its `body`: the changed files that aren't text. */
export type AskedQuestion = PlainQuestion & { readonly body?: Uint8Array };

export interface AnswerSink {
  /** Receives a file of the site. The process waits while the promise is pending. */
  readonly onFile?: (file: { readonly path: string; readonly bytes: Uint8Array }) => Promise<void>;
  /** Receives the version of a file for readers with access. */
  readonly onSealedFile?: ((file: SealedFile) => Promise<void>) | undefined;
  /** Receives a file that the question listed as existing. */
  readonly onFileReused?: (file: { readonly path: string; readonly sha256: string }) => Promise<void>;
  /** Receives the answer to `save-cache`. */
  readonly onCache?: (saved: Uint8Array) => void;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface ProcessCache {
  /** The parts of the cache that questions need. */
  readonly keeps: 'issues' | 'digests';
  /** The saved state of an earlier process of the same site. */
  readonly saved: Uint8Array | undefined;
}

/**
 * Age at which a process gets no further questions. This is well before a harmless process would reach the sandbox's
 * limits, which apply to a process's whole life.
 */
export const retireMs = 300_000;

/**
 * One site in one sandboxed process, which answers one question after another.
 *
 * B1  Its output is a tenant's data: the shape of every answer is checked before it is used.
 * B2  It ends with its owner, or when it reaches a limit; both are a `RenderFailure` of the running question.
 * B3  The site's files are sent before the first question that needs them; parsing a single page needs none.
 *     For the site's next version, only the differences are sent.
 */
export class BuilderProcess {
  readonly #process: SandboxProcess;
  readonly #input: QuestionStream;
  readonly #answers: AsyncGenerator<{ readonly header: unknown; readonly body: Uint8Array }>;
  #nextId = 1;

  constructor(builder: FreshBuilder, folder: SiteFolder, cache?: ProcessCache) {
    this.#input = new QuestionStream(folder, cache);
    this.#process = builder.process;
    builder.begin(this.#input.chunks());
    this.#answers = readMessages(this.#process.stdout);
  }

  /**
   * Asks a question. Called only after the previous one was answered.
   * @throws RenderFailure; or the signal's reason
   */
  async ask({ body, ...question }: AskedQuestion, sink: AnswerSink, signal: AbortSignal): Promise<FinalAnswer> {
    signal.throwIfAborted();
    const over = Promise.withResolvers<never>();
    const onAbort = (): void => {
      this.#process.kill();
      over.reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    // A limit ends the question even if the sink hasn't consumed the last file, for which the loop below waits.
    void this.#process.exited.then((exit) => {
      if (exit.end !== 'finished' && exit.end !== 'failed') over.reject(toFailure(exit));
    });
    try {
      const id = this.#nextId++;
      this.#input.push({ ...question, id }, body);
      const reading = this.#read(id, sink);
      reading.catch(() => undefined);
      return await Promise.race([reading, over.promise]);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Saves the state with which the site's next process starts.
   * @throws RenderFailure, or TimeoutError
   */
  async saveCache(siteId: string, caches: SiteCaches, timeoutMs: number): Promise<void> {
    const question = { type: 'save-cache', maxBytes: caches.maxBytesOfSite } as const;
    const onCache = (saved: Uint8Array): void => caches.keep(siteId, saved);
    await this.ask(question, { onCache }, AbortSignal.timeout(timeoutMs));
  }

  /** Whether the process has received this version of a file. */
  has(path: string, id: string): boolean {
    return this.#input.has(path, id);
  }

  /** Sets the version of the site that the next questions are about. Files that the process already has aren't read. */
  useFolder(folder: SiteFolder): void {
    this.#input.useFolder(folder);
  }

  async close(): Promise<void> {
    this.#input.end();
    this.#process.kill();
    await this.#process.exited;
  }

  async #read(id: number, sink: AnswerSink): Promise<FinalAnswer> {
    for (;;) {
      const next = await this.#answers.next().catch((error: unknown) => this.#fail(error));
      if (next.done === true) throw toFailure(await this.#process.exited);
      const answer = readAnswer(next.value.header, id);
      if (answer.type === 'output') await sink.onFile?.({ path: answer.path, bytes: next.value.body });
      else if (answer.type === 'output-sealed') await takeSealed(answer.file, next.value.body, sink);
      else if (answer.type === 'output-reused') await takeReused(answer, sink);
      else if (answer.type === 'progress') sink.onProgress?.({ done: answer.done, total: answer.total });
      else if (answer.type === 'failed') throw new RenderFailure(failureCodes[answer.code], answer.message);
      else {
        if (answer.type === 'cache-saved') sink.onCache?.(next.value.body);
        return answer;
      }
    }
  }

  /** Throws the reason why the output ended or is invalid. Nothing more is read. */
  async #fail(error: unknown): Promise<never> {
    if (error instanceof SandboxError) throw toFailure(await this.#process.exited, error);
    this.#process.kill();
    throw new RenderFailure('internal', 'The builder answered a question that was not asked.', { cause: error });
  }
}

const failureCodes = {
  'no-config': 'no_docs_config',
  'restricted-pages': 'restricted_pages',
  'site-protected': 'site_protected',
  failed: 'internal',
} as const satisfies Record<SessionFailureCode, RenderFailureCode>;

async function takeSealed(header: SealedHeader, body: Uint8Array, { onSealedFile }: AnswerSink): Promise<void> {
  const file = fromSealedMessage(header, body);
  if (file === undefined || onSealedFile === undefined)
    throw new RenderFailure('internal', 'The builder sent a sealed file that is invalid or was not requested.');
  await onSealedFile(file);
}

async function takeReused(
  { path, sha256 }: Extract<SessionAnswer, { type: 'output-reused' }>,
  { onFileReused }: AnswerSink,
): Promise<void> {
  if (onFileReused === undefined)
    throw new RenderFailure('internal', 'The builder referred to an existing file, but it was not given any.');
  await onFileReused({ path, sha256 });
}

export type FinalAnswer = Extract<
  SessionAnswer,
  { type: 'built' | 'pages' | 'remote-specs' | 'checked' | 'parsed' | 'cache-saved' }
>;

function readAnswer(header: unknown, id: number): SessionAnswer {
  try {
    return parseAnswer(header, id);
  } catch (cause) {
    throw new RenderFailure('internal', 'The builder answered a question that was not asked.', { cause });
  }
}

function toFailure(exit: SandboxExit, cause?: unknown): RenderFailure {
  switch (exit.end) {
    case 'out-of-memory':
      return new RenderFailure('limit_exceeded', 'The site needed more memory to build than a job may use.', {
        cause,
      });
    case 'cpu-limit':
    case 'timed-out':
      return new RenderFailure('limit_exceeded', 'The site took longer to build than a job may take.', { cause });
    case 'output-limit':
      return new RenderFailure('limit_exceeded', 'The built site is larger than a job may produce.', { cause });
    case 'failed':
    case 'finished':
    case 'cancelled': {
      const reason = new Error(`the builder ended with ${exit.end} (${exit.exitCode}): ${exit.stderr.slice(-2_000)}`, {
        cause,
      });
      return new RenderFailure('internal', 'The builder stopped before it was done.', { cause: reason });
    }
  }
}

/** Size at which collected bytes are written. Files are small, so one write contains many of them. */
const chunkBytes = 256 * 1024;

/** The bytes of stdin until the stream is ended: the questions, each preceded by the site's files if it needs them. */
class QuestionStream {
  /** Files that haven't been sent yet. */
  #folder: SiteFolder | undefined;
  #cache: ProcessCache | undefined;
  /** IDs of the files that the process has. */
  #sent = new Map<string, string | undefined>();
  readonly #waiting: { readonly question: Question; readonly body: Uint8Array | undefined }[] = [];
  #wake: (() => void) | undefined;
  #ended = false;

  constructor(folder: SiteFolder, cache: ProcessCache | undefined) {
    this.#folder = folder;
    this.#cache = cache;
  }

  has(path: string, id: string): boolean {
    return this.#sent.get(path) === id;
  }

  useFolder(folder: SiteFolder): void {
    this.#folder = folder;
  }

  push(question: Question, body: Uint8Array | undefined): void {
    this.#waiting.push({ question, body });
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    while (!this.#ended) {
      const next = this.#waiting.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      const { question, body } = next;
      if (question.type !== 'parse-page' && this.#folder !== undefined) {
        const folder = this.#folder;
        this.#folder = undefined;
        yield* this.#site(folder);
      }
      yield encodeMessage(question, body);
    }
  }

  *#site(folder: SiteFolder): Generator<Uint8Array> {
    const cache = this.#cache;
    this.#cache = undefined;
    if (cache !== undefined) yield encodeMessage({ type: 'cache', keeps: cache.keeps }, cache.saved);
    let messages: Uint8Array[] = [];
    let bytes = 0;
    for (const message of this.#differences(folder)) {
      messages.push(message);
      bytes += message.byteLength;
      if (bytes < chunkBytes) continue;
      yield Buffer.concat(messages);
      messages = [];
      bytes = 0;
    }
    yield Buffer.concat(messages);
  }

  *#differences(folder: SiteFolder): Generator<Uint8Array> {
    const earlier = this.#sent;
    this.#sent = new Map(folder.paths.map((path) => [path, folder.idOf?.(path)]));
    for (const [path, id] of this.#sent) {
      if (id !== undefined && earlier.get(path) === id) continue;
      const bytes = folder.read(path);
      if (bytes === undefined) throw new Error(`"${path}" was not loaded, but the builder doesn't have it`);
      yield encodeMessage({ type: 'file', path }, bytes);
    }
    for (const path of earlier.keys()) if (!this.#sent.has(path)) yield encodeMessage({ type: 'remove-file', path });
  }
}
