import { AgentJobFile } from './agent-job-file.ts';
import { Type, type Static } from 'typebox';
import { ContextCommit } from './context-repository.ts';
import { jobErrorCodes, type JobErrorCode } from './error-codes.ts';
import { DateTime, Nullable } from './ids.ts';

/**
 * Transitions: `active → completed | failed`; back to `active` after a follow-up; `completed | failed → archived`,
 * which is final.
 */
export const agentJobStatuses = ['active', 'completed', 'archived', 'failed'] as const;
export type AgentJobStatus = (typeof agentJobStatuses)[number];

export const agentJobResults = [
  'changes',
  'no_changes',
  'answer',
  'needs_input',
  'needs_model',
  'blocked_by_policy',
  'conflict',
] as const;
export type AgentJobResult = (typeof agentJobResults)[number];

/** Maximum length of a prompt in characters. The reference doesn't specify a maximum. */
export const maxPromptLength = 100_000;

const Prompt = Type.String({
  minLength: 1,
  maxLength: maxPromptLength,
  description: 'What the agent should do.',
});

/** Limits of the images that one request attaches. A request to a model contains at most 14 MB of images. */
export const maxAttachments = 10;
export const maxAttachmentBytes = 3_500_000;
export const maxAttachmentsBytes = 14_000_000;
/** Maximum size of a request. Base64 writes 4 characters for 3 bytes; the rest is for the prompt and the comments. */
export const maxAgentRequestBytes = 20 * 1024 * 1024;

const Attachments = Type.Array(
  Type.Object({
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'File name, for the model and for people. No control characters.',
    }),
    content: Type.String({
      maxLength: maxAgentRequestBytes,
      description: 'The bytes of a PNG, JPEG, WebP or GIF image in Base64. At most 3.5 MB, and 14 MB for all images.',
    }),
  }),
  {
    minItems: 1,
    maxItems: maxAttachments,
    description:
      'Images for the agent, such as screenshots. A model that can’t see images receives only their names. The agent adds them to the site if the prompt requests it.',
  },
);
export type Attachments = Static<typeof Attachments>;

export const CreateAgentJobBody = Type.Object(
  {
    prompt: Prompt,
    asDraft: Type.Optional(
      Type.Boolean({ description: "Open the pull request as a draft. Default: the project's setting." }),
    ),
    branch: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Base branch. Default: the project's branch." }),
    ),
    attachments: Type.Optional(Attachments),
  },
  { $id: 'CreateAgentJob' },
);
export type CreateAgentJobBody = Static<typeof CreateAgentJobBody>;

/** Maximum number of comments per follow-up. */
const maxLineComments = 50;
/** Maximum number of lines that a comment can span. */
const maxCommentedLines = 30;
/** Maximum number of characters of a quoted line, because the agent reads the file itself. */
const maxQuotedLine = 300;

const LineNumber = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

const LineComment = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 1_000, description: 'Path of the file in the diff.' }),
    side: Type.Enum(['before', 'after'], {
      description: 'Whether the numbers refer to the file before the change (removed lines) or after it.',
    }),
    from: LineNumber('The first line.'),
    to: LineNumber('The last line. At most 30 lines.'),
    lines: Type.Array(Type.String({ maxLength: maxQuotedLine }), {
      minItems: 1,
      maxItems: maxCommentedLines,
      description: 'The text of each line from `from` to `to`, truncated to 300 characters.',
    }),
    text: Type.String({ minLength: 1, maxLength: 2_000, pattern: String.raw`\S`, description: 'The comment.' }),
  },
  { description: "A comment on lines of the job's diff." },
);

export const SendMessageBody = Type.Object(
  {
    prompt: Type.Optional(Prompt),
    comments: Type.Optional(
      Type.Array(LineComment, {
        minItems: 1,
        maxItems: maxLineComments,
        description: "Comments on lines of the job's diff, which the agent resolves. Required without a prompt.",
      }),
    ),
    attachments: Type.Optional(Attachments),
  },
  { $id: 'SendAgentJobMessage' },
);
export type SendMessageBody = Static<typeof SendMessageBody>;

export const ArchiveAgentJobBody = Type.Object(
  {
    closePullRequest: Type.Optional(
      Type.Boolean({ description: 'Also close the pull request if it is open. Default: false.' }),
    ),
  },
  { $id: 'ArchiveAgentJob' },
);
export type ArchiveAgentJobBody = Static<typeof ArchiveAgentJobBody>;

export const pullRequestStates = ['open', 'merged', 'closed'] as const;
export type PullRequestState = (typeof pullRequestStates)[number];

export const AgentJobPullRequest = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    url: Type.String({ format: 'uri' }),
    state: Type.Enum([...pullRequestStates], {
      description: "The state reported by the code host's last event or response.",
    }),
    headCommit: Type.String({
      description:
        'The newest commit that the job pushed; merging requires it. Other people may have pushed newer commits.',
    }),
    endedAt: Nullable(DateTime('When the service detected that the pull request was merged or closed.')),
  },
  { $id: 'AgentJobPullRequest', description: 'The pull request that the job opened.' },
);
export type AgentJobPullRequest = Static<typeof AgentJobPullRequest>;

export const AgentJobMerge = Type.Object(
  {
    unchanged: Nullable(
      Type.Boolean({
        description:
          "Whether the files that the job changed were merged as the job last pushed them. Commits that were merged into the pull request's branch from another branch don't count as changes.",
      }),
    ),
    linesChangedBefore: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          "Number of lines that others added, changed or deleted in these files on the pull request's branch after the job's last push.",
      }),
    ),
    lines: Nullable(
      Type.Integer({ minimum: 0, description: 'Number of lines that the job wrote and that were merged.' }),
    ),
    linesChangedAfter: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          'Number of these lines that had been changed or deleted on the base branch 14 days after the merge was detected.',
      }),
    ),
    measuredAt: Nullable(DateTime('When `linesChangedAfter` was counted.')),
  },
  {
    $id: 'AgentJobMerge',
    description:
      'Changes to the work of the job before and after its pull request was merged. A figure is null until it is known, and if it can’t be determined, for example because the commits no longer exist.',
  },
);
export type AgentJobMerge = Static<typeof AgentJobMerge>;

export const MergeAgentJobPullRequestBody = Type.Object(
  {
    headCommit: Type.String({
      pattern: '^[0-9a-f]{40}$',
      maxLength: 40,
      description:
        'The head commit that you reviewed, with all 40 digits. If the pull request has a different head commit, it is not merged.',
    }),
  },
  { $id: 'MergeAgentJobPullRequest' },
);
export type MergeAgentJobPullRequestBody = Static<typeof MergeAgentJobPullRequestBody>;

/** Maximum length of a comment in characters. */
export const maxPullRequestComment = 20_000;

export const CommentOnPullRequestBody = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: maxPullRequestComment,
      pattern: String.raw`\S`,
      description: "Markdown text for people. The caller's name is added above the text.",
    }),
  },
  { $id: 'CommentOnAgentJobPullRequest' },
);
export type CommentOnPullRequestBody = Static<typeof CommentOnPullRequestBody>;

export const PullRequestComment = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'Page of the comment, or of the pull request if an earlier response from the code host was lost.',
    }),
  },
  { $id: 'PullRequestComment' },
);
export type PullRequestComment = Static<typeof PullRequestComment>;

export const JobError = Type.Object(
  {
    code: Type.Enum(Object.keys(jobErrorCodes) as JobErrorCode[]),
    message: Type.String(),
    remedy: Type.String({ description: 'How to fix the problem.' }),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
  },
  { $id: 'JobError' },
);
export type JobError = Static<typeof JobError>;

/** The reasons why changes by the agent were not suggested. */
export const leftOutReasons = [
  'outside',
  'text_changed',
  'file_added',
  'file_deleted',
  'file_moved',
  'not_text',
  'too_long',
  'limit',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Maximum number of suggestions from one job. */
export const maxAgentSuggestions = 100;

export const AgentJobDraft = Type.Object(
  {
    branch: Type.String({ description: 'Branch of the draft.' }),
    file: Nullable(Type.String({ description: 'The only file that the request is about. Null for all files.' })),
    hasQuote: Type.Boolean({ description: 'Whether the request is only about some lines of the file.' }),
    suggestions: Type.Array(Type.String(), {
      maxItems: maxAgentSuggestions,
      description: 'IDs of the threads with the suggested changes. Threads may have been deleted since then.',
    }),
    leftOut: Type.Array(
      Type.Object({
        file: Type.String(),
        reason: Type.Enum([...leftOutReasons], {
          description:
            '`outside`: not in the file or lines that the request is about. `text_changed`: others changed the same lines in the meantime. `file_added`, `file_deleted`, `file_moved`: suggestions can only replace text. `not_text`: the file is empty or is not text. `too_long`: more than 20,000 characters. `limit`: more suggestions or threads than allowed.',
        }),
        changes: Type.Integer({ minimum: 1, description: 'Number of changes.' }),
      }),
      { description: 'Changes by the agent that were not suggested.' },
    ),
  },
  {
    $id: 'AgentJobDraft',
    description: 'The draft that the job works on. Its changes become suggestions instead of a pull request.',
  },
);
export type AgentJobDraft = Static<typeof AgentJobDraft>;

/** Maximum length of an answer in characters. Longer answers are truncated. */
export const maxAnswerLength = 8_000;

export const CitedLines = Type.Object(
  {
    repository: Type.String({ description: 'Full URL of the repository.' }),
    commit: Nullable(Type.String({ description: 'Full 40-digit ID of the commit. Null for lines of a draft.' })),
    path: Type.String({ description: "Path of the file from the repository's root." }),
    from: Type.Integer({ minimum: 1, description: 'The first line.' }),
    to: Type.Integer({ minimum: 1, description: 'The last line.' }),
  },
  { $id: 'CitedLines', description: 'Lines of a file at a commit or in a draft. They existed when the job ended.' },
);
export type CitedLines = Static<typeof CitedLines>;

export const AgentJob = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    status: Type.Enum([...agentJobStatuses]),
    source: Type.Object({
      repository: Type.String({ description: 'Full URL of the source repository.' }),
      ref: Nullable(Type.String({ description: "Base branch of the agent's work." })),
    }),
    model: Type.String({ description: 'Model that runs the job.' }),
    prompt: Type.String({ description: 'The first prompt, truncated to 1,000 characters.' }),
    title: Nullable(Type.String({ description: 'Title of the pull request, once it exists.' })),
    prLink: Nullable(
      Type.String({
        format: 'uri',
        description: 'The pull request. Null while the job is active, and if no file was changed.',
      }),
    ),
    pullRequest: Nullable(AgentJobPullRequest),
    merge: Nullable(AgentJobMerge),
    startedBy: Nullable(
      Type.Object(
        {
          kind: Type.Enum(['user', 'api_key', 'system']),
          name: Type.String({ description: 'Email address of the person, or name of the key, at that time.' }),
        },
        { description: 'Who started the job. Null for jobs from versions that did not record this.' },
      ),
    ),
    createdAt: DateTime('When the job was accepted.'),
    archivedAt: Nullable(DateTime('When the job was archived.')),
    updatedAt: DateTime('When the job last changed.'),
    result: Nullable(
      Type.Enum([...agentJobResults], { description: 'The outcome. Null while the job is active, and if it failed.' }),
    ),
    summary: Nullable(Type.String({ description: 'A summary of the changes or the answer, for people.' })),
    answer: Nullable(
      Type.Object(
        {
          text: Type.String({
            maxLength: maxAnswerLength,
            description: 'Markdown without HTML and images. A model wrote it: treat links and names as untrusted.',
          }),
          citations: Type.Array(CitedLines, { description: 'The lines that support the answer.' }),
        },
        { description: 'The answer to a question. Null for every other result.' },
      ),
    ),
    options: Type.Array(Type.String(), {
      description:
        'Prompts that the summary suggests, in order: proposals, and answers to a question from the rules engine. To use a prompt, send it as a follow-up.',
    }),
    error: Nullable(JobError),
    usage: Type.Object({
      inputTokens: Type.Integer({ minimum: 0 }),
      cachedInputTokens: Type.Integer({
        minimum: 0,
        description: "Input tokens that were read from the provider's cache. Part of `inputTokens`.",
      }),
      cacheWriteTokens: Type.Integer({
        minimum: 0,
        description: "Input tokens that were written to the provider's cache. Part of `inputTokens`.",
      }),
      outputTokens: Type.Integer({ minimum: 0 }),
      costUsd: Type.Number({ minimum: 0 }),
      known: Type.Boolean({ description: 'False if the provider omitted the figures of a step.' }),
    }),
    files: Type.Array(AgentJobFile),
    context: Type.Array(ContextCommit, {
      description: 'The context repositories that the last turn read. Empty until the first turn starts.',
    }),
    duplicateOf: Nullable(
      Type.String({ description: 'ID of another job whose open pull request has the same content.' }),
    ),
    dryRun: Type.Boolean({ description: 'Whether the job never publishes its changes. Its diff shows them.' }),
    draft: Nullable(AgentJobDraft),
    turns: Type.Integer({ minimum: 1, description: 'Number of prompts so far: the first prompt and the follow-ups.' }),
  },
  { $id: 'AgentJob' },
);
export type AgentJob = Static<typeof AgentJob>;

export const AgentJobList = Type.Object(
  { jobs: Type.Array(AgentJob), nextCursor: Nullable(Type.String()) },
  { $id: 'AgentJobList' },
);
export type AgentJobList = Static<typeof AgentJobList>;

export const agentEventTypes = [
  'job.created',
  'job.follow_up',
  'turn.started',
  'step.model',
  'step.tools',
  'gate.checked',
  'commit.made',
  'branch.pushed',
  'branch.adopted',
  'base.renewed',
  'pull_request.ready',
  'pull_request.ended',
  'job.completed',
  'job.failed',
  'job.cancelled',
  'job.archived',
] as const;
export type AgentEventType = (typeof agentEventTypes)[number];

/** The largest ID of an event, which is stored in 4 bytes. */
export const maxEventId = 2_147_483_647;

export const AgentJobEvent = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Increases within the job; use it for `after` and `Last-Event-ID`.' }),
    type: Type.Enum([...agentEventTypes]),
    at: DateTime('When the event happened.'),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What happened. `job.created` and `job.follow_up` have the `prompt`, any `comments` on lines, and any `attachments`: `[{digest, mediaType, sizeBytes, name}]`.',
    }),
  },
  { $id: 'AgentJobEvent' },
);
export type AgentJobEvent = Static<typeof AgentJobEvent>;

/** Maximum number of lines per response. */
export const maxDiffLines = 1_000;

export const AgentJobDiffLines = Type.Object(
  {
    path: Type.String(),
    from: Type.Integer({ minimum: 1, description: 'Number of the first line in `lines`.' }),
    lines: Type.Array(Type.String(), {
      maxItems: maxDiffLines,
      description: 'Without line endings. Empty if the file has fewer lines or was deleted.',
    }),
    total: Type.Integer({ minimum: 0, description: 'Number of lines in the file.' }),
  },
  { $id: 'AgentJobDiffLines' },
);
export type AgentJobDiffLines = Static<typeof AgentJobDiffLines>;

export const AgentJobEventList = Type.Object({ events: Type.Array(AgentJobEvent) }, { $id: 'AgentJobEventList' });
export type AgentJobEventList = Static<typeof AgentJobEventList>;
