/** Commit and pull request, made from facts: the model's words are one part of them, marked as such and made safe. */
import { rulesModelId } from '../rules/rules-model-id.ts';
import { redactSecrets } from '../policy/find-secrets.ts';
import type { ChangedFile, GateResult, TurnOutcome } from '../turn.ts';
import { removeTrailers, toPlainLine, toSafeSummary } from './safe-text.ts';

export interface PullRequestFacts {
  readonly jobId: string;
  /** Link to the job on the dashboard, when there is one. */
  readonly jobUrl?: string;
  readonly prompt: string;
  readonly outcome: TurnOutcome;
  /** The repository's own pull-request template, put below. */
  readonly template?: string;
}
export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}
export interface CommitText {
  /** First line, at most 72 characters. */
  readonly subject: string;
  readonly body: string;
}

const maxFilesListed = 50;
const maxIssuesListed = 10;
const maxRisksListed = 30;
const maxPromptLength = 2000;
const maxTemplateLength = 10_000;
/** GitHub refuses bodies beyond 65,536 characters; the others allow more. */
const maxBodyLength = 60_000;

/** The mark by which a job's pull request is found again on the code host. */
export function jobMarker(jobId: string): string {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(jobId))
    throw new RangeError(`"${jobId}" can't be a job's id: letters, digits, "_" and "-" are allowed`);
  return `<!-- docwright:job=${jobId} -->`;
}

/** The same facts give the same bytes. */
export function composePullRequest(facts: PullRequestFacts): PullRequestText {
  const { outcome } = facts;
  const sections = [
    describeRisks(outcome.risks),
    outcome.summary,
    quotePrompt(facts.prompt),
    describeFiles(outcome.files),
    describeGate(outcome.gate),
    describeNotes(outcome.notes),
    describeSources(outcome.sources),
    facts.template === undefined
      ? ''
      : facts.template
          .replace(/<!--[^]*?(?:-->|$)/g, '')
          .trim()
          .slice(0, maxTemplateLength),
    describeOrigin(facts),
  ].filter((section) => section !== '');
  const marker = jobMarker(facts.jobId);
  // The mark comes last and is never cut.
  const body = `${sections.join('\n\n').slice(0, maxBodyLength)}\n\n${marker}\n`;
  return { title: outcome.title, body };
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

function quotePrompt(prompt: string): string {
  const clean = toSafeSummary(redactSecrets(prompt));
  const text = clean.length > maxPromptLength ? `${clean.slice(0, maxPromptLength)}…` : clean;
  return `**Request**\n\n${text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}`;
}

function describeFiles(files: readonly ChangedFile[]): string {
  if (files.length === 0) return '';
  const lines = files
    .slice(0, maxFilesListed)
    .map((file) => `| ${inCode(file)} | ${file.change} | +${file.added} −${file.removed} |`);
  const more = files.length > maxFilesListed ? [`| and ${files.length - maxFilesListed} more | | |`] : [];
  return ['**Files**', '', '| File | Change | Lines |', '| --- | --- | --- |', ...lines, ...more].join('\n');
}

function inCode(file: ChangedFile): string {
  const name = file.from === undefined ? file.path : `${file.from} → ${file.path}`;
  return `\`${name.replace(/[`|\p{Cc}]/gu, '_')}\``;
}

function describeChange(file: ChangedFile): string {
  const name = file.from === undefined ? file.path : `${file.from} -> ${file.path}`;
  return `${file.change} ${name} (+${file.added} -${file.removed})`;
}

function describeGate(gate: GateResult): string {
  if (gate.status === 'not_run') return '';
  const fixed = gate.fixed === 0 ? '' : `, ${gate.fixed} fixed`;
  const rounds =
    gate.repairRounds === 0 ? '' : `, after ${gate.repairRounds} repair round${gate.repairRounds === 1 ? '' : 's'}`;
  const head = `**Docs gate**: ${gate.status}. ${gate.introduced.length} new issue${gate.introduced.length === 1 ? '' : 's'}${fixed}, ${gate.existing} that ${gate.existing === 1 ? 'was' : 'were'} there before${rounds}.`;
  const lines = gate.introduced.slice(0, maxIssuesListed).map((issue) => {
    const place = `${issue.path}${issue.line === undefined ? '' : `:${issue.line}`}`.replace(/[`\p{Cc}]/gu, '_');
    return `- ${issue.severity} \`${issue.code}\` in \`${place}\`: ${toPlainLine(issue.message).slice(0, 300)}`;
  });
  return lines.length === 0 ? head : `${head}\n${lines.join('\n')}`;
}

/** Before all words of a model: they are what its words may hide. */
function describeRisks(risks: readonly string[]): string {
  if (risks.length === 0) return '';
  const more = risks.length - maxRisksListed;
  const lines = risks.slice(0, maxRisksListed).map((risk) => `- ${risk}`);
  return ['**Look at this first**', '', ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function describeNotes(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `**To look at**\n\n${notes.map((note) => `- ${note}`).join('\n')}`;
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
  return `Made by Docwright, ${job}, with \`${model}\`${kind}. Please review it as you would a colleague's work.`;
}
