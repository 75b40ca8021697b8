import { Type } from 'typebox';
import type { Static, TObject, TUnsafe } from 'typebox';
import type { CodeLibrary } from '../code/code-library.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DocsGate, FetchUrl, GateIssue, JobImage, JsonValue, TakeScreenshot } from '../ports.ts';

/** The parts of a turn that are available to tools and checks. */
export interface TurnContext {
  readonly workspace: Workspace;
  readonly gate: DocsGate;
  readonly fetchUrl: FetchUrl | undefined;
  /** `undefined` if the job has no context repositories. */
  readonly code: CodeLibrary | undefined;
  /** `undefined` if no browser is available. */
  readonly takeScreenshot: TakeScreenshot | undefined;
  readonly signal: AbortSignal;
  /** Issues of the base commit, checked once per turn. */
  readonly baseIssues: () => Promise<readonly GateIssue[]>;
}

export interface ToolContext extends TurnContext {
  /** The images that people attached, by prompt. */
  readonly attached: readonly (readonly JobImage[])[];
  /** Called before work on an image. @throws ToolError if the turn can't show another one */
  readonly requireShowable: () => void;
  /** Shows the model an image after the call's result. @throws ToolError if it can't be shown */
  readonly show: (name: string, bytes: Uint8Array) => Promise<void>;
}

/** A tool that a model can call. If `run` throws a `ToolError`, nothing was changed. */
export interface AgentTool {
  readonly name: string;
  /** Written for the model. */
  readonly description: string;
  readonly input: TObject;
  run(input: unknown, context: ToolContext): Promise<JsonValue>;
}

/** Combines a tool's function with its schema, which validates the input before `run` is called. */
export function defineTool<Schema extends TObject>(tool: {
  name: string;
  description: string;
  input: Schema;
  run: (input: Static<Schema>, context: ToolContext) => Promise<JsonValue>;
}): AgentTool {
  return { ...tool, run: (input, context) => tool.run(input as Static<Schema>, context) };
}

/** A string from a fixed set, in the only JSON Schema form that every provider accepts. */
export function oneOf<const Value extends string>(values: readonly Value[], description?: string): TUnsafe<Value> {
  return Type.Unsafe<Value>({
    type: 'string',
    enum: [...values],
    ...(description === undefined ? {} : { description }),
  });
}
