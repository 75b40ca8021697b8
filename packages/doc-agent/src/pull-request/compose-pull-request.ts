/** Composes commits and pull requests from facts. The model's words are made safe, in a labeled part. */
import { rulesModelId } from '../rules/rules-model-id.ts';
import { redactSecrets } from '../policy/find-secrets.ts';
import {
  cleanEvidence,
  isReaderEvidence,
  type Evidence,
  type ReaderEvidence,
  type SourceEvidence,
} from '../policy/evidence.ts';
import type { ChangedFile, Citation, GateResult, TurnOutcome } from '../turn.ts';
import { removeTrailers, toPlainLine, toSafeSummary } from './safe-text.ts';
import { countOf } from '../text/count-of.ts';

/** An earlier turn whose work is also in the pull request. */
export interface EarlierTurn {
  readonly turn: number;
  readonly prompt: string;
  readonly summary: string;
  /** The evidence that started the turn. */
  readonly evidence?: readonly Evidence[];
}
export interface PullRequestFacts {
  readonly jobId: string;
  /** Link to the job in the dashboard, if one exists. */
  readonly jobUrl?: string;
  /** Number of the current turn. Default: 1. */
  readonly turn?: number;
  readonly prompt: string;
  readonly outcome: TurnOutcome;
  /** The automation that created the job. The title begins with its name, and its prompts aren't shown. */
  readonly automation?: string;
  /** The evidence that started the turn. */
  readonly turnEvidence?: readonly Evidence[];
  /** The evidence that the job was created for. */
  readonly evidence?: readonly Evidence[];
  /** Page that shows all of the evidence. */
  readonly evidenceUrl?: string;
  /** Oldest first. */
  readonly earlier?: readonly EarlierTurn[];
  /** Whether the pull request has gained a risk, but the code host couldn't turn it into a draft. */
  readonly isDraftRefused?: boolean;
  /** The repository's own pull request template, added below our part for people to fill in. */
  readonly template?: string;
}
export interface PullRequestText {
  readonly title: string;
  /** Body of a new pull request. */
  readonly body: string;
  /** Our part of the body, between our marks. */
  readonly part: string;
}
export interface CommitText {
  /** First line, at most 72 characters. */
  readonly subject: string;
  readonly body: string;
}

const maxFilesListed = 50;
const maxCitationsListed = 50;
const maxIssuesListed = 10;
const maxRisksListed = 100;
const maxPromptLength = 2000;
const maxTemplateLength = 10_000;
/** Maximum length of the description of all turns in a follow-up's pull request; the oldest turns are omitted first. */
const maxTurnsLength = 30_000;
/** GitHub rejects bodies over 65,536 characters; the others allow more. */
const maxPartLength = 54_000;
const maxBodyLength = 65_000;

/** The text before this mark and after the job's mark belongs to people. */
const partStart = '<!-- docwright:begin -->';

/** The mark that identifies a job's pull request on the code host. */
export function jobMarker(jobId: string): string {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(jobId))
    throw new RangeError(`"${jobId}" is not a valid job ID; letters, digits, "_" and "-" are allowed`);
  return `<!-- docwright:job=${jobId} -->`;
}

/** Composes a pull request. The same facts produce the same bytes. */
export function composePullRequest(facts: PullRequestFacts): PullRequestText {
  const { outcome } = facts;
  const sections = [
    describeRisks(outcome.risks, facts.isDraftRefused === true),
    ...describeTurns(facts),
    describeCitations(outcome.citations),
    describeEvidence(facts),
    describeFiles(outcome.files),
    describeGate(outcome.gate),
    describeNotes(outcome.notes),
    describeSources(outcome.sources),
    describeOrigin(facts),
  ].filter((section) => section !== '');
  const part = markPart(sections.join('\n\n').slice(0, maxPartLength), facts.jobId);
  const template = (facts.template ?? '').replace(/<!--[^]*?(?:-->|$)/g, '').trim();
  const body = template === '' ? `${part}\n` : `${part}\n\n${template.slice(0, maxTemplateLength)}\n`;
  return { title: composeTitle(facts), body, part };
}

/** GitHub's limit is 256 characters. */
const maxTitleLength = 250;

function composeTitle({ automation, outcome: { title } }: PullRequestFacts): string {
  return automation === undefined
    ? title
    : `${toPlainLine(automation)}: ${title}`.slice(0, maxTitleLength).toWellFormed();
}

/** Adds our marks around a text. The marks are never cut. */
const markPart = (text: string, jobId: string): string => `${partStart}\n\n${text}\n\n${jobMarker(jobId)}`;

/** Returns the new body of a follow-up's pull request: our part is rewritten; people's text around it is unchanged. */
export function replacePart(body: string, part: string, jobId: string): string {
  const marker = jobMarker(jobId);
  const end = body.lastIndexOf(marker);
  const begin = end === -1 ? -1 : body.slice(0, end).lastIndexOf(partStart);
  // Without both marks, nothing shows which text is ours.
  if (begin === -1) return fit({ before: `${body.trimEnd()}\n\n`, part, after: '\n' }, jobId) ?? body;
  return fit({ before: body.slice(0, begin), part, after: body.slice(end + marker.length) }, jobId) ?? body;
}

/** Shortens our part, or returns `undefined` if people's text leaves no room for it. */
function fit(body: { before: string; part: string; after: string }, jobId: string): string | undefined {
  const { before, part, after } = body;
  const room = maxBodyLength - before.length - after.length;
  if (part.length <= room) return before + part + after;
  const marks = markPart('', jobId).length;
  if (room < marks) return undefined;
  const text = part.slice(partStart.length, part.length - jobMarker(jobId).length).trim();
  return before + markPart(text.slice(0, room - marks), jobId) + after;
}

export function composeCommit(facts: PullRequestFacts): CommitText {
  const files = facts.outcome.files.slice(0, maxFilesListed).map((file) => `- ${toPlainLine(describeChange(file))}`);
  const summary = removeTrailers(facts.outcome.summary).trim();
  return {
    subject: facts.outcome.title,
    body: [
      summary,
      files.join('\n'),
      `Docwright-Job: ${facts.jobId}\nDocwright-Model: ${toPlainLine(facts.outcome.model)}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}

/** Describes all turns in order, so that the description covers all commits. */
function describeTurns(facts: PullRequestFacts): string[] {
  const { turn = 1, prompt, outcome, earlier = [], automation, turnEvidence = [] } = facts;
  if (earlier.length === 0 && automation === undefined)
    return [outcome.summary, introduceTurn({ turn: 1, prompt, summary: '', evidence: turnEvidence }, undefined)];
  const sections = [...earlier, { turn, prompt, summary: outcome.summary, evidence: turnEvidence }].map(
    (shown) => `${introduceTurn(shown, automation)}\n\n${shown.summary}`,
  );
  let length = 0;
  const first = sections.findLastIndex((text) => (length += text.length) > maxTurnsLength) + 1;
  const leftOut = countOf(first, 'earlier request is', 'earlier requests are');
  return [...(first === 0 ? [] : [`${leftOut} omitted here; see the job.`]), ...sections.slice(first)];
}

/** Introduces a turn. All turns that an automation started have the same prompt; their sources distinguish them. */
function introduceTurn({ turn, prompt, evidence = [] }: EarlierTurn, automation: string | undefined): string {
  const sources = evidence.flatMap((one) => (isReaderEvidence(one) ? [] : [one]));
  if (automation !== undefined && (turn === 1 || sources.length > 0)) {
    const heading = `**${turn === 1 ? 'Automation' : 'Addition'} ${inQuotes(automation)}**`;
    return [heading, ...describeSourcesOfTurn(sources)].join('\n\n');
  }
  const request = quotePrompt(turn === 1 ? 'Request' : `Follow-up ${turn - 1}`, prompt);
  return [request, ...describeSourcesOfTurn(sources)].join('\n\n');
}

const inQuotes = (name: string): string => `“${toPlainLine(name)}”`;

/**
 * Removes characters that end a code span or a cell. Also removes comments, because a copy of our marks would count as
 * ours.
 */
const quoteOutsider = (text: string): string =>
  `\`${cleanEvidence(text).replaceAll(/[`|]/g, '_').replaceAll('<!--', '<_--')}\``;

const maxSourcesListed = 20;

/**
 * The first line of a commit's message, the title of a pull request or issue with its link, or the name of an event.
 * The event's text is never shown: it may be private.
 */
function describeSourcesOfTurn(sources: readonly SourceEvidence[]): string[] {
  const lines = sources
    .filter(({ kind }) => kind !== 'diff')
    .map(({ kind, text, source }) => {
      const place = source === undefined ? '' : isLinked(kind) ? toLink(source) : quoteOutsider(source);
      return kind === 'event' ? `- Event ${place}` : `- ${place}: ${quoteOutsider(text.split('\n', 1)[0] ?? '')}`;
    });
  const more = lines.length > maxSourcesListed ? [`- and ${lines.length - maxSourcesListed} more`] : [];
  return lines.length === 0 ? [] : [`Because of:\n\n${[...lines.slice(0, maxSourcesListed), ...more].join('\n')}`];
}

const isLinked = (kind: SourceEvidence['kind']): boolean => kind === 'pull_request' || kind === 'issue';

/** Formats an address from the code host as a link, encoded so that it can’t end the link. */
const toLink = (url: string): string =>
  /^https?:\/\//.test(url) ? `<${encodeURI(url).replace(/[<>]/g, '')}>` : quoteOutsider(url);

function quotePrompt(heading: string, prompt: string): string {
  const clean = toSafeSummary(redactSecrets(prompt));
  const text = clean.length > maxPromptLength ? `${clean.slice(0, maxPromptLength)}…` : clean;
  return `**${heading}**\n\n${text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}`;
}

/** The name of a single item, and its singular and plural after a number. */
const evidenceNames: Readonly<Record<ReaderEvidence['kind'], readonly [string, string, string]>> = {
  search: ['Search without results', 'search without results', 'searches without results'],
  question: ['Unanswered question', 'unanswered question', 'unanswered questions'],
  feedback: ['Feedback', 'comment on a page', 'comments on a page'],
  not_found: ['Broken address', 'broken address', 'broken addresses'],
};
const maxEvidenceListed = 10;

/**
 * Describes what readers did. A pull request may be public, so messages from single readers are only counted; members
 * can read them after signing in.
 */
function describeEvidence({ evidence: all = [], evidenceUrl }: PullRequestFacts): string {
  const evidence = all.filter(isReaderEvidence);
  if (evidence.length === 0) return '';
  const shared = evidence.filter(({ visitors }) => visitors > 1).slice(0, maxEvidenceListed);
  const lines = shared.map(({ kind, text, visitors }) => {
    return `- ${evidenceNames[kind][0]}, ${countOf(visitors, 'reader')}: ${quoteOutsider(text)}`;
  });
  const rest = Object.entries(evidenceNames).flatMap(([kind, [, one, many]]) => {
    const count = evidence.filter((signal) => signal.kind === kind && !shared.includes(signal)).length;
    return count === 0 ? [] : [countOf(count, one, many)];
  });
  if (rest.length > 0) lines.push(`- ${shared.length === 0 ? 'From single readers' : 'Also'}: ${rest.join(', ')}`);
  const link =
    evidenceUrl === undefined
      ? ''
      : `\n\n[See all](${encodeURI(evidenceUrl).replace(/[()]/g, '')}) (needs access to the site's analytics).`;
  return `**What readers did**\n\n${lines.join('\n')}${link}`;
}

/** Lists only checked citations. */
function describeCitations(citations: readonly Citation[]): string {
  if (citations.length === 0) return '';
  const byClaim = [...Map.groupBy(citations, ({ claim }) => claim)].slice(0, maxCitationsListed);
  const lines = byClaim.map(([claim, those]) => {
    const places = those.map(({ location }) => `\`${location.replaceAll(/[`|\p{Cc}]/gu, '_')}\``);
    return `- ${toSafeSummary(claim)} (${places.join(', ')})`;
  });
  return `**Facts from the code**\n\n${lines.join('\n')}`;
}

function describeFiles(files: readonly ChangedFile[]): string {
  if (files.length === 0) return '';
  const lines = files
    .slice(0, maxFilesListed)
    .map((file) => `| ${inCode(file)} | ${file.change} | ${measure(file, '−')} |`);
  const more = files.length > maxFilesListed ? [`| and ${files.length - maxFilesListed} more | | |`] : [];
  return ['**Files**', '', '| File | Change | Lines |', '| --- | --- | --- |', ...lines, ...more].join('\n');
}

function inCode(file: ChangedFile): string {
  const name = file.from === undefined ? file.path : `${file.from} → ${file.path}`;
  return `\`${name.replace(/[`|\p{Cc}]/gu, '_')}\``;
}

function describeChange(file: ChangedFile): string {
  const name = file.from === undefined ? file.path : `${file.from} -> ${file.path}`;
  return `${file.change} ${name} (${measure(file, '-')})`;
}

/** Changed lines, or the size of an image. */
const measure = ({ added, removed, image }: ChangedFile, minus: string): string =>
  image === undefined
    ? `+${added} ${minus}${removed}`
    : `image, ${Math.ceil(image.sizeBytes / 1000).toLocaleString('en')} kB`;

function describeGate(gate: GateResult): string {
  if (gate.status === 'not_run') return '';
  const fixed = gate.fixed === 0 ? '' : `, ${gate.fixed} fixed`;
  const rounds = gate.repairRounds === 0 ? '' : `, after ${countOf(gate.repairRounds, 'repair round')}`;
  const head = `**Docs gate**: ${gate.status}. ${countOf(gate.introduced.length, 'new issue')}${fixed}, ${gate.existing} existing${rounds}.`;
  const lines = gate.introduced.slice(0, maxIssuesListed).map((issue) => {
    const place = `${issue.path}${issue.line === undefined ? '' : `:${issue.line}`}`.replace(/[`\p{Cc}]/gu, '_');
    return `- ${issue.severity} \`${issue.code}\` in \`${place}\`: ${toPlainLine(issue.message).slice(0, 300)}`;
  });
  return lines.length === 0 ? head : `${head}\n${lines.join('\n')}`;
}

/** Shown below the points that a reviewer has to see first. */
export const draftRefusal =
  'This pull request should be a draft until someone reviews it, but the code host did not create it as a draft.';

/** Describes the risks. They precede all of the model's words, which may hide the risks. */
function describeRisks(risks: readonly string[], isDraftRefused: boolean): string {
  if (risks.length === 0) return '';
  const more = risks.length - maxRisksListed;
  const lines = risks.slice(0, maxRisksListed).map((risk) => `- ${risk}`);
  const rest = [...(more > 0 ? [`- and ${more} more`] : []), ...(isDraftRefused ? [`- ${draftRefusal}`] : [])];
  return ['**Review this first**', '', ...lines, ...rest].join('\n');
}

/** Whether a body already names a risk. Its line number may have changed; the content is the same. */
export function namesRisk(body: string, risk: string): boolean {
  return withoutLines(body).includes(withoutLines(risk));
}

const withoutLines = (text: string): string => text.replaceAll(/` line \d+ /g, '` ');

function describeNotes(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `**To check**\n\n${notes.map((note) => `- ${note}`).join('\n')}`;
}

function describeSources(sources: readonly string[]): string {
  return sources.length === 0
    ? ''
    : `**Sources**: ${sources.map((source) => `\`${toPlainLine(source).replaceAll('`', '')}\``).join(', ')}`;
}

function describeOrigin({ outcome, jobUrl, jobId }: PullRequestFacts): string {
  const job = jobUrl === undefined ? `job \`${jobId}\`` : `[job ${jobId}](${encodeURI(jobUrl).replace(/[()]/g, '')})`;
  const model = toPlainLine(outcome.model).replaceAll('`', '');
  const kind = model === rulesModelId ? ' (a fixed set of rules, no language model)' : '';
  return `Created by Docwright, ${job}, with \`${model}\`${kind}. Please review it as you would a colleague's work.`;
}
