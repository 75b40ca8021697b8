import { CodeLibrary } from '../code/code-library.ts';
import type { JournalRecord } from '../ports.ts';
import { rulesModelId } from '../rules/rules-model-id.ts';
import { isSpecFile, listTools } from '../tools/tool-list.ts';
import type { AgentTool } from '../tools/tool.ts';
import type { Guidance } from '../turn.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { AgentTurn } from './agent-turn.ts';
import type { HistoryLimits } from './conversation.ts';
import { describeSite } from './describe-site.ts';
import { defaultCapacity, divideWindow, fitResults, unlimitedCapacity } from './fit-to-window.ts';
import { typed } from './journal-data.ts';
import { modelLabel } from './model-label.ts';
import { readGuidance } from './read-guidance.ts';
import { listAttached } from './read-records.ts';
import { seesImages } from './request-images.ts';
import { foldTurn } from './turn-state.ts';
import { writeInstructions } from './write-instructions.ts';

/** The fixed inputs of a turn in this process. */
export interface SessionParts {
  readonly turn: AgentTurn;
  readonly records: JournalRecord[];
  readonly workspace: Workspace;
  readonly tools: readonly AgentTool[];
  readonly instructions: string;
  readonly history: HistoryLimits;
  readonly maxOutputTokens: number;
  readonly guidance: readonly Guidance[];
  readonly today: string | undefined;
  readonly code: CodeLibrary | undefined;
  readonly signal: AbortSignal;
}

export async function prepareSession(turn: AgentTurn, signal: AbortSignal): Promise<SessionParts> {
  const { records, overlay } = await turn.journal.load();
  const { limits } = turn.policy;
  const isRules = modelLabel(turn.model) === rulesModelId;
  const shares = divideWindow(isRules ? unlimitedCapacity : (turn.capacity ?? defaultCapacity), limits);
  const maxGuidance = Math.min(limits.maxGuidanceBytes, Math.floor(shares.guidance * prefixBytesPerToken));
  const guidance = await readGuidance(turn.base, turn.guidance ?? [], maxGuidance);
  const { code = [] } = turn;
  const before = new Workspace({ base: turn.base, overlay: new Map(), policy: turn.policy, seen: [] });
  const tools = listTools(turn.policy, {
    canFetch: turn.fetchUrl !== undefined,
    hasCode: code.length > 0,
    mayAddImages: mayAddImages(turn, records),
    seesImages: seesImages(turn),
    hasBrowser: turn.takeScreenshot !== undefined,
    hasSpecs: !isRules && (await before.paths()).some(isSpecFile),
  });
  const site = isRules ? '' : await describeSite(before, shares.outline);
  const today = findToday(turn, records);
  const instructions = writeInstructions(turn.policy, { guidance, site, today, code });
  const prefixBytes = Buffer.byteLength(JSON.stringify([instructions, tools]));
  const maxTokens = Math.max(minHistoryTokens, shares.input - Math.ceil(prefixBytes / prefixBytesPerToken));
  const results = records.map(typed).flatMap(({ kind, data }) => (kind === 'tool_results' ? [data] : []));
  const seen = results.flatMap((data) => data.seen);
  const mechanical = results.findLast((data) => data.mechanical !== undefined)?.mechanical ?? [];
  const policy = fitResults(turn.policy, maxTokens);
  return {
    turn,
    records: [...records],
    workspace: new Workspace({ base: turn.base, overlay, images: turn.images, policy, seen, mechanical }),
    tools,
    instructions,
    history: { maxTokens, prefixBytes },
    maxOutputTokens: shares.output,
    guidance,
    today,
    code: code.length === 0 ? undefined : new CodeLibrary(code),
    signal,
  };
}

/**
 * Whether a turn may add images. A turn with evidence can't: no person prompted it, and anyone could have written the
 * evidence. Neither can a comment on a code host: its author could publish an image that only people with access to the
 * job can see.
 */
function mayAddImages(turn: AgentTurn, records: readonly JournalRecord[]): boolean {
  const { attached = [], evidence = [], isFromCodeHost = false } = turn;
  return (
    evidence.length === 0 && !isFromCodeHost && [attached, ...listAttached(records)].some((images) => images.length > 0)
  );
}

/** Instructions and schemas in English have at least this many bytes per token. */
const prefixBytesPerToken = 3.5;
const minHistoryTokens = 2000;

/** The turn's start date: midnight must not change earlier messages. */
function findToday(turn: AgentTurn, records: readonly JournalRecord[]): string | undefined {
  const begun = foldTurn(records, turn.turn).prompt;
  return begun === undefined ? turn.today : begun.today;
}
