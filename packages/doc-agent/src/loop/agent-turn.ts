import type { AgentPolicy } from '../policy/policy.ts';
import type {
  AgentClock,
  AgentModel,
  BaseFiles,
  CodeRepository,
  DocsGate,
  FetchUrl,
  JobImage,
  JobImages,
  Journal,
  ModelCapacity,
  Overlay,
  TakeScreenshot,
} from '../ports.ts';
import type { Evidence } from '../policy/evidence.ts';
import type { Guidance } from '../turn.ts';

/** The input of one turn of an agent job. */
export interface AgentTurn {
  readonly jobId: string;
  /** 1 for the first prompt of the job. */
  readonly turn: number;
  readonly prompt: string;
  readonly model: AgentModel;
  readonly base: BaseFiles;
  readonly gate: DocsGate;
  readonly journal: Journal;
  readonly policy: AgentPolicy;
  readonly clock: AgentClock;
  /** Default: `defaultCapacity`. */
  readonly capacity?: ModelCapacity;
  /**
   * False if the caller runs the turn again after a retryable error. Otherwise, valid changes are published as a draft.
   */
  readonly isLastAttempt?: boolean;
  /**
   * The changes that the job's pull request shows. Other changes from earlier turns count as this turn's work. If
   * omitted, all earlier changes are treated as published.
   */
  readonly published?: Overlay;
  /** 0 ≤ x < 1, for the jitter of retries. */
  readonly random: () => number;
  /** `2026-11-29`; the turn keeps the date that it began with. */
  readonly today?: string;
  /** In order of precedence. The engine itself reads guidance inside the docs folder. */
  readonly guidance?: readonly Guidance[];
  /** The evidence that caused the job: shown to a model as data, and never parsed as statements. */
  readonly evidence?: readonly Evidence[];
  /**
   * Whether the turn begins with a short question: whether the changes in `evidence` require any changes to the site.
   * The rules engine answers it by rules, and makes renames that are certain.
   */
  readonly asksFirst?: boolean;
  /** Whether the prompt is a comment on a code host, whose author might not have access to the job's images. */
  readonly isFromCodeHost?: boolean;
  /**
   * A sentence about a spent budget that this turn shares with others; `undefined` if none is spent. Called before each
   * answer.
   * @param turnUsd known cost of the turn so far
   */
  readonly findSpentBudget?: (turnUsd: number) => Promise<string | undefined>;
  /** Values that must never reach the journal, the model or the pull request (provider key, repository token). */
  readonly secrets?: readonly string[];
  /** Source code that the model can read. If omitted, the model has no tools for code. */
  readonly code?: readonly CodeRepository[];
  /** If omitted, the model has no `fetch_url` tool, even if the policy lists hosts. */
  readonly fetchUrl?: FetchUrl;
  /** Images that people attached to the prompt. A model that can't see images receives their names. */
  readonly attached?: readonly JobImage[];
  /** Required if images are attached. If omitted, the model has no tools that show images. */
  readonly images?: JobImages;
  /** If omitted, the model has no `view_page` tool. */
  readonly takeScreenshot?: TakeScreenshot;
}
