/**
 * Every error that an API response can contain. The code is stable; the message is for people and may change.
 * The reference page lists this table, and a test compares it with the errors of the server in both directions.
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    cause:
      "A field is missing, has the wrong type, is out of range or contains text that can't be stored; `details` names it. Or the request is not valid HTTP.",
  },
  invalid_json: { status: 400, cause: 'The body is not JSON.' },
  invalid_domain: {
    status: 400,
    cause:
      "The domain contains a scheme, port, path or invalid character; or it can't have a live site, such as an IP address or a name of the installation.",
  },
  weak_password: { status: 400, cause: 'The password is too short, too long or easy to guess.' },
  link_unusable: {
    status: 400,
    cause: 'A setup, invitation or password reset link has expired, was withdrawn or has been used.',
  },
  unknown_domain: { status: 400, cause: 'No project of the organization has the domain as an export name.' },
  unknown_page: { status: 400, cause: 'An entry of `paths` is not a published page of the site.' },
  invalid_repository: {
    status: 400,
    cause: 'No configured code host accepts the address, or the repository is not connected to the organization.',
  },
  model_settings_invalid: {
    status: 400,
    cause: 'The model settings are invalid; the message names the field, never a credential.',
  },
  access_settings_invalid: {
    status: 400,
    cause: "The settings of readers' access are invalid; the message names the setting, never a secret.",
  },
  invalid_webhook_url: { status: 400, cause: 'The address of the webhook endpoint is not allowed.' },
  invalid_code_host: {
    status: 400,
    cause: 'The settings of the code host are invalid; the message names the field, never a credential.',
  },
  invalid_signature: { status: 401, cause: "The event from the code host is not signed with the hook's secret." },
  unauthorized: {
    status: 401,
    cause: 'The key is missing, malformed, unknown, expired or revoked. The response never says which.',
  },
  invalid_credentials: {
    status: 401,
    cause: 'The email address or the password is incorrect. The response never says which.',
  },
  invalid_code: { status: 401, cause: 'The two-factor code is incorrect, expired or has been used.' },
  session_expired: {
    status: 401,
    cause: 'The session has expired, was revoked or is unknown. Sign in again.',
  },
  insufficient_scope: {
    status: 403,
    cause:
      "The key is valid, but its scopes or projects don't cover the operation; or it would grant, revoke or extend permissions that it doesn't have.",
  },
  person_required: {
    status: 403,
    cause: 'Notifications belong to people; API keys have none. Use a dashboard session.',
  },
  cross_site_request: {
    status: 403,
    cause: 'A request with a session cookie that changes data came from another site.',
  },
  wrong_account: { status: 403, cause: 'The invitation is for a different email address than the signed-in account.' },
  origin_not_allowed: {
    status: 403,
    cause: 'The public key is not allowed on pages of that origin.',
  },
  operator_only: {
    status: 403,
    cause: "Only the installation's operator may do this, because it affects every organization or a plan.",
  },
  site_protected: {
    status: 403,
    cause:
      'The whole site is protected, and exports have no sign-in. Use `excludeRestricted` to export its public pages.',
  },
  plan_required: { status: 403, cause: "The organization's plan does not include the operation." },
  link_invalid: { status: 403, cause: 'A download link is invalid, was altered or has expired.' },
  not_found: { status: 404, cause: 'The object does not exist or belongs to another organization.' },
  draft_file_refused: {
    status: 400,
    cause:
      "The file can't be changed in a draft: its path or size isn't allowed, or its content isn't valid; the message says why.",
  },
  comment_not_own: { status: 403, cause: 'The comment or the thread belongs to another author.' },
  not_in_diff: { status: 404, cause: "The diff of the agent job doesn't contain that file." },
  method_not_allowed: {
    status: 405,
    cause: 'The path exists, but not with this method; the `Allow` header lists the allowed methods.',
  },
  request_timeout: { status: 408, cause: 'The request or its body arrived too slowly; the message names the limit.' },
  last_owner: { status: 409, cause: 'The member is the last owner of the organization.' },
  account_exists: {
    status: 409,
    cause:
      'The email address of an invitation or setup link already has an account. Its owner must sign in and open the link again.',
  },
  already_member: { status: 409, cause: 'The person is already a member.' },
  preview_failed: { status: 409, cause: "The pages can't be rendered; the message says why." },
  agent_job_archived: { status: 409, cause: 'The agent job is archived, which is final.' },
  agent_job_active: { status: 409, cause: 'The agent job is still active.' },
  agent_job_of_draft: {
    status: 409,
    cause: 'The agent job suggests changes to a draft, so it accepts no follow-ups. Ask the agent again.',
  },
  agent_job_not_active: { status: 409, cause: 'The agent job has already ended.' },
  export_not_completed: { status: 409, cause: 'The export job has no bundle until its status is `completed`.' },
  export_in_progress: { status: 409, cause: 'Another export job of the project is queued or running.' },
  export_not_active: { status: 409, cause: 'The export job has already ended.' },
  site_not_live: {
    status: 403,
    cause: "The project's deployment kind is not `cloud`, so it has no live site here.",
  },
  assistant_off: {
    status: 403,
    cause:
      'The assistant is turned off for the project, or the live deployment was built without it; the message says which.',
  },
  budget_spent: {
    status: 403,
    cause:
      'The monthly budget of the organization or the project is spent and blocks new agent jobs; the message names the budget and where to change it.',
  },
  previews_off: { status: 403, cause: 'Previews are turned off for the project.' },
  deployment_not_ready: { status: 409, cause: 'Only a deployment whose status is `success` can go live.' },
  deployment_not_active: { status: 409, cause: 'The deployment has already ended.' },
  pull_request_moved: {
    status: 409,
    cause: 'The head of the pull request changed after it was approved or reviewed.',
  },
  no_pull_request: { status: 409, cause: "The agent job hasn't opened a pull request." },
  pull_request_ended: { status: 409, cause: 'The pull request is already merged or closed; the message says which.' },
  pull_request_conflict: { status: 409, cause: 'The pull request conflicts with changes on its base branch.' },
  pull_request_blocked: {
    status: 409,
    cause:
      "The code host doesn't allow the merge now: the pull request is a draft, or a required check or approval is missing; the message says which.",
  },
  suggestion_in_progress: {
    status: 409,
    cause: 'The suggestion has an active job or an open pull request.',
  },
  automation_disabled: { status: 409, cause: 'The automation is disabled. Enable it first.' },
  automation_in_file: {
    status: 409,
    cause: 'A file in the docs repository defines the automation. Change or delete the file instead.',
  },
  automation_running: { status: 409, cause: 'A run of the automation is queued or running; the message names it.' },
  automation_limit_reached: {
    status: 409,
    cause: 'The automation has reached one of its `limits`; the message names it.',
  },
  too_many_automations: { status: 409, cause: 'The project has reached its maximum number of automations.' },
  draft_file_changed: {
    status: 409,
    cause:
      'The file has changed since the `version` in the request; nothing was saved. Read it again, combine both versions, and save the result with its new `version`.',
  },
  draft_changed: {
    status: 409,
    cause: 'The draft has changed since the `draftVersion` in the request. Review it again.',
  },
  draft_empty: { status: 409, cause: 'The draft contains no changes.' },
  draft_conflict: {
    status: 409,
    cause:
      'Files of the draft conflict with commits of the branch; the message names them. Resolve the conflicts first.',
  },
  draft_blocked: {
    status: 409,
    cause: 'The draft introduces errors, and the project blocks such drafts; the message names the first one.',
  },
  draft_limit_reached: {
    status: 409,
    cause:
      'The project has reached its maximum number of drafts, or the draft its maximum number of files or bytes; the message says which.',
  },
  draft_action_unavailable: {
    status: 409,
    cause: 'The branch does not allow the action; the message lists the actions that it allows.',
  },
  draft_repository_unavailable: {
    status: 409,
    cause: "The project's repository or the branch can't be read; the message says why. The draft is kept.",
  },
  comment_text_not_found: { status: 409, cause: "The quoted text isn't in the file, or occurs more than once." },
  comment_closed: { status: 409, cause: 'The thread is closed, or has no suggestion; the message says which.' },
  suggested_change_outdated: { status: 409, cause: 'The text that the suggestion replaces has changed since.' },
  comment_limit_reached: { status: 409, cause: 'The thread, file or project has reached its comment limit.' },
  branch_protected: {
    status: 409,
    cause: 'The code host refused the commit to the branch; the message says why. Create a pull request instead.',
  },
  branch_exists: { status: 409, cause: 'A branch with that name already exists.' },
  domain_not_verified: { status: 409, cause: 'Only a verified domain can be the primary domain.' },
  project_limit_reached: {
    status: 409,
    cause: 'The organization has reached its maximum number of projects; the message names the limit.',
  },
  domain_limit_reached: { status: 409, cause: 'The project has reached its maximum number of domains.' },
  domain_taken: { status: 409, cause: 'Another project already has the domain as an export name.' },
  repository_taken: { status: 409, cause: 'A repository with that name already exists.' },
  branch_changed: {
    status: 409,
    cause: "The branch isn't at `expectedHead`, or it moved while the commit was created.",
  },
  repository_in_use: { status: 409, cause: 'A project still uses the repository.' },
  project_in_use: { status: 409, cause: 'The project has unfinished jobs.' },
  project_has_models: {
    status: 409,
    cause:
      "The project or its organization has models, so the project's `model` can't be set. Change the models instead.",
  },
  api_key_limit_reached: { status: 409, cause: 'The organization has reached its limit of active API keys.' },
  invitation_limit_reached: { status: 409, cause: 'The organization has reached its limit on open invitations.' },
  api_key_revoked: { status: 409, cause: 'The key is already revoked.' },
  public_key_limit_reached: { status: 409, cause: 'The project has reached its limit of public keys.' },
  webhook_disabled: { status: 409, cause: 'The webhook endpoint is disabled. Enable it first.' },
  preview_password_limit: { status: 409, cause: 'The project has reached its limit of preview passwords.' },
  reader_password_limit: { status: 409, cause: 'The site has reached its limit of reader passwords.' },
  reader_key_limit: { status: 409, cause: "The site has reached its maximum number of keys for readers' tokens." },
  reader_key_taken: { status: 409, cause: 'The site already has a key with that ID.' },
  webhook_limit_reached: { status: 409, cause: 'The organization has reached its limit of webhook endpoints.' },
  code_host_without_hooks: {
    status: 409,
    cause: "The project's repository is on the embedded code host, which doesn't need a hook.",
  },
  code_host_taken: {
    status: 409,
    cause: 'The organization already has a connection to that address and account. Change that connection.',
  },
  code_host_in_use: {
    status: 409,
    cause: 'Projects depend on the code host; the message names them. Use `force` to disconnect it anyway.',
  },
  code_host_limit_reached: { status: 409, cause: 'The organization has reached its limit of code hosts.' },
  code_host_refused: {
    status: 409,
    cause: "The code host refused the request or didn't report its outcome; the message says which.",
  },
  idempotency_in_progress: {
    status: 409,
    cause: 'The first request with this Idempotency-Key is still in progress.',
  },
  assistant_message_in_progress: {
    status: 409,
    cause: 'Another process is still answering this message; `Retry-After` says when to send it again.',
  },
  bundle_missing: { status: 410, cause: "The bundle's file no longer exists. Start the export again." },
  bundle_damaged: {
    status: 410,
    cause: "The bundle's file was changed after the export. Start the export again.",
  },
  operation_retired: { status: 410, cause: 'The operation was replaced by another one, which the message names.' },
  precondition_failed: {
    status: 412,
    cause: 'The object has changed since the `updatedAt` in `If-Match`. Read it again.',
  },
  payload_too_large: { status: 413, cause: 'The body is larger than the limit; the message names the limit.' },
  unsupported_media_type: { status: 415, cause: 'The body is not `application/json`, or is compressed.' },
  expectation_failed: { status: 417, cause: 'The `Expect` header has a value other than `100-continue`.' },
  idempotency_mismatch: {
    status: 422,
    cause: 'The Idempotency-Key was used in the last 24 hours with a different body.',
  },
  headers_too_large: {
    status: 431,
    cause:
      'The address and headers of the request exceed 16 KiB in total, or the address redirects to one with more than 8,000 characters.',
  },
  too_many_attempts: {
    status: 429,
    cause: 'Too many sign-in attempts. Try again after `Retry-After` seconds.',
  },
  too_many_waiting: {
    status: 429,
    cause:
      'The organization has reached its maximum number of waiting jobs of this type; the message names the limit. Try again when some have ended, or cancel some.',
  },
  too_many_streams: {
    status: 429,
    cause:
      'The organization or key has reached the limit on open event streams and waiting requests (`wait`) per process. Close some, or try again after `Retry-After` seconds.',
  },
  rate_limited: { status: 429, cause: 'The rate limit is reached. Try again after `Retry-After` seconds.' },
  internal: { status: 500, cause: 'An internal error of the service. Search the log for `requestId`.' },
  storage_quota_exceeded: {
    status: 403,
    cause:
      'The organization has reached its storage quota; nothing was stored. The message names the usage, the quota and what to do.',
  },
  storage_full: {
    status: 507,
    cause: 'A disk of the service is full; nothing was stored. Try again when the operator has freed space.',
  },
  site_unreadable: {
    status: 503,
    cause:
      "The files of the live deployment are missing, damaged or unavailable; see the service's log for the reason.",
  },
  assistant_busy: {
    status: 503,
    cause: 'The process has reached its maximum number of answers in progress. Try again after `Retry-After` seconds.',
  },
  repository_damaged: {
    status: 503,
    cause: "Files of the repository are missing or damaged on the service's disk; the message says which.",
  },
  unavailable: { status: 503, cause: 'The service is starting, stopping or has no database connection. Try again.' },
} as const satisfies Record<string, { status: number; cause: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** Reasons why an agent job or an export job failed: `error.code` of the job. */
export const jobErrorCodes = {
  cancelled: { retryable: false, cause: 'A person canceled the job.' },
  repository_not_found: {
    retryable: false,
    cause:
      "The code host doesn't have the repository, the installation's credentials can't access it, or it isn't connected to the organization.",
  },
  repository_moved: { retryable: false, cause: 'The repository was renamed or transferred.' },
  repository_damaged: {
    retryable: false,
    cause: "Files of the repository are missing or damaged on the service's disk; the message says which.",
  },
  repository_unreachable: { retryable: true, cause: 'The code host did not respond, or responded too late.' },
  repository_empty: { retryable: false, cause: 'The repository has no commits.' },
  permission_denied: {
    retryable: false,
    cause: "The project's credentials don't allow reading the repository, pushing to it or opening pull requests.",
  },
  permission_lost: { retryable: false, cause: 'The person or key that started the job may no longer suggest changes.' },
  branch_not_found: { retryable: false, cause: 'The base branch does not exist.' },
  draft_text_changed: {
    retryable: false,
    cause: 'The draft changed before the agent could read the text that the request is about. Ask the agent again.',
  },
  branch_moved: {
    retryable: false,
    cause:
      "Someone changed the agent's branch, which is never overwritten; or the head of a fork changed after its approval.",
  },
  pull_request_closed: {
    retryable: false,
    cause: "Someone closed or merged the pull request, so follow-ups aren't possible.",
  },
  no_docs_config: { retryable: false, cause: 'The docs folder has neither docs.json nor mint.json.' },
  invalid_docs_config: { retryable: false, cause: 'docs.json is not valid JSON.' },
  storage_quota_exceeded: {
    retryable: false,
    cause: 'The organization has reached its storage quota; the message names the usage and what to do.',
  },
  limit_exceeded: {
    retryable: false,
    cause: 'The site, a file or the bundle exceeds a limit; the message names the limit.',
  },
  restricted_pages: {
    retryable: false,
    cause: "The site has pages that aren't public; the message names them. Use `excludeRestricted` to leave them out.",
  },
  site_protected: { retryable: false, cause: 'The whole site is protected, and exports have no sign-in.' },
  strict_issues: { retryable: false, cause: '`strict` is set and the site has error-level issues.' },
  model_unavailable: { retryable: true, cause: "The model's provider did not respond, even after retries." },
  model_rate_limited: {
    retryable: true,
    cause: "The rate limit of the model's provider was reached, even after retries.",
  },
  model_key_rejected: { retryable: false, cause: "The model's provider refused the key." },
  model_account_empty: {
    retryable: false,
    cause: "The account at the model's provider has no credit left, or its spend limit is reached.",
  },
  model_not_found: {
    retryable: false,
    cause: 'The provider has no model with that name at that address.',
  },
  model_context_exceeded: { retryable: false, cause: "The conversation is longer than the model's context window." },
  model_without_tools: { retryable: false, cause: 'The model never called a tool, which the agent requires.' },
  model_misconfigured: {
    retryable: false,
    cause: "The settings of the project's model are invalid; the message says why.",
  },
  model_rejected: {
    retryable: false,
    cause: "The model's provider rejected the request as invalid for a reason other than those above.",
  },
  credentials_unreadable: {
    retryable: false,
    cause: "The project's credentials were encrypted with a master key that the worker doesn't have.",
  },
  budget_exceeded: { retryable: false, cause: 'The job reached its limit for steps, time, tokens or cost.' },
  no_progress: { retryable: false, cause: 'The model repeated itself or stopped using its tools.' },
  gate_failed: { retryable: false, cause: 'The edits broke the site, and the repair attempts did not fix it.' },
  worker_lost: {
    retryable: true,
    cause: 'Every worker that ran the job crashed; the job failed after the last attempt.',
  },
  storage_unavailable: { retryable: true, cause: 'The blob store did not accept the bundle, even after retries.' },
  internal: { retryable: true, cause: "An internal error of the service. Search the log for the job's ID." },
} as const satisfies Record<string, { retryable: boolean; cause: string }>;

export type JobErrorCode = keyof typeof jobErrorCodes;
