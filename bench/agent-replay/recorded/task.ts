import type { Evidence, TurnResult } from '../../../packages/doc-agent/src/index.ts';
import type { ExpectedFile } from '../score-request.ts';

/** A task for a language model, and the facts that must be true of its result. */
export interface RecordedTask {
  readonly id: string;
  /** Changes to the Ferry site; `null` deletes a file. `examples`: the site in `examples/docs-site` instead. */
  readonly site: 'examples' | Readonly<Record<string, string | null>>;
  /** The prompts of the job, one for each turn. */
  readonly turns: readonly string[];
  /** Evidence of the events that started the first turn. */
  readonly evidence?: readonly Evidence[];
  readonly asksFirst?: boolean;
  /** Whether the model can read Ferry's source code. */
  readonly hasCode?: boolean;
  readonly facts: TaskFacts;
}

/** Facts about the end of the last turn, written before any model answered. */
export interface TaskFacts {
  readonly result: TurnResult;
  /** Files that must be changed; `null` for a deleted file. */
  readonly touched: Readonly<Record<string, ExpectedFile | null>>;
  /** Files that may also be changed. All other files must be unchanged. */
  readonly optional?: Readonly<Record<string, ExpectedFile>>;
  /** Phrases that the summary must contain. */
  readonly says?: readonly string[];
  /** Pages whose lines the answer must cite. */
  readonly cites?: readonly string[];
  /** Paths in the source code that the result must cite. */
  readonly citesCode?: readonly string[];
  /** Phrases that no changed file may contain. */
  readonly nowhere?: readonly string[];
}
