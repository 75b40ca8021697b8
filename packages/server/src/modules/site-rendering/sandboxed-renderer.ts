import type { BuildReport } from '@docwright/site-builder';
import { BuilderProcess, type FinalAnswer } from './builder-process.ts';
import type { BuilderSupply } from './builder-supply.ts';
import { createSiteMemories, type SiteMemories } from './site-memories.ts';
import { RenderFailure, type SiteCheck, type SiteFolder, type SiteRenderer } from './site-renderer.ts';

/** The builder in a disposable process behind walls, one for each job: parser, expressions and components of a tenant. */
export function createSandboxedRenderer(
  supply: BuilderSupply,
  memories: SiteMemories = createSiteMemories(),
): SiteRenderer {
  return {
    render: async (request) => {
      const { basePath, siteUrl, features, paths } = request;
      const process = new BuilderProcess(supply.take(), request.folder);
      try {
        const sink = { onFile: request.onFile, onProgress: request.onProgress };
        const settings = { basePath, siteUrl, features, paths };
        const answer = await process.ask({ type: 'build', settings }, sink, request.signal);
        return requireReport(answer);
      } finally {
        await process.close();
      }
    },
    listPages: async (folder, signal) => {
      const process = new BuilderProcess(supply.take(), folder);
      try {
        const answer = await process.ask({ type: 'list-pages' }, {}, signal);
        return answer.type === 'pages' ? answer.paths : unexpected(answer);
      } finally {
        await process.close();
      }
    },
    openCheck: (folder, siteId) => openCheck({ supply, memories }, folder, siteId),
    warmUp: ({ spares }) => supply.warmUp(spares),
    close: () => supply.close(),
  };
}

interface CheckParts {
  readonly supply: BuilderSupply;
  readonly memories: SiteMemories;
}

function openCheck({ supply, memories }: CheckParts, folder: SiteFolder, siteId: string): SiteCheck {
  // Started at the first question, and again after a question that ended it.
  let process: BuilderProcess | undefined;
  const ask = async (question: Parameters<BuilderProcess['ask']>[0], signal: AbortSignal): Promise<FinalAnswer> => {
    process ??= new BuilderProcess(supply.take(), folder, memories.find(siteId));
    const asked = process;
    return asked.ask(question, {}, signal).catch(async (error: unknown) => {
      if (process === asked) process = undefined;
      await asked.close();
      throw error;
    });
  };
  let isRemembered = false;
  return {
    check: async (changes, signal) => {
      const answer = await ask({ type: 'check', settings: {}, changes: Object.fromEntries(changes) }, signal);
      // The first one reads the whole site; later ones differ from it in a few pages. Nobody waits for it.
      if (!isRemembered) {
        isRemembered = true;
        const onMemory = (memory: Uint8Array): void => memories.keep(siteId, memory);
        void process
          ?.ask({ type: 'remember' }, { onMemory }, AbortSignal.timeout(rememberTimeoutMs))
          .catch(() => undefined);
      }
      return answer.type === 'checked' ? answer.issues : unexpected(answer);
    },
    parsePage: async (path, content) => {
      const answer = await ask({ type: 'parse-page', path, content }, AbortSignal.timeout(parseTimeoutMs));
      return answer.type === 'parsed' ? answer.problems : unexpected(answer);
    },
    close: async () => process?.close(),
  };
}

const rememberTimeoutMs = 30_000;
/** A page that takes longer to parse is no page. */
const parseTimeoutMs = 20_000;

function requireReport(answer: FinalAnswer): BuildReport {
  return answer.type === 'built' ? answer.report : unexpected(answer);
}

function unexpected(answer: FinalAnswer): never {
  throw new RenderFailure('internal', `The builder answered "${answer.type}" to another question.`);
}
