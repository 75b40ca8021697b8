// Generated from the migrations by "npx node scripts/generate-row-types.ts". Modules narrow it with `TableOf`.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type JsonValue = object | string | number | boolean;
/** Parsed when it is read, written as text. */
type Json<Insert = string> = ColumnType<JsonValue, Insert, string>;
type JsonOrNull = ColumnType<JsonValue | null, string | null | undefined, string | null>;
/** Read as a moment in local time: statements cast it to text instead. */
type Day = ColumnType<Date, string, string>;

export interface Schema {
  accounts: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    issuer: string | null;
    password: string | null;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: Date | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  acme_accounts: {
    directory: string;
    sealed: string;
  };
  acme_challenges: {
    token: string;
    domain: string;
    key_authorization: string;
    expires_at: Date;
  };
  acme_orders: {
    id: GeneratedAlways<number>;
    organization_id: string;
    domain: string;
    ordered_at: Date;
  };
  agent_job_events: {
    job_id: string;
    id: number;
    type: string;
    at: Generated<Date>;
    data: Json;
  };
  agent_job_images: {
    job_id: string;
    /** SHA-256 of the bytes, hexadecimal. */
    digest: string;
    /** The organization of the job, for the sum of its images. */
    organization_id: string;
    media_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
    content: Buffer;
    size: number;
    created_at: Generated<Date>;
  };
  agent_job_journal: {
    job_id: string;
    turn: number;
    seq: number;
    step: number;
    kind: string;
    /** json, not jsonb: the text is returned exactly as written, key order included. */
    data: Json;
    created_at: Generated<Date>;
  };
  agent_job_overlay: {
    job_id: string;
    path: string;
    kind: 'write' | 'delete' | 'image';
    content: Buffer | null;
    moved_from: string | null;
    image: string | null;
  };
  agent_job_turns: {
    job_id: string;
    turn: number;
    prompt: string;
    created_at: Generated<Date>;
    /** When work on the turn began: its deadline is counted from here. */
    started_at: Date | null;
    /** The turn's changes in words, for the pull request; null if nothing was committed. */
    summary: string | null;
    /** The readers' signals that the job was created from: [{kind, text, visitors}]. */
    evidence: JsonOrNull;
    /** Comments of a follow-up on lines of the job's diff: [{path, side, from, to, lines, text}]. The prompt is empty if the follow-up has only comments. */
    comments: JsonOrNull;
    /** Whether a short question precedes the turn: is there anything to do? */
    asks_first: Generated<boolean>;
    /** The images that a person attached to the prompt, in order: [{digest, mediaType, sizeBytes, name}]. Null without images. */
    attachments: JsonOrNull;
    /** Whether the prompt is a comment on a code host, whose author may have no access to the job. */
    from_code_host: Generated<boolean>;
  };
  agent_jobs: {
    id: string;
    organization_id: string;
    project_id: string;
    status: 'active' | 'completed' | 'failed' | 'archived';
    result: string | null;
    model: string;
    repository: string;
    base_branch: string;
    branch: string | null;
    as_draft: boolean;
    base_commit: string | null;
    /** Progress of publishing: working, tree_ready, pushed, pr_known. */
    publish_state: Generated<string>;
    commit_sha: string | null;
    tree_sha: string | null;
    /** The last commit known to be on the remote branch, which the next push expects there. */
    pushed_sha: string | null;
    pr_number: number | null;
    pr_link: string | null;
    title: string | null;
    summary: string | null;
    error: JsonOrNull;
    usage: Json;
    files: Json<string | undefined>;
    duplicate_of: string | null;
    turns: Generated<number>;
    /** Fencing token: the attempt of the worker that may write. */
    attempt: Generated<number>;
    last_event_id: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    archived_at: Date | null;
    /** The beginning of the first prompt, for lists and the search. */
    prompt: Generated<string>;
    search: GeneratedAlways<string>;
    /** Whether the job isn't counted against its project's limit: the example of a first start. */
    is_free: Generated<boolean>;
    pr_state: 'open' | 'merged' | 'closed' | null;
    pr_ended_at: Date | null;
    /** When the code host last answered; null if it was never asked, which happens on the next read. */
    pr_checked_at: Date | null;
    /** Who started the job, by the name of that time; null if unknown. */
    started_by_kind: Generated<'user' | 'api_key' | 'system'>;
    started_by_id: string | null;
    started_by_name: string | null;
    /** The repositories with source code that a job can read; null for those of its project. */
    context_repositories: JsonOrNull;
    /** The commits of these repositories that a turn reads, and the number of the turn. A retry reads the same commits. */
    context: Json<string | undefined>;
    context_turn: Generated<number>;
    /** A dry run makes its changes but never publishes them. */
    dry_run: Generated<boolean>;
    /** The branch from which the job starts if `base_branch` doesn't exist. Null if the job then fails. */
    fallback_branch: string | null;
    /** Who asked the code host to merge the pull request, and at which head commit. Null if nobody did, or if it refused. */
    merge_request: JsonOrNull;
    /** Whether the audit log has the merge. */
    merge_recorded: Generated<boolean>;
    /** The part of a draft on `base_branch` that the job suggests changes to: {file, quote, from}, each of which can be null. Null for a job that opens a pull request. The `base_commit` of a draft has its files; it exists only in our mirror. */
    ask: JsonOrNull;
    /** The suggestions of an ended job, and the changes that weren't suggested: {suggestions, leftOut}. */
    ask_outcome: JsonOrNull;
    /** The lines that the answer to a question cites: [{repository, commit, path, from, to}], with stored addresses and paths from the root of the repository. Null if the last turn had another result. */
    answer_citations: JsonOrNull;
    /** The figures of a merged pull request. Each is null until it is known, and stays null if it can't be determined. The head commit of the pull request when it was merged. */
    merged_head: string | null;
    /** Whether the files that the job changed were merged as the job last pushed them. */
    merged_unchanged: boolean | null;
    /** The number of lines that others changed in these files before the merge. */
    merged_lines_before: number | null;
    /** The number of lines that the job wrote and that were merged. */
    merged_lines: number | null;
    /** The number of these lines that were changed or deleted later, and when they were counted. */
    merged_lines_after: number | null;
    merged_measured_at: Date | null;
  };
  agent_merge_checks: {
    job_id: string;
    due_at: Date;
  };
  agent_tree_holds: {
    project_id: string;
    base_branch: string;
    tree_sha: string;
    job_id: string;
    held_until: Date;
  };
  analytics_counted_days: {
    day: Day;
    /** Whether the roll-ups that end with this day are counted. */
    has_rollups: Generated<boolean>;
  };
  analytics_daily: {
    project_id: string;
    day: Day;
    kind: string;
    /** Page, query, address or host. */
    subject: string;
    human: number;
    ai: number;
    human_visitors: number;
    ai_visitors: number;
    /** Searches: opened results, and the most opened one (target). Missing pages: the most frequent referring host (target). */
    clicks: number;
    target: string | null;
    last_at: Date;
    without_result: Generated<number>;
    without_result_visitors: Generated<number>;
  };
  analytics_events: {
    project_id: string;
    at: Date;
    /** A UUID of version 7, which contains the event's time: the same event is always in the same partition. */
    id: string;
    kind: 'view' | 'search' | 'search_click' | 'code_copy' | 'outlink' | 'not_found' | 'playground_call' | 'agent_read';
    path: string;
    /** HMAC with the day's salt. */
    visitor: Buffer;
    is_ai: boolean;
    referrer: string | null;
    query: string | null;
    target: string | null;
    results: number | null;
  };
  analytics_recounts: {
    project_id: string;
    day: Day;
    /** When the last late event arrived. */
    asked_at: Generated<Date>;
  };
  analytics_rollup_counts: {
    project_id: string;
    first_day: Day;
    days: number;
    kind: string;
    subject: string;
    target: string | null;
    human: number;
    ai: number;
    human_visitors: number;
    ai_visitors: number;
    clicks: number;
    without_result: number;
    without_result_visitors: number;
    last_at: Date;
    /** From the last day on which the search found nothing. */
    last_without_result_at: Date | null;
  };
  analytics_rollups: {
    project_id: string;
    first_day: Day;
    days: number;
  };
  analytics_salts: {
    day: Day;
    salt: Buffer;
  };
  analytics_stale_files: {
    project_id: string;
    day: Day;
    counted_at: Generated<Date>;
  };
  api_keys: {
    id: string;
    organization_id: string;
    name: string;
    sha256: Buffer;
    prefix: string;
    last_four: string;
    scopes: string[];
    project_ids: string[] | null;
    created_by: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
    expires_at: Date | null;
    revoked_at: Date | null;
    /** The expiry that the key was created with. Rolling a key brings its expires_at forward, but not that of keys it created. */
    given_until: Date | null;
  };
  assistant_messages: {
    id: GeneratedAlways<number>;
    project_id: string;
    thread_key: string;
    message_id: string;
    asked_digest: string;
    question: string;
    answer_id: string;
    answer: string | null;
    sources: JsonOrNull;
    outcome: 'answered' | 'unanswered' | 'failed' | null;
    asked_at: Generated<Date>;
    origin: Generated<'page' | 'api'>;
    path: Generated<string>;
    rating: 'up' | 'down' | null;
    model: Generated<string>;
    input_tokens: Generated<number>;
    output_tokens: Generated<number>;
    /** Digest of the reader's network with the day's salt; null for programs and for readers who opt out of analytics. */
    asker: Buffer | null;
    /** ID of the rating that a host of the operator forwarded. Of two, the later one counts. */
    vote_id: string | null;
  };
  assistant_monthly_spending: {
    project_id: string;
    month: string | null;
    usd: number;
  };
  assistant_spending: {
    project_id: string;
    period: string;
    visitor: string;
    usd: number;
    changed_at: Generated<Date>;
  };
  audit_events: {
    id: GeneratedAlways<number>;
    organization_id: string;
    at: Generated<Date>;
    actor_kind: 'user' | 'api_key' | 'system' | 'anonymous';
    actor_id: string | null;
    actor_name: string;
    action: string;
    target_kind: string | null;
    target_id: string | null;
    target_name: string | null;
    result: 'success' | 'refused';
    address: string | null;
    user_agent: string | null;
    request_id: string | null;
    details: Json<string | undefined>;
  };
  automation_events: {
    id: string;
    automation_id: string;
    /** Identifies the event: a scheduled time, a commit, or the sender's ID of a request. */
    subject: string;
    evidence: Json;
    depth: Generated<number>;
    run_id: string | null;
    /** When a run took over the event, or the event was discarded. */
    handled_at: Date | null;
    received_at: Generated<Date>;
  };
  automation_runs: {
    id: string;
    automation_id: string;
    organization_id: string;
    project_id: string;
    state: Generated<'queued' | 'running' | 'review_needed' | 'accepted' | 'closed' | 'failed' | 'no_changes'>;
    trigger: 'schedule' | 'content_update' | 'code_change' | 'event' | 'suggestion' | 'manual';
    /** The person or key that started the run; null if the trigger did. */
    started_by: string | null;
    /** [{kind, text, source}], oldest first. */
    evidence: Json;
    events: number;
    /** 1, or one more than the depth of the run whose merge caused this run. */
    depth: Generated<number>;
    /** The agent job and its turn; null until the job is created, or if none was needed. */
    job_id: string | null;
    job_turn: number | null;
    pr_number: number | null;
    pr_link: string | null;
    /** Cost of the job before the run, and cost of the run. */
    cost_before: Generated<string>;
    cost_usd: Generated<string>;
    outcome: string | null;
    created_at: Generated<Date>;
    started_at: Date | null;
    ended_at: Date | null;
    /** What became of the pull request of a run that merges: `waiting` until it is `merged` or `left` for review. Null if the run doesn't merge. */
    merge_state: 'waiting' | 'merged' | 'left' | null;
    /** A sentence about the checks that the merge waits for. */
    merge_waits_for: string | null;
    /** How often the checks were read. A ticket with a lower number was handled before. */
    merge_attempts: Generated<number>;
    /** When endpoints were told that the pull request of the run waits for a review. Null: not yet. */
    reminded_at: Date | null;
  };
  automation_sources: {
    project_id: string;
    organization_id: string;
    /** Stored address of the docs repository, which pushes are reported for. */
    repository: string;
    due_at: Date;
    /** The commit of the docs branch that was read last; null before the first time. */
    commit: string | null;
    read_at: Date | null;
    /** Whether the docs branch has automation files. */
    has_files: Generated<boolean>;
    /** [{path, line, message}] */
    problems: Json<string | undefined>;
  };
  automations: {
    id: string;
    organization_id: string;
    project_id: string;
    name: string;
    kind: string;
    enabled: Generated<boolean>;
    trigger_type: 'schedule' | 'content_update' | 'code_change' | 'event' | 'suggestion';
    /** The trigger as in the API, without `type`. */
    trigger: Json;
    instructions: Generated<string>;
    /** Repositories with source code, with stored addresses. The agent can only read them. */
    context_repositories: Json<string | undefined>;
    limits: Json;
    /** Next time of the schedule, or of the next check of the branches. Null for events and for disabled automations. */
    due_at: Date | null;
    /** The last known commit of each branch: {"repository branch": commit}. */
    heads: Json<string | undefined>;
    /** Sealed secret of the trigger `event`; null for other triggers. */
    secret: string | null;
    /** Message for users: the reason why waiting events start no run now. */
    waiting_for: string | null;
    created_by: string;
    /** The user who created the automation and is notified about its runs; null if a key created it. */
    created_by_user: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** The file that defines the automation, relative to the docs folder, and the commit with its content; null for automations that were created through the API. A file that is no longer valid disables its automation. */
    source_path: string | null;
    source_commit: string | null;
    /** Email addresses of the members who are notified about an automation's runs; empty: its creator. */
    notify: Json<string | undefined>;
    /** Automations can act on what readers of the site miss, from this number of readers on. */
    min_readers: Generated<number>;
    /** Automations can merge their own pull requests. */
    update_mode: Generated<'pull_request' | 'direct_merge'>;
    /** The languages that a translation is limited to, as language tags; empty for all languages of the site. */
    target_languages: Json<string | undefined>;
    /** The user whose permission to merge an automation uses: the last one who changed its settings. Null if an API key or a file did. */
    merges_for_user: string | null;
  };
  budget_alerts: {
    organization_id: string;
    scope: string;
    month: string;
    threshold: number;
    spent_usd: number;
    budget_usd: number;
    at: Generated<Date>;
  };
  claimed_domains: {
    domain: string;
    organization_id: string;
    project_id: string;
    leads_here: boolean;
  };
  code_anchor_checks: {
    project_id: string;
    organization_id: string;
    /** When the next check is due. A worker moves this time before it starts the check. */
    due_at: Generated<Date>;
    /** When the last complete check ended; null before the first one. */
    checked_at: Date | null;
    /** Reason why the last check could not complete. */
    fault: string | null;
    /** Anchors whose code has changed: page, line, location, reason, and the time of the check that found the change. */
    stale: Json<string | undefined>;
  };
  code_host_app_requests: {
    /** SHA-256 of the value that GitHub passes back and, in verifier_digest, of the one in the browser's cookie. */
    state_digest: string;
    verifier_digest: string;
    organization_id: string;
    actor_id: string;
    web_url: string;
    api_url: string | null;
    /** GitHub organization; '' is the member's own account. */
    account: string;
    app_name: string;
    expires_at: Date;
  };
  code_host_events: {
    id: string;
    hook_id: string;
    /** The host's ID of the delivery. */
    delivery_id: string;
    /** What the event is about, such as a comment's ID: a captured body with another delivery ID is still the same event. */
    subject: string;
    data: Json;
    outcome: Generated<'waiting' | 'job-started' | 'follow-up' | 'noted' | 'ignored'>;
    reason: string | null;
    agent_job_id: string | null;
    received_at: Generated<Date>;
    handled_at: Date | null;
  };
  code_host_hooks: {
    id: string;
    organization_id: string;
    project_id: string;
    kind: 'github' | 'gitlab' | 'gitea' | 'bitbucket';
    /** Sealed. */
    secret: string;
    follow_ups: 'mention' | 'review' | 'off';
    mention: string;
    created_by: string;
    created_at: Generated<Date>;
    last_event_at: Date | null;
    /** The code host's ID of a hook that the service created there; install_problem says why it couldn't. */
    host_hook_id: string | null;
    install_problem: string | null;
  };
  code_hosts: {
    id: string;
    organization_id: string;
    kind: 'github' | 'gitlab' | 'gitea' | 'bitbucket';
    name: string;
    web_url: string;
    api_url: string | null;
    /** Owner, group or workspace in lower case; '' is the whole host. */
    account: string;
    credential_kind: 'token' | 'github-app';
    app_id: string | null;
    app_slug: string | null;
    /** Sealed. */
    credential: string;
    key_id: string;
    check_result: JsonOrNull;
    created_by: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
  };
  comment_files: {
    id: GeneratedAlways<number>;
    organization_id: string;
    project_id: string;
    branch: string;
    /** Relative to the docs folder. Follows the file if it is moved in a draft. */
    path: string;
    /** The text that the ranges of the threads refer to, in UTF-8: without byte-order mark, and with LF if every line ends with CRLF. Ranges are moved by comparing it with the next text. */
    content: Buffer;
    /** Identifies the bytes of the file with that text, as the `version` of a draft's file does. */
    version: string;
    /** Whether the file didn't exist or wasn't text when it was last read. Ranges stay as they were. */
    is_missing: Generated<boolean>;
  };
  comment_threads: {
    id: string;
    /** In the order of their start. */
    number: GeneratedAlways<number>;
    file_id: number;
    project_id: string;
    /** The text that the thread was started for. */
    quote: string;
    /** Where the text is in the file's `content`, in UTF-16 code units; null if it is gone. */
    range_from: number | null;
    range_to: number | null;
    /** The line of `range_from`, counted from 1. */
    range_line: number | null;
    /** The beginning of the text that is there now; null if it is `quote`. */
    range_text: string | null;
    /** The suggested text; null for a comment. */
    replacement: string | null;
    state: Generated<'open' | 'resolved' | 'accepted' | 'rejected'>;
    closed_by_kind: 'user' | 'api_key' | null;
    closed_by_id: string | null;
    /** Email address of the person, or name of the key, at that time. */
    closed_by_name: string | null;
    closed_at: Date | null;
    /** Why a suggestion was rejected. */
    reason: Generated<string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  comments: {
    id: string;
    number: GeneratedAlways<number>;
    thread_id: string;
    author_kind: 'user' | 'api_key';
    author_id: string;
    /** Email address of the person, or name of the key, at that time. */
    author_name: string;
    text: string;
    /** IDs of the mentioned members. */
    mentions: Generated<string[]>;
    created_at: Generated<Date>;
    edited_at: Date | null;
    /** When the author deleted the text of the first comment, to which others replied. */
    deleted_at: Date | null;
    /** The agent job that wrote the comment, at the request of its author; null for the author's own words. The job may have been deleted since. */
    agent_job_id: string | null;
  };
  connected_repositories: {
    organization_id: string;
    /** Lower case: '*', 'https://host/*', 'https://host/owner/*' or 'https://host/owner/name'. */
    pattern: string;
    created_at: Generated<Date>;
  };
  deleted_projects: {
    project_id: string;
    organization_id: string;
    /** The repository, as stored in the project; null while another project of the organization uses it. */
    unused_repository: string | null;
    deleted_at: Generated<Date>;
  };
  deployment_search_checks: {
    deployment_id: string;
    project_id: string;
    /** ID of the production deployment that was live. */
    compared_with: string;
    queries: number;
    complete: boolean;
    /** [{query, source, path, before, after, answeredBefore, answeredAfter, verdict}], at most 100 */
    changes: Json;
    checked_at: Date;
  };
  draft_authors: {
    draft_id: string;
    actor_kind: 'user' | 'api_key' | 'system' | 'anonymous';
    actor_id: string;
    /** Email address of the person, or name of the key, at that time. */
    name: string;
    saved_at: Generated<Date>;
  };
  draft_files: {
    draft_id: string;
    path: string;
    kind: 'write' | 'delete';
    /** The bytes of the file; null if it is deleted. */
    content: Buffer | null;
    /** The bytes in the base commit, or of `moved_from` for a moved file; null if it doesn't exist there. */
    base_content: Buffer | null;
    /** The path in the base commit of a moved file. */
    moved_from: string | null;
    /** The commit of the branch that changed the same lines; null if there is no conflict. Its bytes are `base_content`. */
    conflict_commit: string | null;
    updated_at: Generated<Date>;
    /** Email address of the person, or name of the key. */
    updated_by: string;
  };
  draft_revisions: {
    draft_id: string;
    /** Relative to the docs folder, at that time. */
    path: string;
    /** The hour of `saved_at`, or `saved_at` itself for a content that was kept in any case. */
    slot: Date;
    /** Email address of the person, or name of the key. */
    saved_by: string;
    saved_at: Date;
    /** Identifies the content, as `version` of the file does. */
    version: string;
    content: Buffer;
    /** Bytes of `content`, which lists don't read. */
    size: number;
  };
  draft_settings: {
    project_id: string;
    /** Whether drafts of the deployment branch need a pull request; null if it was not chosen. */
    require_pull_request: boolean | null;
    /** Whether a draft that introduces errors can't be published. */
    block_errors: Generated<boolean>;
  };
  drafts: {
    id: string;
    organization_id: string;
    project_id: string;
    branch: string;
    /** The commit of the branch that the changes apply to. */
    base_commit: string;
    /** Increases with every change. */
    version: Generated<number>;
    /** When the branch was found to be deleted; null if it exists. */
    branch_deleted_at: Date | null;
    /** When the code host refused a commit on the branch, which then needs a pull request. */
    push_refused_at: Date | null;
    /** When its authors were notified that the draft will be removed; null after the next change. */
    notified_at: Date | null;
    created_at: Generated<Date>;
    /** Last change, including merged commits. */
    updated_at: Generated<Date>;
    /** Last change by a person or key. */
    saved_at: Generated<Date>;
  };
  email_changes: {
    user_id: string;
    /** Only its digest is stored. */
    token_sha256: Buffer;
    email: string;
    expires_at: Date;
  };
  ended_reader_sessions: {
    id: string;
    project_id: string;
    ended_at: Generated<Date>;
    expires_at: Date;
  };
  export_jobs: {
    id: string;
    organization_id: string;
    project_id: string;
    domain: string | null;
    status: 'queued' | 'running' | 'completed' | 'failed';
    progress: Generated<number>;
    page_count: Generated<number>;
    total_pages: number | null;
    requested_version: string | null;
    commit: string | null;
    base_path: string;
    paths: string[] | null;
    strict: boolean;
    error: string | null;
    error_code: string | null;
    issues: Json<string | undefined>;
    issue_count: Generated<number>;
    duration_ms: number | null;
    sha256: string | null;
    size_bytes: number | null;
    blob_key: string | null;
    attempt: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    exclude_restricted: Generated<boolean>;
    expected_pages: number | null;
    missing: Json<string | undefined>;
    missing_count: Generated<number>;
    issue_counts: Json<string | undefined>;
    /** Restricted content is in a bundle only if the export asked for it. */
    includes_restricted: Generated<boolean>;
    /** Whether the readers of the exported site may sign in, but don't have to. */
    sign_in_optional: Generated<boolean>;
  };
  first_steps: {
    user_id: string;
    organization_id: string;
    opened_example_at: Date | null;
    dismissed_at: Date | null;
  };
  idempotency_keys: {
    organization_id: string;
    key: string;
    operation: string;
    body_sha256: Buffer;
    response: Json;
    created_at: Generated<Date>;
    actor: string;
  };
  invitations: {
    id: string;
    organization_id: string;
    email: string;
    role: 'owner' | 'admin' | 'editor' | 'viewer';
    token_sha256: Buffer;
    invited_by: string;
    created_at: Generated<Date>;
    expires_at: Date;
    /** The inviting member sees the other token in the API's response; this one is only in the mail, so it proves the address. */
    mailed_token_sha256: Buffer | null;
  };
  limit_blocks: {
    id: GeneratedAlways<number>;
    bucket: string;
    units: number;
    leased_at: Generated<Date>;
  };
  live_sites: {
    project_id: string | null;
    organization_id: string | null;
    deployment_id: string | null;
    bundle_id: string | null;
    blob_key: string | null;
    size_bytes: number | null;
    bundle_created_at: Date | null;
    is_open: boolean | null;
  };
  local_commit_statuses: {
    repository_id: string;
    sha: string;
    context: string;
    state: 'pending' | 'success' | 'failure';
    description: string;
    url: string;
    updated_at: Generated<Date>;
  };
  local_pull_request_comments: {
    id: GeneratedAlways<number>;
    repository_id: string;
    number: number;
    author: string;
    body: string;
    created_at: Generated<Date>;
  };
  local_pull_requests: {
    repository_id: string;
    number: number;
    state: Generated<'open' | 'closed' | 'merged'>;
    draft: boolean;
    title: string;
    body: string;
    head_branch: string;
    base_branch: string;
    /** The newest known commit of the head branch; refs/pulls/<number>/head keeps it reachable. */
    head_sha: string;
    /** Common ancestor of head and base, fixed when the pull request ends, so that its diff doesn't change. */
    fork_sha: string;
    merge_sha: string | null;
    ended_by: string | null;
    labels: Generated<string[]>;
    reviewers: Generated<string[]>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    ended_at: Date | null;
  };
  local_repositories: {
    id: string;
    organization_id: string;
    /** Part of the repository's address. */
    name: string;
    default_branch: string;
    /** The number of the next pull request. */
    next_number: Generated<number>;
    created_at: Generated<Date>;
    /** Every link to the repository is signed over this number: raising it invalidates them all. */
    link_generation: Generated<number>;
  };
  members: {
    organization_id: string;
    user_id: string;
    role: 'owner' | 'admin' | 'editor' | 'viewer';
    created_at: Generated<Date>;
    /** Groups in which members read sites with the access mode members. */
    reader_groups: Generated<string[]>;
  };
  model_budgets: {
    organization_id: string;
    /** Null for the budget of the whole organization. */
    project_id: string | null;
    scope: GeneratedAlways<string>;
    /** The upper limit also excludes NaN, which compares above every number. */
    usd: number;
    thresholds: number[];
    stop_jobs: boolean;
    updated_at: Generated<Date>;
  };
  model_spending: {
    organization_id: string;
    /** No reference: the cost of a deleted project remains. */
    project_id: string;
    month: string;
    usd: string;
    unpriced_answers: number;
    changed_at: Generated<Date>;
  };
  models_in_use: {
    project_id: string | null;
    organization_id: string | null;
    writing_source: string | null;
    models: JsonOrNull;
    embedding_source: string | null;
    embedding: JsonOrNull;
  };
  notification_mailboxes: {
    user_id: string;
    sent_at: Date[];
  };
  notification_settings: {
    organization_id: string;
    user_id: string;
    kind: string;
    in_app: boolean;
    mail: boolean;
  };
  notifications: {
    id: GeneratedAlways<number>;
    organization_id: string;
    user_id: string;
    kind: string;
    tone: 'good' | 'bad' | 'neutral';
    title: string;
    text: string;
    /** No reference: rows of a deleted project are deleted in batches, like those of its jobs. */
    project_id: string | null;
    /** ID of the job, deployment or endpoint that it is about. */
    subject_id: string | null;
    at: Generated<Date>;
    /** False for notifications that are only sent by mail. */
    in_app: boolean;
    read_at: Date | null;
    /** Null if no mail is wanted. */
    mail: 'waiting' | 'sent' | 'failed' | null;
  };
  open_invitations: {
    organization_id: string;
  };
  organization_models: {
    organization_id: string;
    models: Json;
    credentials: string;
    key_id: string;
    updated_at: Generated<Date>;
    embedding: JsonOrNull;
  };
  organization_storage: {
    organization_id: string;
    /** Null for the default of the installation, 0 for no quota. */
    quota_bytes: number | null;
    repository_bytes: Generated<number>;
    bundle_bytes: Generated<number>;
    record_bytes: Generated<number>;
    /** Null until the first measurement. */
    measured_at: Date | null;
  };
  organizations: {
    id: string;
    name: string;
    plan: 'free' | 'pro' | 'enterprise';
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** The operator's organization: only its keys may read data about the whole installation. */
    operator: Generated<boolean>;
    /** Part of the addresses of the organization's repositories on the embedded code host: /git/@<slug>/<name>.git. Repositories of the operator's organization have none: /git/<name>.git. */
    slug: Generated<string>;
    /** Set when deletion starts; purged_at is set when nothing but the name and the audit log remains. */
    deleted_at: Date | null;
    purged_at: Date | null;
  };
  page_feedback: {
    id: string;
    project_id: string;
    created_at: Date;
    updated_at: Date;
    path: string;
    source: 'contextual' | 'thumbs_only' | 'code_snippet' | 'agent';
    helpful: boolean | null;
    comment: string | null;
    contact: string | null;
    /** HMAC with the day's salt, as in analytics_events; null for readers who opt out of analytics. */
    visitor: Buffer | null;
    status: Generated<'pending' | 'in_progress' | 'resolved' | 'dismissed'>;
    note: string | null;
    block: number | null;
    lang: string | null;
    code: string | null;
    filename: string | null;
  };
  page_health_hosts: {
    host: string;
    next_at: Date;
  };
  page_health_links: {
    project_id: string;
    /** Without fragment. */
    url: string;
    host: string;
    bundle_id: string;
    /** The first pages with the link, at most 20 paths. */
    pages: Json;
    page_count: number;
    outcome: 'answers' | 'gone' | 'unknown' | null;
    /** Status of the response, or why there was none. */
    reason: string | null;
    checked_at: Date | null;
    /** The last HTTP response, of any status. */
    heard_at: Date | null;
    /** First and last check that found it gone since it last responded. */
    gone_since: Date | null;
    gone_at: Date | null;
    gone_reason: string | null;
    due_at: Date;
  };
  page_health_pages: {
    project_id: string;
    /** As in analytics: /guides/keys. */
    path: string;
    title: string;
    bundle_id: string;
    digest: Buffer;
    /** When its text last changed; for pages of the first bundle, when that bundle was created. */
    unchanged_since: Date;
    /** Null for pages of the first bundle, which are older. */
    added_at: Date | null;
  };
  page_health_sites: {
    project_id: string;
    /** The bundle that the site's rows in page_health_pages are from; null until the first is read. */
    bundle_id: string | null;
    /** False if the site has more pages or links than are stored. */
    complete: Generated<boolean>;
    /** When the site was last live. */
    seen_at: Date;
    /** No other worker reads it before this time. */
    claimed_until: Date;
  };
  project_agent_settings: {
    project_id: string;
    organization_id: string;
    settings: Json;
    updated_at: Generated<Date>;
  };
  project_assistant_settings: {
    project_id: string;
    organization_id: string;
    enabled: boolean;
    model: 'builtin/extracts-1' | 'project';
    instructions: string;
    retention_days: number;
    fallback: JsonOrNull;
    updated_at: Generated<Date>;
    name: Generated<string>;
    greeting: Generated<string>;
    starters: Json<string | undefined>;
    tone: Generated<'neutral' | 'friendly' | 'formal'>;
    messages_per_minute: Generated<number>;
    monthly_budget_usd: number | null;
    visitor_daily_budget_usd: number | null;
  };
  project_domains: {
    organization_id: string;
    domain: string;
    project_id: string;
    position: number;
  };
  project_models: {
    project_id: string;
    organization_id: string;
    models: Json;
    credentials: string;
    key_id: string;
    updated_at: Generated<Date>;
    /** The model that compares texts by meaning; models may be empty then. */
    embedding: JsonOrNull;
  };
  projects: {
    id: string;
    organization_id: string;
    name: string;
    repository: string;
    branch: string;
    docs_folder: string;
    deployment_kind: 'cloud' | 'client-hosted' | 'air-gapped';
    model: string;
    features: Json;
    as_draft: boolean;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    exclude_orphans: Generated<boolean>;
  };
  public_keys: {
    id: string;
    organization_id: string;
    project_id: string;
    name: string;
    key: string;
    allowed_origins: string[];
    created_at: Generated<Date>;
    expires_at: Date | null;
    revoked_at: Date | null;
  };
  rate_uses: {
    bucket: string;
    used_at: Date;
    id: GeneratedAlways<number>;
  };
  reader_access_tokens: {
    id: string;
    environment_id: string;
    owner: string;
    sealed: string;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  reader_profiles: {
    environment_id: string;
    /** SHA-256 of site, mode and subject. */
    owner: string;
    sealed: string;
    expires_at: Date;
  };
  reader_sessions: {
    id: string;
    project_id: string;
    subject_sha256: Buffer;
    session_epoch: number;
    /** The password or key that it was signed in with; the session ends with it. */
    credential_id: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  search_checks: {
    project_id: string;
    /** [{query, path}] */
    questions: Json;
    updated_at: Date;
  };
  sessions: {
    id: string;
    user_id: string;
    token: string;
    ip_address: string | null;
    user_agent: string | null;
    expires_at: Date;
    created_at: Generated<Date>;
    /** When it was last used, to the minute. */
    updated_at: Generated<Date>;
  };
  setup_links: {
    token_sha256: Buffer;
    organization_id: string;
    user_id: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  shared_agent_jobs: {
    id: string;
    organization_id: string;
    project_id: string;
    created_at: Date;
    status: 'active' | 'completed' | 'failed' | 'archived';
    result: string | null;
    error: JsonOrNull;
    usage: Json;
    pr_state: 'open' | 'merged' | 'closed' | null;
    is_free: boolean;
    started_by_kind: 'user' | 'api_key' | 'system';
    started_by_id: string | null;
    started_by_name: string | null;
    merged_unchanged: boolean | null;
    merged_lines: number | null;
    merged_lines_after: number | null;
  };
  shared_code_hosts: {
    organization_id: string;
  };
  shared_export_jobs: {
    id: string;
    organization_id: string;
    project_id: string;
    created_at: Date;
    status: 'queued' | 'running' | 'completed' | 'failed';
    error: string | null;
    error_code: string | null;
    blob_key: string | null;
  };
  shared_members: {
    organization_id: string;
    user_id: string;
    role: 'owner' | 'admin' | 'editor' | 'viewer';
  };
  shared_organization_models: {
    organization_id: string;
    model: string | null;
    has_language_model: boolean | null;
  };
  shared_organizations: {
    id: string;
    name: string;
    plan: 'free' | 'pro' | 'enterprise';
    operator: boolean;
    slug: string;
    purged_at: Date | null;
  };
  shared_project_models: {
    project_id: string;
    organization_id: string;
    has_models: boolean | null;
    has_language_model: boolean | null;
  };
  shared_projects: {
    id: string;
    organization_id: string;
    name: string;
    deployment_kind: 'cloud' | 'client-hosted' | 'air-gapped';
    branch: string;
  };
  shared_site_bundles: {
    id: string;
    project_id: string;
    blob_key: string;
    sha256: string;
    size_bytes: number;
    page_count: number;
    issue_count: number;
    base_path: string;
    specifications: JsonOrNull;
    created_at: Date;
  };
  shared_site_deployments: {
    id: string;
    organization_id: string;
    project_id: string;
    environment_id: string;
    bundle_id: string | null;
    created_at: Date;
    branch: string;
    commit_message: string | null;
    status: 'queued' | 'in_progress' | 'success' | 'failure' | 'skipped';
    error_code: string | null;
    summary: string | null;
  };
  shared_site_environments: {
    id: string;
    project_id: string;
    kind: 'production' | 'preview';
    active_deployment_id: string | null;
  };
  shared_sites: {
    project_id: string;
    organization_id: string;
    is_default: boolean;
  };
  shared_text_updates: {
    shared_text_id: string;
    seq: number;
    content: Buffer;
  };
  shared_texts: {
    /** Another text at the same path has another ID: editors must not mix their updates. */
    id: string;
    organization_id: string;
    project_id: string;
    branch: string;
    /** Relative to the docs folder. */
    path: string;
    /** How the file ends its lines, which the text always does with LF; `mixed` keeps carriage returns in the text. */
    line_ending: 'lf' | 'crlf' | 'mixed';
    has_byte_order_mark: boolean;
    /** The Yjs document with the updates up to `state_seq`. */
    state: Buffer;
    state_seq: Generated<number>;
    /** The newest update. */
    last_seq: Generated<number>;
    /** The newest update whose text is in the draft. */
    saved_seq: Generated<number>;
    /** The bytes of the file when it last had the same text: the base of the next merge. */
    saved_content: Buffer;
    /** Who sent the updates after `saved_seq`, by ID. */
    unsaved_authors: Json<string | undefined>;
    updated_at: Generated<Date>;
  };
  shared_users: {
    id: string;
    email: string;
    email_verified: boolean;
    name: string;
  };
  sign_in_attempts: {
    bucket: string;
    failures: number;
    last_at: Date;
  };
  site_access: {
    project_id: string;
    organization_id: string;
    session_seconds: Generated<number>;
    /** Sessions of an earlier epoch have ended. */
    session_epoch: Generated<number>;
    signed_out_at: Date | null;
    /** The settings of each mode, without secrets; null if they were never set. */
    oauth: JsonOrNull;
    jwt: JsonOrNull;
    proxy: JsonOrNull;
    /** Sealed with the master key that key_id names. */
    secrets: string | null;
    key_id: string | null;
    updated_at: Generated<Date>;
  };
  site_access_codes: {
    code_sha256: Buffer;
    environment_id: string;
    session_id: string;
    /** SHA-256 of a value in the requesting browser's cookie for the site. */
    challenge: string;
    expires_at: Date;
  };
  site_bundles: {
    id: string;
    organization_id: string;
    project_id: string;
    identity: string;
    commit: string;
    blob_key: string;
    sha256: string;
    size_bytes: number;
    page_count: number;
    issues: Json;
    issue_count: number;
    error_count: number;
    created_at: Generated<Date>;
    expected_pages: Generated<number>;
    missing: Json<string | undefined>;
    missing_count: Generated<number>;
    issue_counts: Json<string | undefined>;
    /** Digests of the fetched specifications by URL; null for one that couldn't be fetched. */
    specifications: JsonOrNull;
    /** The path below which the bundle was built. */
    base_path: Generated<string>;
  };
  site_certificates: {
    domain: string;
    organization_id: string;
    /** The project that verified the domain. Another project needs another certificate. */
    project_id: string;
    status: Generated<'pending' | 'postponed' | 'issued' | 'failed'>;
    reason: string | null;
    /** Private key and certificate chain, sealed. */
    sealed: string | null;
    not_after: Date | null;
    /** Failed orders since the last success. */
    failures: Generated<number>;
    /** No other edge orders before this time. */
    next_order_at: Date;
  };
  site_changes: {
    /** A later transaction may end before an earlier one: readers continue from the oldest one that was still running. */
    changed_in: Generated<string>;
    project_id: string;
    changed_at: Generated<Date>;
  };
  site_deployments: {
    id: string;
    organization_id: string;
    project_id: string;
    environment_id: string;
    branch: string;
    status: 'queued' | 'in_progress' | 'success' | 'failure' | 'skipped';
    source: string;
    author: string | null;
    commit: string | null;
    commit_message: string | null;
    files_changed: JsonOrNull;
    observation: number | null;
    bundle_id: string | null;
    summary: string | null;
    error_code: string | null;
    log: Json<string | undefined>;
    durations: Json<string | undefined>;
    attempt: Generated<number>;
    created_at: Generated<Date>;
    started_at: Date | null;
    ended_at: Date | null;
    activated_at: Date | null;
    /** Whether a rebuild of a rolled-back site keeps it rolled back. */
    keeps_promotion: Generated<boolean>;
  };
  site_domains: {
    id: string;
    organization_id: string;
    project_id: string;
    domain: string;
    status: 'pending' | 'verified' | 'failed';
    /** The result of the last check of the domain's records, in words. */
    reason: string | null;
    /** Whether the domain's records point to the edges. */
    leads_here: Generated<boolean>;
    /** Since when only this project may use the domain. Failed checks don't reset it. */
    claimed_at: Date | null;
    failing_since: Date | null;
    checked_at: Date | null;
    /** Null if it isn't checked again automatically. */
    next_check_at: Date | null;
    created_at: Generated<Date>;
  };
  site_ended_previews: {
    project_id: string;
    branch: string;
    commit: string;
    ended_at: Generated<Date>;
  };
  site_environments: {
    id: string;
    organization_id: string;
    project_id: string;
    kind: 'production' | 'preview';
    /** Null for production, whose branch is the project's. */
    branch: string | null;
    /** First label of a preview's host name. */
    label: string | null;
    /** Number of the last observation of the branch's head commit. */
    observation: Generated<number>;
    observed_commit: string | null;
    active_deployment_id: string | null;
    /** Commits observed up to here don't go live automatically anymore. */
    active_observation: Generated<number>;
    /** A promotion lasts until the branch has another head commit than this. */
    pinned_commit: string | null;
    polled_at: Generated<Date>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** The pull request, for the preview of a fork. */
    pull_request: number | null;
    specifications_seen_at: Generated<Date>;
    opened_at: Date | null;
    poll_wait_seconds: Generated<number>;
  };
  site_passwords: {
    /** Each new password gets another ID. Sessions belong to an ID, and end with it. */
    id: string;
    project_id: string;
    label: string;
    hash: string;
    updated_at: Generated<Date>;
  };
  site_pull_requests: {
    project_id: string;
    number: number;
    organization_id: string;
    url: string;
    state: 'open' | 'closed' | 'merged';
    head_branch: string;
    /** Bitbucket reports the first 12 digits. */
    head_commit: string;
    base_branch: string;
    /** Whether its branch is in another repository. */
    from_fork: boolean;
    /** The fork's commit that a maintainer allowed to be built. */
    approved_commit: string | null;
    approved_by: string | null;
    approved_at: Date | null;
    /** Part of our comment, and stored before it is posted: after a crash in between, the comment is found by it. */
    comment_token: string | null;
    comment_id: string | null;
    /** Digest of the comment's text as last posted. */
    comment_digest: string | null;
    /** A lease: one worker reports at a time. */
    report_until: Date | null;
    /** Why the code host accepted no status or comment. */
    problem: string | null;
    asked_at: Generated<Date>;
    created_at: Generated<Date>;
    title: string | null;
    author: string | null;
    /** Whether the project's setting allowed it. */
    approved_by_setting: Generated<boolean>;
  };
  site_reader_keys: {
    project_id: string;
    /** The kid of tokens. */
    id: string;
    algorithm: 'EdDSA' | 'ES256';
    public_key: string;
    created_at: Generated<Date>;
  };
  site_reader_passwords: {
    /** Each new password gets another ID. Sessions belong to an ID, and end with it. */
    id: string;
    project_id: string;
    label: string;
    hash: string;
    updated_at: Generated<Date>;
  };
  site_sign_in_tests: {
    id: string;
    project_id: string;
    organization_id: string;
    token_sha256: Buffer;
    mode: 'oauth' | 'jwt' | 'proxy';
    /** The tested settings and secrets, sealed; null after the result. */
    settings: string | null;
    result: string | null;
    created_at: Generated<Date>;
    /** Until when the sign-in must be completed. */
    expires_at: Date;
  };
  site_slugs: {
    slug: string;
    project_id: string;
    created_at: Generated<Date>;
  };
  site_vectors: {
    bundle_id: string;
    project_id: string;
    /** provider/model of the stored vectors, or of those being computed. */
    model: string;
    /** Null until the first vectors are stored. */
    made_at: Date | null;
    made_model: string | null;
    sha256: string | null;
    size_bytes: number | null;
    sections: number | null;
    /** Texts among them that were sent to the model. */
    asked: number | null;
    attempts: Generated<number>;
    /** No other worker tries before this time. */
    claimed_until: Date;
    problem: string | null;
  };
  sites: {
    project_id: string;
    organization_id: string;
    slug: string;
    previews: Generated<boolean>;
    require_no_errors: Generated<boolean>;
    published: Generated<boolean>;
    /** Set by the operator: the status 410 or 451, and the text for readers. */
    takedown: JsonOrNull;
    /** Served if the request's host is an IP address: the example of a first start. */
    is_default: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    pull_requests_asked_at: Generated<Date>;
    /** The content of the TXT record that verifies a domain for this project and no other. */
    domain_token: Generated<string>;
    /** The claimed domain for canonical links; null for the name below the sites domain. */
    primary_domain: string | null;
    /** Whether requests for the other names redirect to the primary domain. */
    primary_leads_here: Generated<boolean>;
    /** Null for the installation's default: "members", unless only its own machine can reach it. */
    preview_access: 'public' | 'link' | 'password' | 'members' | null;
    base_path: Generated<string>;
    pull_requests_wait_seconds: Generated<number>;
    /** The repository, and the ETag of the last list of its open pull requests that was processed. */
    pull_requests_tag: string | null;
    /** Whether a maintainer must allow each head commit of a fork to be built. */
    require_fork_approval: Generated<boolean>;
    /** Who can read a live site. It is in the row that edges look up anyway: the settings of the other modes are read only if it isn't public. */
    access_mode: Generated<'public' | 'password' | 'members' | 'oauth' | 'jwt' | 'proxy'>;
    /** Whether everyone can read what isn't restricted, and readers may sign in. */
    sign_in_optional: Generated<boolean>;
  };
  suggestions: {
    project_id: string;
    /** Digest of kind and subject. */
    id: string;
    kind: 'missing_topic' | 'unhelpful_page' | 'missing_address';
    /** Stems of the topic, or a path. */
    subject: string;
    dismissed: Generated<boolean>;
    job_id: string | null;
    acted_at: Date;
  };
  two_factors: {
    id: string;
    user_id: string;
    secret: string;
    backup_codes: string;
    verified: Generated<boolean>;
    failed_verification_count: Generated<number>;
    locked_until: Date | null;
    /** RFC 6238, 5.2: a code is accepted once. Later codes only have later steps. */
    last_time_step: number | null;
  };
  upkeep_runs: {
    rule: string;
    started_at: Date;
    /** Null until the rule's first run ends; rows, files and bytes are those of the last run that ended. */
    ended_at: Date | null;
    failed: Generated<boolean>;
    rows: Generated<number>;
    files: Generated<number>;
    bytes: Generated<number>;
  };
  used_reader_tokens: {
    project_id: string;
    /** SHA-256 of what was signed. */
    digest: string;
    expires_at: Date;
  };
  users: {
    id: string;
    name: string;
    /** Lower case. */
    email: string;
    email_verified: Generated<boolean>;
    image: string | null;
    two_factor_enabled: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  webhook_attempts: {
    delivery_id: string;
    attempt: number;
    at: Date;
    duration_ms: number;
    status_code: number | null;
    error: string | null;
    response: string | null;
  };
  webhook_deliveries: {
    id: string;
    endpoint_id: string;
    organization_id: string;
    /** The header webhook-id: equal for every endpoint, attempt and replay of one event. */
    message_id: string;
    project_id: string | null;
    type: string;
    /** The exact text that is signed and sent. */
    payload: string;
    status: Generated<'pending' | 'succeeded' | 'failed'>;
    attempts: Generated<number>;
    error: string | null;
    next_attempt_at: Date | null;
    replay_of: string | null;
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
  webhook_endpoints: {
    id: string;
    organization_id: string;
    url: string;
    description: string;
    /** Null for every event. */
    events: string[] | null;
    /** Null for every project. */
    project_ids: string[] | null;
    /** Sealed, like previous_secret, which also signs until previous_secret_until. */
    secret: string;
    previous_secret: string | null;
    previous_secret_until: Date | null;
    disabled_at: Date | null;
    disabled_reason: string | null;
    /** When deliveries began to fail; null while they succeed. */
    failing_since: Date | null;
    created_by: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    format: Generated<'standard' | 'slack' | 'discord' | 'teams'>;
    /** A chat's address is a secret: sealed here, and shortened in url. Null for the format 'standard'. */
    sealed_url: string | null;
  };
}
