/**
 * Every error that an answer of the API may carry. The code is stable, the message is for a person and may change.
 * The reference page lists this table, and a test compares it with what the server can throw, both ways.
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    cause:
      'A field is missing, of the wrong type or out of range, or holds text that can’t be stored; `details` names it. Or the request is not HTTP as it should be.',
  },
  invalid_json: { status: 400, cause: 'The body is not JSON.' },
  invalid_domain: {
    status: 400,
    cause:
      'The domain holds a scheme, port, path or a character that a host name cannot; or it is one at which no live site can be, such as an address or a name of the installation.',
  },
  weak_password: { status: 400, cause: 'The password is too short, too long, or one that guessers try first.' },
  link_unusable: {
    status: 400,
    cause: 'A set-up, invitation or password reset link has expired, was withdrawn or has been used.',
  },
  unknown_domain: { status: 400, cause: "None of the organization's projects serves the domain." },
  unknown_page: { status: 400, cause: 'An entry of `paths` is no published page of the site.' },
  invalid_repository: {
    status: 400,
    cause: 'No configured code host accepts the address, or the repository is not connected to the organization.',
  },
  model_settings_invalid: {
    status: 400,
    cause: 'A model can’t be used as it is set; the message names the field, never a credential.',
  },
  invalid_webhook_url: { status: 400, cause: 'Nothing may be sent to the address of the webhook endpoint.' },
  invalid_code_host: {
    status: 400,
    cause: 'The code host can’t be connected as it is given; the message names the field, never a credential.',
  },
  invalid_signature: { status: 401, cause: 'What a code host posted is not signed with the hook’s secret.' },
  unauthorized: {
    status: 401,
    cause: 'The key is missing, malformed, unknown, expired or revoked. The response never says which.',
  },
  invalid_credentials: {
    status: 401,
    cause: 'The email address or the password is incorrect. The response never says which.',
  },
  invalid_code: { status: 401, cause: 'The code of the second factor is incorrect, expired or has been used.' },
  session_expired: {
    status: 401,
    cause: 'The session cookie is expired, revoked or unknown: sign in again.',
  },
  insufficient_scope: {
    status: 403,
    cause:
      "The key is good, but its scopes or projects don't cover the operation; or it would give, take or prolong what it doesn't hold.",
  },
  person_required: {
    status: 403,
    cause:
      'Notifications are of people: an API key has none, and no settings for them. Ask with the session of the dashboard.',
  },
  cross_site_request: {
    status: 403,
    cause: 'A request with a session cookie that changes something came from another site than the service itself.',
  },
  wrong_account: { status: 403, cause: 'The invitation is for a different address than the signed-in account.' },
  origin_not_allowed: {
    status: 403,
    cause: 'The public key is not for pages of that origin.',
  },
  operator_only: {
    status: 403,
    cause:
      'Only the operator of the installation may: what is asked for concerns all of its organizations, or its plan.',
  },
  site_protected: {
    status: 403,
    cause:
      'The site as a whole is protected, and an export has no sign-in; `excludeRestricted` exports what it says is public.',
  },
  plan_required: { status: 403, cause: "The organization's plan does not include the operation." },
  link_invalid: { status: 403, cause: 'A download link is forged, altered or past its time.' },
  not_found: { status: 404, cause: 'There is no such object, or it belongs to another organization.' },
  not_in_diff: { status: 404, cause: 'The diff of the agent job has no file of that path.' },
  method_not_allowed: {
    status: 405,
    cause: 'The path exists, but not with this method; the `Allow` header lists those that do.',
  },
  request_timeout: { status: 408, cause: 'The request or its body came too slowly; the message names the limit.' },
  last_owner: { status: 409, cause: 'The member is the last owner of the organization.' },
  account_exists: {
    status: 409,
    cause: 'The address of an invitation or a set-up has an account: its owner signs in and opens the link again.',
  },
  already_member: { status: 409, cause: 'The person is a member already.' },
  preview_failed: { status: 409, cause: 'The pages can’t be rendered; the message says why.' },
  agent_job_archived: { status: 409, cause: 'The agent job is archived, which is final.' },
  agent_job_active: { status: 409, cause: 'The agent job is still active.' },
  agent_job_not_active: { status: 409, cause: 'The agent job has already ended.' },
  export_not_completed: { status: 409, cause: 'The export job has no bundle until its status is `completed`.' },
  export_in_progress: { status: 409, cause: 'Another export job of the project is queued or running.' },
  export_not_active: { status: 409, cause: 'The export job has already ended.' },
  site_not_live: {
    status: 403,
    cause: 'The project is not of the kind `cloud`, so the service has no live site of it.',
  },
  assistant_off: {
    status: 403,
    cause:
      'The project has switched its assistant off, or the live deployment was built without it; the message says which.',
  },
  budget_spent: {
    status: 403,
    cause:
      'The monthly budget of the organization or the project is spent, and stops new agent jobs; the message names it and where it is changed.',
  },
  previews_off: { status: 403, cause: 'Previews are switched off for the project.' },
  deployment_not_ready: { status: 409, cause: 'Only a deployment whose status is `success` can go live.' },
  deployment_not_active: { status: 409, cause: 'The deployment has already ended.' },
  pull_request_moved: {
    status: 409,
    cause: 'The pull request has another head by now than the one that was approved, or is to be merged.',
  },
  no_pull_request: { status: 409, cause: 'The agent job has opened no pull request.' },
  pull_request_ended: { status: 409, cause: 'The pull request is merged or closed already; the message says which.' },
  pull_request_conflict: { status: 409, cause: 'The base branch of the pull request changed the same places.' },
  pull_request_blocked: {
    status: 409,
    cause:
      'The code host does not let the pull request be merged now: it is a draft, or a required check or approval is missing; the message says which.',
  },
  suggestion_in_progress: {
    status: 409,
    cause: 'The suggestion has a job that is active, or a pull request that is open.',
  },
  domain_not_verified: { status: 409, cause: 'Only a domain that the project has proved can be its primary one.' },
  project_limit_reached: {
    status: 409,
    cause: 'The organization has as many projects as it may have; the message names the limit.',
  },
  domain_limit_reached: { status: 409, cause: 'The project has as many domains as are allowed.' },
  domain_taken: { status: 409, cause: 'Another project already serves the domain.' },
  repository_taken: { status: 409, cause: 'A repository of that name is there already.' },
  branch_changed: {
    status: 409,
    cause: 'The branch is at another commit than `expectedHead`, or moved while the commit was made.',
  },
  repository_in_use: { status: 409, cause: 'A project still uses the repository.' },
  project_in_use: { status: 409, cause: 'The project has jobs that have not ended.' },
  project_has_models: {
    status: 409,
    cause: 'The project has models of its own, so its `model` can’t be set; change or delete those.',
  },
  api_key_limit_reached: { status: 409, cause: 'The organization has as many API keys that work as are allowed.' },
  invitation_limit_reached: { status: 409, cause: 'The organization has as many open invitations as are allowed.' },
  api_key_revoked: { status: 409, cause: 'The key is already revoked.' },
  public_key_limit_reached: { status: 409, cause: 'The project has as many public keys as are allowed.' },
  webhook_disabled: { status: 409, cause: 'The webhook endpoint is disabled; enable it first.' },
  preview_password_limit: { status: 409, cause: 'The previews of the project have as many passwords as are allowed.' },
  webhook_limit_reached: { status: 409, cause: 'The organization has as many webhook endpoints as are allowed.' },
  code_host_without_hooks: {
    status: 409,
    cause: 'The project’s repository is on the embedded code host, which needs no hook.',
  },
  code_host_taken: {
    status: 409,
    cause: 'The organization has connected that address for that account already; change that connection.',
  },
  code_host_in_use: {
    status: 409,
    cause: 'Projects depend on the code host, which the message names; `force` disconnects it all the same.',
  },
  code_host_limit_reached: { status: 409, cause: 'The organization has as many code hosts as are allowed.' },
  code_host_refused: {
    status: 409,
    cause: 'The code host did not do what was asked, or did not say whether it did; the message says which.',
  },
  idempotency_in_progress: {
    status: 409,
    cause: 'The first request with this Idempotency-Key is still being handled.',
  },
  assistant_message_in_progress: {
    status: 409,
    cause: 'The answer to this message is being made by another process; `Retry-After` says when to send it again.',
  },
  bundle_missing: { status: 410, cause: 'The file of the bundle is gone: start the export again.' },
  bundle_damaged: {
    status: 410,
    cause: 'The file of the bundle is not the one that the export made: start the export again.',
  },
  operation_retired: { status: 410, cause: 'The operation has a successor, which the message names.' },
  precondition_failed: {
    status: 412,
    cause: 'The object was changed since the `updatedAt` that `If-Match` names; read it again.',
  },
  payload_too_large: { status: 413, cause: 'The body is larger than the limit that the message names.' },
  unsupported_media_type: { status: 415, cause: 'The body is not `application/json`, or is compressed.' },
  expectation_failed: { status: 417, cause: 'The header `Expect` asks for something other than `100-continue`.' },
  idempotency_mismatch: { status: 422, cause: 'The Idempotency-Key was used within 24 hours with another body.' },
  headers_too_large: { status: 431, cause: 'Address and headers of the request are larger than 16 KiB together.' },
  too_many_attempts: {
    status: 429,
    cause: 'Too many attempts to sign in; `Retry-After` says after how many seconds to try again.',
  },
  too_many_waiting: {
    status: 429,
    cause:
      'As many jobs of this kind of the organization wait as may. Ask again once some have ended, or cancel some; the message names the limit.',
  },
  too_many_streams: {
    status: 429,
    cause:
      'As many event streams and waiting requests (`wait`) of the organization or key are open as one process of the service allows. Close some, or try again after `Retry-After` seconds.',
  },
  rate_limited: { status: 429, cause: 'The limit is used up; `Retry-After` says in how many seconds one use is free.' },
  internal: { status: 500, cause: 'A fault of the service. The log has it under `requestId`.' },
  storage_quota_exceeded: {
    status: 403,
    cause:
      'The organization stores as much as its quota allows: nothing was stored. The message names what is used, the quota and what to do.',
  },
  storage_full: {
    status: 507,
    cause: 'A disk of the service is full: nothing was stored. Try again once the operator has made room.',
  },
  site_unreadable: {
    status: 503,
    cause: 'The files of the live deployment are gone or damaged, or can’t be reached; its log says why.',
  },
  assistant_busy: {
    status: 503,
    cause:
      'As many answers are being made as one process of the service makes at a time; `Retry-After` says when to ask again.',
  },
  repository_damaged: {
    status: 503,
    cause: 'The repository lost files on the disk of the service; the message says which part is damaged.',
  },
  unavailable: { status: 503, cause: 'The service is starting, stopping or without its database; try again.' },
} as const satisfies Record<string, { status: number; cause: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** Why an agent job or an export job failed: `error.code` of the job. */
export const jobErrorCodes = {
  cancelled: { retryable: false, cause: 'A person cancelled the job.' },
  repository_not_found: {
    retryable: false,
    cause:
      'The code host knows no such repository or hides it from the installation’s credentials, or it is not connected to the organization.',
  },
  repository_moved: { retryable: false, cause: 'The repository has another name or owner by now.' },
  repository_damaged: {
    retryable: false,
    cause: 'The repository lost files on the disk of the service; the message says which part is damaged.',
  },
  repository_unreachable: { retryable: true, cause: 'The code host did not answer, or not in time.' },
  repository_empty: { retryable: false, cause: 'The repository has no commit yet.' },
  permission_denied: {
    retryable: false,
    cause: 'The project’s credentials may not read, push to, or open pull requests on the repository.',
  },
  branch_not_found: { retryable: false, cause: 'The base branch does not exist.' },
  branch_moved: {
    retryable: false,
    cause:
      'A person changed the agent’s branch, which is never overwritten; or a fork has another head than was approved.',
  },
  pull_request_closed: {
    retryable: false,
    cause: 'A person closed or merged the pull request, so a follow-up has nowhere to go.',
  },
  no_docs_config: { retryable: false, cause: 'The docs folder holds neither docs.json nor mint.json.' },
  invalid_docs_config: { retryable: false, cause: 'docs.json can’t be read as JSON.' },
  storage_quota_exceeded: {
    retryable: false,
    cause: 'The organization stores as much as its quota allows; the message names what is used and what to do.',
  },
  limit_exceeded: { retryable: false, cause: 'The site, a file or the bundle is over a limit that the message names.' },
  restricted_pages: {
    retryable: false,
    cause:
      'The site holds pages that are not for every reader, which the message names; `excludeRestricted` leaves them out.',
  },
  site_protected: { retryable: false, cause: 'The site as a whole is protected, and an export has no sign-in.' },
  strict_issues: { retryable: false, cause: '`strict` was asked for and the site has error-level issues.' },
  model_unavailable: { retryable: true, cause: 'The model’s provider did not answer after the retries.' },
  model_rate_limited: {
    retryable: true,
    cause: 'The rate limit of the model’s provider was still reached after the retries.',
  },
  model_key_rejected: { retryable: false, cause: 'The model’s provider refused the key.' },
  model_account_empty: {
    retryable: false,
    cause: 'The account at the model’s provider has no credit left, or its spend limit is reached.',
  },
  model_not_found: { retryable: false, cause: 'The provider knows no model of that name, or not at that address.' },
  model_context_exceeded: { retryable: false, cause: 'The conversation is longer than the model’s context window.' },
  model_without_tools: { retryable: false, cause: 'The model never called a tool, which an agent needs.' },
  model_misconfigured: {
    retryable: false,
    cause: 'The settings of the project’s model can’t be used; the message says why.',
  },
  model_rejected: {
    retryable: false,
    cause: 'The model’s provider called the request wrong, for another reason than those above.',
  },
  credentials_unreadable: {
    retryable: false,
    cause: 'The project’s credentials were sealed with a master key that the worker does not have.',
  },
  budget_exceeded: { retryable: false, cause: 'The job used up its steps, time, tokens or cost.' },
  no_progress: { retryable: false, cause: 'The model repeated itself or stopped using its tools.' },
  gate_failed: { retryable: false, cause: 'The edits broke the site, and the repair rounds did not mend it.' },
  worker_lost: {
    retryable: true,
    cause: 'Each worker that took the job died of it; it was given up after the last attempt.',
  },
  storage_unavailable: { retryable: true, cause: 'The blob store did not take the bundle after the retries.' },
  internal: { retryable: true, cause: 'A fault of the service. The log has it under the job’s id.' },
} as const satisfies Record<string, { retryable: boolean; cause: string }>;

export type JobErrorCode = keyof typeof jobErrorCodes;
