import type { AgentPolicy } from '../policy/policy.ts';
import { resolvePolicy } from '../policy/policy.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { CodeRepository, FetchUrl } from '../ports.ts';
import { CodeLibrary } from '../code/code-library.ts';
import { listTools } from '../tools/tool-list.ts';
import { ToolError } from '../errors.ts';
import type { ToolContext } from '../tools/tool.ts';
import { memoryFiles } from './memory-files.ts';
import { simpleGate } from './simple-gate.ts';

export interface ToolBench {
  readonly workspace: Workspace;
  /** The result, or the error's code. */
  call(name: string, input: unknown): Promise<unknown>;
  text(path: string): Promise<string | undefined>;
}

/** Runs tools on a site in memory, without the loop. */
export function toolBench(
  files: Readonly<Record<string, string | Uint8Array>>,
  policy: AgentPolicy = resolvePolicy(),
  { fetchUrl, code }: { readonly fetchUrl?: FetchUrl; readonly code?: readonly CodeRepository[] } = {},
): ToolBench {
  const workspace = new Workspace({ base: memoryFiles(files), overlay: new Map(), policy, seen: [] });
  const gate = simpleGate();
  const signal = new AbortController().signal;
  const context: ToolContext = {
    workspace,
    gate,
    fetchUrl,
    code: code === undefined ? undefined : new CodeLibrary(code),
    signal,
    baseIssues: () => gate.check({ ...memoryFiles(files), changed: [] }, signal),
  };
  return {
    workspace,
    async call(name, input) {
      const tool = listTools(policy, { canFetch: true, hasCode: code !== undefined, hasSpecs: true }).find(
        (candidate) => candidate.name === name,
      );
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
