import { buildSite, checkSite } from '../build.ts';
import { SiteConfigMissing } from '../config/read-config.ts';
import { findParseProblems } from '../find-parse-problems.ts';
import { listSitePages } from '../list-site-pages.ts';
import { createMemorySource } from '../memory-source.ts';
import { BuildMemory } from '../memory/index.ts';
import type { SiteSource } from '../site-source.ts';
import type { Frame } from './frames.ts';
import type { SessionAnswer, SessionQuestion } from './messages.ts';

export interface SessionPorts {
  /** Resolves when the receiver can take more. */
  readonly send: (answer: SessionAnswer, body?: Uint8Array | string) => Promise<void>;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
}

/** A site in memory, and answers about it until the questions end. What one page costs twice is kept in between. */
export async function answerQuestions(questions: AsyncIterable<Frame>, ports: SessionPorts): Promise<void> {
  const files = new Map<string, Uint8Array>();
  // Lives as long as the process, which is one site's. Checks are asked for again and again; a build is asked for once.
  let memory = new BuildMemory({ keeps: 'issues' });
  for await (const { header, body } of questions) {
    const question = header as SessionQuestion;
    if (question.type === 'file') {
      files.set(question.path, body);
      continue;
    }
    if (question.type === 'memory') {
      memory = new BuildMemory({ keeps: 'issues', saved: body });
      continue;
    }
    try {
      await answer({ question, files, memory, ports });
    } catch (error) {
      const code = error instanceof SiteConfigMissing ? 'no-config' : 'failed';
      const message = error instanceof Error ? error.message : String(error);
      await ports.send({ type: 'failed', id: question.id, code, message });
    }
  }
}

interface Asked {
  readonly question: Exclude<SessionQuestion, { type: 'file' | 'memory' }>;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly memory: BuildMemory;
  readonly ports: SessionPorts;
}

async function answer({ question, files, memory, ports }: Asked): Promise<void> {
  const { id } = question;
  const { send, clock } = ports;
  switch (question.type) {
    case 'build': {
      const progress = createProgressSender(ports, id);
      const report = await buildSite({
        source: createMemorySource(files),
        settings: question.settings,
        emit: async ({ path, bytes }) => {
          await progress.flush();
          await send({ type: 'output', id, path }, bytes);
        },
        onProgress: ({ phase, done, total }) => {
          if (phase === 'pages') progress.note(done, total);
        },
        clock,
      });
      await progress.flush();
      return send({ type: 'built', id, report });
    }
    case 'check': {
      const source = withChanges(files, question.changes);
      const { issues } = await checkSite({ source, settings: question.settings, memory, clock });
      return send({ type: 'checked', id, issues });
    }
    case 'remember':
      return send({ type: 'remembered', id }, memory.save());
    case 'list-pages':
      return send({ type: 'pages', id, paths: listSitePages(createMemorySource(files)) });
    case 'parse-page':
      return send({ type: 'parsed', id, problems: findParseProblems(question.path, question.content) });
  }
}

function withChanges(
  files: ReadonlyMap<string, Uint8Array>,
  changes: Readonly<Record<string, string | null>>,
): SiteSource {
  const changed = new Map<string, Uint8Array | string>(files);
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) changed.delete(path);
    else changed.set(path, content);
  }
  return createMemorySource(changed);
}

/** The builder tells of each page; the other side hears of the latest when a file is sent. */
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
