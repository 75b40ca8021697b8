import type { AgentPolicy } from '../policy/policy.ts';
import { resolvePolicy } from '../policy/policy.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { CodeRepository, FetchUrl, TakeScreenshot } from '../ports.ts';
import { CodeLibrary } from '../code/code-library.ts';
import { listTools } from '../tools/tool-list.ts';
import { ToolError } from '../errors.ts';
import type { ToolContext } from '../tools/tool.ts';
import { memoryFiles } from './memory-files.ts';
import { simpleGate } from './simple-gate.ts';

export interface ToolBench {
  readonly workspace: Workspace;
  /** The images that tools showed. */
  readonly shown: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The result, or the error's code. */
  call(name: string, input: unknown): Promise<unknown>;
  text(path: string): Promise<string | undefined>;
}

/** Runs tools on a site in memory, without the agent loop. */
export function toolBench(
  files: Readonly<Record<string, string | Uint8Array>>,
  policy: AgentPolicy = resolvePolicy(),
  {
    fetchUrl,
    code,
    takeScreenshot,
    attached = [],
  }: {
    readonly fetchUrl?: FetchUrl;
    readonly code?: readonly CodeRepository[];
    readonly takeScreenshot?: TakeScreenshot;
    /** The images of each prompt. */
    readonly attached?: ToolContext['attached'];
  } = {},
): ToolBench {
  const workspace = new Workspace({ base: memoryFiles(files), overlay: new Map(), policy, seen: [] });
  const gate = simpleGate();
  const shown: { name: string; bytes: Uint8Array }[] = [];
  const signal = new AbortController().signal;
  const context: ToolContext = {
    workspace,
    gate,
    fetchUrl,
    code: code === undefined ? undefined : new CodeLibrary(code),
    takeScreenshot,
    attached,
    requireShowable: () => undefined,
    show: (name, bytes) => {
      shown.push({ name, bytes });
      return Promise.resolve();
    },
    signal,
    baseIssues: () => gate.check({ ...memoryFiles(files), changed: [] }, signal),
  };
  return {
    workspace,
    shown,
    async call(name, input) {
      const tool = listTools(policy, {
        canFetch: true,
        hasCode: code !== undefined,
        hasSpecs: true,
        mayAddImages: attached.flat().length > 0,
        seesImages: true,
        hasBrowser: true,
      }).find((candidate) => candidate.name === name);
      try {
        return await tool?.run(input, context);
      } catch (error) {
        if (error instanceof ToolError) return error.code;
        throw error;
      }
    },
    text: (path) => workspace.findText(path),
  };
}
