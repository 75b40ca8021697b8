import { buildSite, checkSite } from '../build-site.ts';
import { RestrictedPages, SiteConfigMissing, SiteProtected, listRemoteSpecs, listSitePages } from '../../site/index.ts';
import { digestOf } from '../../text/digest-of.ts';
import { findParseProblems } from '../../page/index.ts';
import { createMemorySource } from '../../source/memory-source.ts';
import { BuildCache } from '../cache/index.ts';
import type { SiteSource } from '../../source/site-source.ts';
import type { Message } from './message-stream.ts';
import { openCache, packCache } from './pack-cache.ts';
import { unpackChange, type PackedChanges } from './packed-changes.ts';
import { toSealedMessage } from './sealed-message.ts';
import type { SessionAnswer, SessionFailureCode, SessionQuestion } from './messages.ts';

export interface SessionPorts {
  /** Resolves when the receiver can accept more. */
  readonly send: (answer: SessionAnswer, body?: Uint8Array | string) => Promise<void>;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
}

/**
 * Keeps a site in memory and answers questions about it until the input ends. Data that is expensive to compute is
 * cached between questions.
 */
export async function answerQuestions(questions: AsyncIterable<Message>, ports: SessionPorts): Promise<void> {
  const files = new Map<string, Uint8Array>();
  // Exists for the lifetime of the process, which belongs to one site.
  let cache = new BuildCache({ keeps: 'issues' });
  let buildCache: BuildCache | undefined;
  for await (const { header, body } of questions) {
    const question = header as SessionQuestion;
    if (question.type === 'file') {
      files.set(question.path, body);
      continue;
    }
    if (question.type === 'remove-file') {
      files.delete(question.path);
      continue;
    }
    if (question.type === 'cache') {
      cache = openCache(question.keeps, body);
      buildCache = question.keeps === 'digests' ? cache : undefined;
      continue;
    }
    try {
      await answer({ question, body, files, cache, buildCache, ports });
    } catch (error) {
      const code = codeOf(error);
      const message = error instanceof Error ? error.message : String(error);
      await ports.send({ type: 'failed', id: question.id, code, message });
    }
  }
}

function codeOf(error: unknown): SessionFailureCode {
  if (error instanceof SiteConfigMissing) return 'no-config';
  if (error instanceof RestrictedPages) return 'restricted-pages';
  return error instanceof SiteProtected ? 'site-protected' : 'failed';
}

interface Asked {
  readonly question: Exclude<SessionQuestion, { type: 'file' | 'remove-file' | 'cache' }>;
  readonly body: Uint8Array;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly cache: BuildCache;
  readonly buildCache: BuildCache | undefined;
  readonly ports: SessionPorts;
}

async function answer({ question, body, files, cache, buildCache, ports }: Asked): Promise<void> {
  const { id } = question;
  const { send, clock } = ports;
  switch (question.type) {
    case 'build':
      return answerBuild(question, { files, cache: buildCache, ports });
    case 'check': {
      const source = withChanges(files, question.changes, body);
      const { issues } = await checkSite({ source, settings: question.settings, cache, clock });
      return send({ type: 'checked', id, issues });
    }
    case 'render-page':
      return answerPage(question, { body, files, cache, ports });
    case 'save-cache':
      return send({ type: 'cache-saved', id }, packCache(cache, question.maxBytes));
    case 'list-pages':
      return send({ type: 'pages', id, paths: listSitePages(createMemorySource(files), question.settings) });
    case 'list-remote-specs':
      return send({ type: 'remote-specs', id, urls: listRemoteSpecs(createMemorySource(files)) });
    case 'parse-page':
      return send({ type: 'parsed', id, problems: findParseProblems(question.path, question.content) });
  }
}

async function answerBuild(
  { id, settings, existing }: Extract<SessionQuestion, { type: 'build' }>,
  { files, cache, ports }: Pick<Asked, 'files' | 'ports'> & { readonly cache: BuildCache | undefined },
): Promise<void> {
  const { send, clock } = ports;
  const progress = createProgressSender(ports, id);
  const digests = new Map(existing);
  const reused = async ({ path, sha256 }: { readonly path: string; readonly sha256: string }): Promise<void> => {
    await progress.flush();
    await send({ type: 'output-reused', id, path, sha256 });
  };
  const report = await buildSite({
    source: createMemorySource(files),
    settings,
    ...(cache && { cache }),
    existing: { digestOf: (path) => digests.get(path), reused },
    emit: async ({ path, bytes }) => {
      const before = digests.get(path);
      if (before !== undefined && before === digestOf(bytes)) return reused({ path, sha256: before });
      await progress.flush();
      await send({ type: 'output', id, path }, bytes);
    },
    emitSealed: async (file) => {
      const { header, body } = toSealedMessage(file);
      await progress.flush();
      await send({ type: 'output-sealed', id, file: header }, body);
    },
    onProgress: ({ phase, done, total }) => {
      if (phase === 'pages') progress.note(done, total);
    },
    clock,
  });
  await progress.flush();
  return send({ type: 'built', id, report });
}

/** Answers with a page. Because only that page is rendered, files of other pages and of the index are incomplete. */
async function answerPage(
  { id, settings, changes, page, existing }: Extract<SessionQuestion, { type: 'render-page' }>,
  { body, files, cache, ports }: Pick<Asked, 'body' | 'files' | 'cache' | 'ports'>,
): Promise<void> {
  const { send, clock } = ports;
  const known = new Map(existing);
  const report = await buildSite({
    source: withChanges(files, changes, body),
    settings: { ...settings, paths: [page] },
    cache,
    emit: async ({ path, bytes }) => {
      const digest = typeof bytes === 'string' ? digestOf(bytes) : cache.digests.of(bytes);
      if (known.get(path) !== digest) await send({ type: 'output', id, path }, bytes);
    },
    clock,
  });
  return send({ type: 'built', id, report });
}

function withChanges(files: ReadonlyMap<string, Uint8Array>, changes: PackedChanges, body: Uint8Array): SiteSource {
  const changed = new Map<string, Uint8Array | string>(files);
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) changed.delete(path);
    else changed.set(path, unpackChange(content, body));
  }
  return createMemorySource(changed);
}

/** Collects progress: the builder reports each page, and the other side receives the latest value with each file. */
function createProgressSender({ send }: SessionPorts, id: number) {
  let latest: { readonly done: number; readonly total: number } | undefined;
  return {
    note: (done: number, total: number): void => {
      latest = { done, total };
    },
    flush: async (): Promise<void> => {
      if (latest === undefined) return;
      const progress = latest;
      latest = undefined;
      await send({ type: 'progress', id, ...progress });
    },
  };
}
