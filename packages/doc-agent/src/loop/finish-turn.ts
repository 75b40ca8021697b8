import { AgentError } from '../errors.ts';
import { hideAnchors } from '../code/page-anchors.ts';
import { diffLines } from '../text/diff-lines.ts';
import type { FileChange } from '../overlay/list-file-changes.ts';
import type { Overlay } from '../ports.ts';
import { isSameOverlay } from '../overlay/overlay.ts';
import { findHiddenCharacters } from '../policy/find-hidden-text.ts';
import { findSecrets, redactSecrets } from '../policy/find-secrets.ts';
import { ToolError } from '../errors.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { readNavigation } from '../navigation/read-navigation.ts';
import type { TurnContext } from '../tools/tool.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Citation, CitedLines, GateResult, TurnResult } from '../turn.ts';
import { findRisks } from '../pull-request/find-risks.ts';
import { findFalseCounts } from '../risks/find-false-counts.ts';
import { findUnusedImages } from '../risks/find-unused-images.ts';
import type { RiskFacts } from '../pull-request/find-risks.ts';
import { rulesModelId } from '../rules/rules-model-id.ts';
import { composeTitle, toPlainLine, toSafeSummary } from '../pull-request/safe-text.ts';
import { compareIssues } from '../tools/compare-issues.ts';
import { checkSources } from './check-sources.ts';
import { anchorPages, checkCited } from './cite-code.ts';
import type { FinishedData, ToolResultsData } from './journal-data.ts';
import type { TurnState } from './turn-state.ts';
import { countOf } from '../text/count-of.ts';

export interface FinishRequest {
  readonly outcome: TurnResult;
  readonly title?: string | null;
  readonly summary: string;
  /** Only in jobs with context repositories. */
  readonly citations?: readonly Citation[];
  /** Only for an answer. */
  readonly sources?: readonly CitedLines[];
}
export interface FinishContext extends TurnContext {
  readonly published: Overlay | undefined;
  /** The prompts of all turns, because all of their changes are checked. */
  readonly asked: string;
  readonly secrets: readonly string[];
  readonly state: TurnState;
}
export type FinishDecision =
  | { readonly kind: 'accepted'; readonly finished: FinishedData }
  | { readonly kind: 'refused'; readonly refusal: NonNullable<ToolResultsData['refusal']>; readonly error: ToolError };

/** After this many claims that contradict the overlay, the overlay decides. */
const maxFalseClaims = 2;
const notRun: GateResult = { status: 'not_run', introduced: [], fixed: 0, existing: 0, repairRounds: 0 };

/**
 * Decides whether the work may end.
 *
 * 1. The changes are read from the overlay, never from the model's claims.
 * 2. A change that contains a new credential is never published.
 * 3. New errors prevent the work from ending; errors that the base already had don't.
 */
export async function finishTurn(request: FinishRequest, context: FinishContext): Promise<FinishDecision> {
  const work = await context.workspace.fileChanges();
  const claim = checkClaim(request, findWork(work, context), context.state);
  if (claim.kind === 'refused') return claim;
  if (claim.result === 'answer') return finishWithAnswer(request, claim.notes, context);
  if (claim.result !== 'changes') {
    return accept(context.state.prompt?.model === rulesModelId ? request : asClaim(request, claim.result), {
      result: claim.result,
      changes: work,
      gate: notRun,
      notes: claim.notes,
      secrets: context.secrets,
    });
  }
  const leak = findLeak(work, context.secrets);
  if (leak !== undefined) return handleLeak(leak, request, work, context);
  const cited = await checkCited(request, context);
  const anchorNotes = await anchorPages(context.workspace, cited);
  const changes = await context.workspace.fileChanges();
  const gate = await runGate(context);
  const errors = gate.introduced.filter((issue) => issue.severity === 'error');
  if (errors.length > 0) return refuseForIssues(errors, context);
  const notes = [...claim.notes, ...anchorNotes, ...describeHidden(changes)];
  const risks = [
    ...(await findRisks({ changes: changes.map(withoutAnchors), ...riskFacts(context) })),
    ...(await findUnusedImages(context.workspace, changes)),
    ...findFalseCounts(request.summary, changes.length),
    ...cited.doubts,
  ];
  // A model's words about changes that it didn't make are not used as their title.
  const described =
    request.outcome === 'changes'
      ? request
      : {
          ...request,
          title: null,
          summary: quoteModel('The model said that it changed nothing:', request.summary),
        };
  const citations = cited.right.map(({ lines: _lines, ...citation }) => citation);
  return accept(described, { result: 'changes', changes, gate, notes, risks, citations, secrets: context.secrets });
}

/** Hides anchors, which have no effect on a page, and whose commit IDs look like keys. */
const withoutAnchors = (change: FileChange): FileChange => ({
  ...change,
  before: hideAnchors(change.before),
  after: hideAnchors(change.after),
});

function riskFacts({ workspace, asked }: FinishContext): Omit<RiskFacts, 'changes'> {
  let texts: Promise<readonly (readonly [string, string])[]> | undefined;
  const readBase = async (): Promise<readonly (readonly [string, string])[]> => {
    const found: [string, string][] = [];
    for (const { path } of await workspace.base.listReadable()) {
      const text = /\.(?:mdx?|json|ya?ml|toml|txt|css|svg|[jt]sx?)$/i.test(path)
        ? await workspace.base.text(path)
        : undefined;
      if (typeof text === 'string') found.push([path, text]);
    }
    return found;
  };
  return {
    prompt: asked,
    isMechanical: (path) => workspace.mechanical.has(path),
    readBase: () => (texts ??= readBase()),
    readGroups: () => readGroups(workspace),
  };
}

/** Reads the navigation before the changes, because a job could move a page to a group that the request names. */
async function readGroups(workspace: Workspace): Promise<ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, readonly string[]>();
  const before = new Workspace({ base: workspace.base, overlay: new Map(), policy: workspace.policy, seen: [] });
  try {
    for (const { path, trail } of readNavigation(await loadSiteConfig(before)).pages)
      groups.set(path, [...(groups.get(path) ?? []), ...trail]);
  } catch (error) {
    // Without a readable configuration, no page is in a group.
    if (!(error instanceof ToolError)) throw error;
  }
  return groups;
}

/** Ends the turn with an answer. Its wording is the model's, but the lines that it cites exist. */
async function finishWithAnswer(
  request: FinishRequest,
  notes: readonly string[],
  context: FinishContext,
): Promise<FinishDecision> {
  const { right, problems } = await checkSources(context.workspace, request.sources ?? []);
  const cited = await checkCited(request, context);
  const isUncited = right.length === 0 && cited.right.length === 0;
  const found = problems.length === 0 && isUncited ? ['the answer cites no lines of the site'] : problems;
  if (found.length > 0 && context.state.falseClaims < maxFalseClaims) {
    const message = `${found.slice(0, maxProblemsShown).join('; ')}; finish with the right \`sources\`, or with "needs_input" if the site doesn't say it`;
    return { kind: 'refused', refusal: 'claim', error: new ToolError('finish_refused', message) };
  }
  return accept(
    { ...request, title: 'Answer' },
    {
      result: 'answer',
      changes: [],
      gate: notRun,
      notes: [...notes, ...(isUncited ? ['The answer cites nothing that exists.'] : []), ...cited.doubts],
      citations: cited.right.map(({ lines: _lines, ...citation }) => citation),
      citedLines: right,
      secrets: context.secrets,
    },
  );
}

const maxProblemsShown = 5;

const leads: Readonly<Record<Exclude<TurnResult, 'changes' | 'answer'>, readonly [title: string, lead: string]>> = {
  no_changes: ['No changes', 'No file was changed. The model wrote:'],
  needs_input: ['Needs an answer', 'Nothing was published. The model asks:'],
  needs_model: ['Needs another model', 'Nothing was published. The model wrote:'],
  blocked_by_policy: ['Blocked by policy', 'Nothing was published. The model wrote:'],
};

/** Quotes a model's words about unpublished work, which are neither used as a title nor treated as a fact. */
function asClaim(request: FinishRequest, result: Exclude<TurnResult, 'changes' | 'answer'>): FinishRequest {
  const [title, lead] = leads[result];
  return { ...request, title, summary: quoteModel(lead, request.summary) };
}

export function quoteModel(lead: string, words: string): string {
  if (words.trim() === '') return lead.replace(/(?<![^.])[^.]*:$/, '').trim();
  const quoted = words.trim().split('\n');
  return `${lead}\n\n${quoted.map((line) => `> ${line}`.trimEnd()).join('\n')}`;
}

/** The turns whose changes are to be published. */
type Work = 'of this turn' | 'of earlier turns' | 'none';

export function findWork(
  changes: readonly FileChange[],
  { workspace, state, published }: Pick<FinishContext, 'workspace' | 'state' | 'published'>,
): Work {
  if (changes.length === 0) return 'none';
  if (!isSameOverlay(workspace.overlay, new Map(state.prompt?.overlay))) return 'of this turn';
  return published === undefined || isSameOverlay(workspace.overlay, published) ? 'none' : 'of earlier turns';
}

type Claim =
  | { kind: 'agreed'; result: TurnResult; notes: readonly string[] }
  | Extract<FinishDecision, { kind: 'refused' }>;

/** Other outcomes leave the changes unpublished. */
const aboutWork: ReadonlySet<TurnResult> = new Set(['changes', 'no_changes', 'answer']);

function checkClaim({ outcome }: FinishRequest, work: Work, state: TurnState): Claim {
  const claimsChanges = outcome === 'changes';
  if (work === 'of earlier turns' && (claimsChanges || outcome === 'no_changes')) {
    return {
      kind: 'agreed',
      result: 'changes',
      notes: ['It contains changes from an earlier turn that was not published.'],
    };
  }
  const changedNow = work === 'of this turn';
  if (claimsChanges === changedNow || !aboutWork.has(outcome)) return { kind: 'agreed', result: outcome, notes: [] };
  if (state.falseClaims < maxFalseClaims) {
    const message = claimsChanges
      ? 'no files were changed in this turn, so there is nothing to review; make the changes with the tools, or finish with "no_changes"'
      : 'files were changed in this turn; finish with "changes", or revert the changes first';
    return { kind: 'refused', refusal: 'claim', error: new ToolError('finish_refused', message) };
  }
  return claimsChanges
    ? { kind: 'agreed', result: 'no_changes', notes: ["The model said that it changed files, but it didn't."] }
    : { kind: 'agreed', result: 'changes', notes: ['The model said that it changed nothing, but it did.'] };
}

interface Leak {
  readonly path: string;
  readonly kind: string;
}

/** A credential in added text that the base version of the changed files doesn't already contain. */
function findLeak(changes: readonly FileChange[], secrets: readonly string[]): Leak | undefined {
  const before = changes.map((change) => change.before).join('\n');
  for (const change of changes) {
    const added = diffLines(change.before, change.after)
      .flatMap((run) => (run.kind === 'added' ? run.lines : []))
      .join('');
    for (const { kind, value } of findSecrets(added, secrets)) {
      if (kind === 'configured secret' || !before.includes(value)) return { path: change.path, kind };
    }
  }
  return undefined;
}

function handleLeak(
  leak: Leak,
  request: FinishRequest,
  changes: readonly FileChange[],
  context: FinishContext,
): FinishDecision {
  const message = `"${leak.path}" would publish what looks like a credential (${leak.kind})`;
  if (context.state.repairRounds < context.workspace.policy.limits.maxRepairRounds) {
    return {
      kind: 'refused',
      refusal: 'repair',
      error: new ToolError('finish_refused', `${message}; remove it, or use an obvious placeholder`),
    };
  }
  const blocked = { ...request, title: null, summary: `${message}, so nothing was published.` };
  return accept(blocked, {
    result: 'blocked_by_policy',
    changes,
    gate: notRun,
    notes: [message],
    secrets: context.secrets,
  });
}

async function runGate(context: FinishContext): Promise<GateResult> {
  const base = await context.baseIssues();
  const now = await context.gate.check(context.workspace.files, context.signal);
  const delta = compareIssues(base, now, context.workspace.overlay);
  const failed = delta.introduced.some((issue) => issue.severity === 'error');
  return { status: failed ? 'failed' : 'passed', ...delta, repairRounds: context.state.repairRounds };
}

const maxIssuesShown = 30;

function refuseForIssues(errors: GateResult['introduced'], context: FinishContext): FinishDecision {
  const { maxRepairRounds } = context.workspace.policy.limits;
  if (context.state.repairRounds >= maxRepairRounds) {
    const first = errors
      .slice(0, 3)
      .map((issue) => `${issue.path}${issue.line === undefined ? '' : `:${issue.line}`} ${issue.message}`);
    throw new AgentError(
      'agent_gate_failed',
      `the changes would introduce ${countOf(errors.length, 'new error')}, and ${maxRepairRounds} repairs did not fix them: ${first.join('; ')}`,
      {
        remedy: 'Describe the error in a follow-up, or make the change by hand.',
      },
    );
  }
  const message = `the changes introduce ${countOf(errors.length, 'new error')}; fix them and finish again (round ${context.state.repairRounds + 1} of ${maxRepairRounds})`;
  const issues = errors.slice(0, maxIssuesShown).map((issue) => ({ ...issue }));
  return { kind: 'refused', refusal: 'repair', error: new ToolError('finish_refused', message, { issues }) };
}

function describeHidden(changes: readonly FileChange[]): string[] {
  const notes: string[] = [];
  for (const change of changes) {
    const known = new Set(findHiddenCharacters(change.before).map((found) => found.codePoint));
    const fresh = findHiddenCharacters(change.after).filter((found) => !known.has(found.codePoint));
    const first = fresh[0];
    if (first !== undefined)
      notes.push(
        `\`${change.path}\` line ${first.line} contains ${countOf(fresh.length, 'hidden character')}: ${first.name}.`,
      );
  }
  return notes;
}

interface Ending {
  readonly result: TurnResult;
  readonly changes: readonly FileChange[];
  readonly gate: GateResult;
  readonly notes: readonly string[];
  readonly risks?: readonly string[];
  readonly citations?: readonly Citation[];
  readonly citedLines?: readonly CitedLines[];
  readonly secrets: readonly string[];
}

function accept(request: FinishRequest, ending: Ending): FinishDecision {
  const summary = toSafeSummary(redactSecrets(request.summary, ending.secrets));
  const title = composeTitle(redactSecrets(request.title ?? '', ending.secrets), ending.changes);
  const { result, gate, notes, risks = [] } = ending;
  const citations = ending.citations?.map((citation) => ({
    ...citation,
    claim: toPlainLine(redactSecrets(citation.claim, ending.secrets)),
  }));
  const cited = citations === undefined || citations.length === 0 ? {} : { citations };
  const lines = ending.citedLines === undefined ? {} : { citedLines: ending.citedLines };
  return { kind: 'accepted', finished: { result, title, summary, gate, notes, risks, ...cited, ...lines } };
}
