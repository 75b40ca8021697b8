-- The schema of the service. Later steps are in the files next to this one; ../SCHEMA.md lists the tables of all.
--
-- "Owner" names the module that owns the tables below it: only that module's stores write them, and other modules call
-- its functions (scripts/table-rules.ts). Each table's comment says what one row is.
--
-- IDs are text with a prefix (`proj_…`), created by the service. "Sealed" means encrypted with the master key.

----------------------------------------------------------------------------------------------------------------------
-- identity
----------------------------------------------------------------------------------------------------------------------

-- Owner: identity/organizations

-- One row per organization, the tenant that owns projects. After its deletion only its name and audit log remain.
create table organizations (
  id text primary key,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The operator's organization: only its keys may read data about the whole installation.
  operator boolean not null default false,
  -- Part of the addresses of the organization's repositories on the embedded code host: /git/@<slug>/<name>.git.
  -- Repositories of the operator's organization have none: /git/<name>.git.
  slug text not null unique
    default ('org-' || substr(md5(gen_random_uuid()::text), 1, 12))
    check (slug ~ '^[a-z0-9](-?[a-z0-9]){1,38}$'),
  -- Set when deletion starts; purged_at is set when nothing but the name and the audit log remains.
  deleted_at timestamptz,
  purged_at timestamptz
);
create unique index organizations_operator on organizations (operator) where operator;
create index organizations_deleted on organizations (id) where deleted_at is not null;
create index organizations_first on organizations (operator desc, created_at, id);

-- One row per pattern of repositories on other code hosts that an organization may use with the installation's credentials.
create table connected_repositories (
  organization_id text not null references organizations (id) on delete cascade,
  -- Lower case: '*', 'https://host/*', 'https://host/owner/*' or 'https://host/owner/name'.
  pattern text not null check (pattern = lower(pattern)),
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, pattern)
);

-- Owner: identity/accounts

-- One row per person with an account. These five tables (users, sessions, accounts, verifications, two_factors) are
-- those of better-auth, in our spelling.
create table users (
  id text primary key,
  name text not null,
  -- Lower case.
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One row per signed-in browser of a user.
create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- When it was last used, to the minute.
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id, created_at desc);
create index sessions_expiry on sessions (expires_at);

-- One row per way in which a user signs in: a password, or an identity of the identity provider.
create table accounts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  issuer text,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on accounts (user_id);
create unique index accounts_one_identity on accounts (user_id, provider_id) where provider_id <> 'credential';

-- One row per code that an unfinished sign-in waits for.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);
create index verifications_value on verifications (value);

-- One row per user with an authenticator app: its secret, backup codes and failed codes.
create table two_factors (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count int not null default 0,
  locked_until timestamptz,
  -- RFC 6238, 5.2: a code is accepted once. Later codes only have later steps.
  last_time_step bigint
);

-- One row per membership of a user in an organization, with the role.
create table members (
  organization_id text not null references organizations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, user_id)
);
create index members_of_user on members (user_id, created_at);

-- One row per pending invitation of an email address to an organization.
create table invitations (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  token_sha256 bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- The inviting member sees the other token in the API's response; this one is only in the mail, so it proves the address.
  mailed_token_sha256 bytea unique,
  unique (organization_id, email)
);
create index invitations_expiry on invitations (expires_at);
create index invitations_email on invitations (email);

-- One row per link that admits a user without a password: the first owner, or a user who is locked out.
create table setup_links (
  token_sha256 bytea primary key,
  organization_id text not null references organizations (id) on delete cascade,
  user_id text references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index setup_links_organization on setup_links (organization_id);
create index setup_links_user on setup_links (user_id);
create index setup_links_expiry on setup_links (expires_at);

-- One row per address or account with failed sign-ins since the last success; shared by all replicas.
create table sign_in_attempts (
  bucket text primary key,
  failures int not null,
  last_at timestamptz not null
);
create index sign_in_attempts_age on sign_in_attempts (last_at);

-- One row per user who wants another email address, until the link that was mailed there is opened.
create table email_changes (
  user_id text primary key references users (id) on delete cascade,
  -- Only its digest is stored.
  token_sha256 bytea not null unique,
  email text not null,
  expires_at timestamptz not null
);
create index email_changes_expiry on email_changes (expires_at);

-- Owner: identity/storage

-- One row per organization with its quota and what it stores. The figures are a cache: writers add to them, the hourly
-- upkeep measures them, and an organization over its quota is measured before it is refused.
create table organization_storage (
  organization_id text primary key references organizations (id) on delete cascade,
  -- Null for the default of the installation, 0 for no quota.
  quota_bytes bigint check (quota_bytes >= 0),
  repository_bytes bigint not null default 0 check (repository_bytes >= 0),
  bundle_bytes bigint not null default 0 check (bundle_bytes >= 0),
  record_bytes bigint not null default 0 check (record_bytes >= 0),
  -- Null until the first measurement.
  measured_at timestamptz
);

----------------------------------------------------------------------------------------------------------------------
-- foundation
----------------------------------------------------------------------------------------------------------------------

-- Owner: foundation/audit-log

-- One row per action that was done or refused in an organization. Append-only.
create table audit_events (
  id bigint generated always as identity primary key,
  organization_id text not null references organizations (id),
  at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'system', 'anonymous')),
  actor_id text,
  actor_name text not null,
  action text not null,
  target_kind text,
  target_id text,
  target_name text,
  result text not null check (result in ('success', 'refused')),
  address text,
  user_agent text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_events_newest on audit_events (organization_id, id desc);
create index audit_events_at on audit_events (organization_id, at);
create index audit_events_actor on audit_events (organization_id, actor_id, id desc);
create index audit_events_target on audit_events (organization_id, target_id, id desc);
create index audit_events_action on audit_events (organization_id, action text_pattern_ops, id desc);
create index audit_events_actor_name on audit_events (organization_id, actor_name, id desc);
create index audit_events_target_name on audit_events (organization_id, target_name, id desc);
create index audit_events_refused on audit_events (organization_id, id desc) where result = 'refused';
create index audit_events_age on audit_events (at);

-- Events are never changed. Only the retention deletes them: it sets docwright.audit_retention, and can't delete events
-- of the last day.
create function guard_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('docwright.audit_retention', true) = 'on'
    and old.at < now() - interval '1 day' then
    return old;
  end if;
  raise exception 'audit events are never changed or removed' using errcode = 'DW002';
end $$;
create trigger guard_audit_event before update or delete on audit_events
  for each row execute function guard_audit_event();
create trigger guard_audit_events before truncate on audit_events
  for each statement execute function guard_audit_event();

-- Owner: foundation/idempotency

-- One row per response to a request with an `Idempotency-Key`, which only the same caller gets again.
create table idempotency_keys (
  organization_id text not null references organizations (id),
  key text not null,
  operation text not null,
  body_sha256 bytea not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  actor text not null,
  primary key (organization_id, actor, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Owner: foundation/rate-limits

-- One row per accepted use of a limited operation; the next use removes rows that are older than the window.
create table rate_uses (
  bucket text not null,
  used_at timestamptz not null,
  id bigint generated always as identity,
  primary key (bucket, used_at, id)
);

-- One row per block of uses that a process leased: it counts its requests against the block without a query.
create table limit_blocks (
  id bigint generated always as identity primary key,
  bucket text not null,
  units integer not null check (units >= 0),
  leased_at timestamptz not null default clock_timestamp()
);
create index limit_blocks_bucket on limit_blocks (bucket, leased_at);
create index limit_blocks_age on limit_blocks (leased_at);

-- Owner: foundation/upkeep

-- One row per upkeep rule: when it ran last, and how much it removed.
create table upkeep_runs (
  rule text primary key,
  started_at timestamptz not null,
  -- Null until the rule's first run ends; rows, files and bytes are those of the last run that ended.
  ended_at timestamptz,
  failed boolean not null default false,
  rows bigint not null default 0,
  files bigint not null default 0,
  bytes bigint not null default 0
);

----------------------------------------------------------------------------------------------------------------------
-- sources
----------------------------------------------------------------------------------------------------------------------

-- Owner: sources/local-code-host

-- One row per repository on the embedded code host.
create table local_repositories (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  -- Part of the repository's address.
  name text not null,
  default_branch text not null,
  -- The number of the next pull request.
  next_number int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  -- Every link to the repository is signed over this number: raising it invalidates them all.
  link_generation int not null default 1,
  constraint local_repositories_name unique (organization_id, name)
);

-- One row per pull request on the embedded code host.
create table local_pull_requests (
  repository_id text not null references local_repositories (id) on delete cascade,
  number int not null,
  state text not null default 'open' check (state in ('open', 'closed', 'merged')),
  draft boolean not null,
  title text not null,
  body text not null,
  head_branch text not null,
  base_branch text not null,
  -- The newest known commit of the head branch; refs/pulls/<number>/head keeps it reachable.
  head_sha text not null,
  -- Common ancestor of head and base, fixed when the pull request ends, so that its diff doesn't change.
  fork_sha text not null,
  merge_sha text,
  ended_by text,
  labels text[] not null default '{}',
  reviewers text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (repository_id, number)
);
-- One open pull request for a head branch, even if several workers open one at the same moment.
create unique index local_pull_requests_open_head on local_pull_requests (repository_id, head_branch)
  where state = 'open';
create index local_pull_requests_head on local_pull_requests (repository_id, head_branch, number desc);
create index local_pull_requests_by_state on local_pull_requests (repository_id, state, number desc);

-- One row per comment on a pull request on the embedded code host.
create table local_pull_request_comments (
  id bigint generated always as identity primary key,
  repository_id text not null,
  number int not null,
  author text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (repository_id, number) references local_pull_requests (repository_id, number) on delete cascade
);
create index local_pull_request_comments_of on local_pull_request_comments (repository_id, number, id);

-- One row per commit and context: the last status that the embedded code host shows next to the commit.
create table local_commit_statuses (
  repository_id text not null references local_repositories (id) on delete cascade,
  sha text not null,
  context text not null,
  state text not null check (state in ('pending', 'success', 'failure')),
  description text not null,
  url text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (repository_id, sha, context)
);

-- Owner: sources/code-hosts

-- One row per code host that an organization connected itself.
create table code_hosts (
  id text primary key,
  organization_id text not null references organizations (id),
  kind text not null check (kind in ('github', 'gitlab', 'gitea', 'bitbucket')),
  name text not null check (length(name) between 1 and 80),
  web_url text not null check (length(web_url) <= 300),
  api_url text check (length(api_url) <= 300),
  -- Owner, group or workspace in lower case; '' is the whole host.
  account text not null check (length(account) <= 200 and account = lower(account)),
  credential_kind text not null check (credential_kind in ('token', 'github-app')),
  app_id text,
  app_slug text,
  -- Sealed.
  credential text not null,
  key_id text not null,
  check_result jsonb,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  check ((credential_kind = 'github-app') = (app_id is not null)),
  unique (organization_id, web_url, account)
);

-- One row per GitHub App that a member is about to create. A row can be used once, and for an hour.
create table code_host_app_requests (
  -- SHA-256 of the value that GitHub passes back and, in verifier_digest, of the one in the browser's cookie.
  state_digest text primary key,
  verifier_digest text not null,
  organization_id text not null references organizations (id),
  actor_id text not null,
  web_url text not null,
  api_url text,
  -- GitHub organization; '' is the member's own account.
  account text not null,
  app_name text not null,
  expires_at timestamptz not null
);
create index code_host_app_requests_of on code_host_app_requests (organization_id, expires_at);

----------------------------------------------------------------------------------------------------------------------
-- project-config
----------------------------------------------------------------------------------------------------------------------

-- Owner: project-config/projects

-- One row per project: a repository with documentation, and how it is published.
create table projects (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  repository text not null,
  branch text not null,
  docs_folder text not null,
  deployment_kind text not null check (deployment_kind in ('cloud', 'client-hosted', 'air-gapped')),
  model text not null,
  features jsonb not null,
  as_draft boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  exclude_orphans boolean not null default false
);
create index projects_newest on projects (organization_id, created_at desc, id desc);

-- For tables whose rows outlive their project for a while, so they can't have a foreign key: a new row needs an existing
-- project. Deleting the project waits for the transaction that inserts the row.
create function require_project() returns trigger language plpgsql as $$
begin
  perform from projects where id = new.project_id for key share;
  if not found then
    raise exception 'there is no project %', new.project_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

-- However a project is deleted, its remaining rows and files are recorded, which also hides them.
create function note_deleted_project() returns trigger language plpgsql as $$
begin
  insert into deleted_projects (project_id, organization_id) values (old.id, old.organization_id);
  return old;
end $$;
create trigger note_deleted_project after delete on projects for each row execute function note_deleted_project();

-- A project that exists isn't deleted, even if it came back from a backup or by hand.
create function forget_deleted_project() returns trigger language plpgsql as $$
begin
  delete from deleted_projects where project_id = new.id;
  return new;
end $$;
create trigger forget_deleted_project after insert on projects for each row execute function forget_deleted_project();

-- One row per domain that a project names for its exports. Unique within an organization only: a response must not reveal
-- another organization's domains.
create table project_domains (
  organization_id text not null references organizations (id),
  domain text not null,
  project_id text not null references projects (id) on delete cascade,
  position int not null,
  primary key (organization_id, domain)
);
create index project_domains_project on project_domains (project_id, position);

-- One row per deleted project that still has rows or files. It is deleted with the last of them.
create table deleted_projects (
  project_id text primary key,
  organization_id text not null references organizations (id),
  -- The repository, as stored in the project; null while another project of the organization uses it.
  unused_repository text,
  deleted_at timestamptz not null default clock_timestamp()
);
create index deleted_projects_organization on deleted_projects (organization_id);

-- Owner: project-config/agent-settings

-- One row per project with its own settings for agent jobs; the others have the defaults.
create table project_agent_settings (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  settings jsonb not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- Owner: project-config/model-settings

-- One row per project with its own models. Their credentials are sealed with the master key that key_id names; the
-- embedding model's are the last.
create table project_models (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  models jsonb not null,
  credentials text not null,
  key_id text not null,
  updated_at timestamptz not null default clock_timestamp(),
  -- The model that compares texts by meaning; models may be empty then.
  embedding jsonb
);
create index project_models_key on project_models (key_id);
create index project_models_of_organization on project_models (organization_id);

-- Owner: project-config/budgets

-- One row per monthly budget for models, of an organization or of one of its projects.
create table model_budgets (
  organization_id text not null references organizations (id) on delete cascade,
  -- Null for the budget of the whole organization.
  project_id text references projects (id) on delete cascade,
  scope text not null generated always as (coalesce(project_id, '')) stored,
  -- The upper limit also excludes NaN, which compares above every number.
  usd double precision not null check (usd > 0 and usd <= 1000000),
  thresholds int[] not null,
  stop_jobs boolean not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, scope)
);
create index model_budgets_project on model_budgets (project_id);

-- One row per project and month: what its models cost. Separate from jobs, so a deleted job stays paid for.
create table model_spending (
  organization_id text not null references organizations (id) on delete cascade,
  -- No reference: the cost of a deleted project remains.
  project_id text not null,
  month text not null,
  usd numeric not null,
  unpriced_answers int not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, month, project_id)
);
create index model_spending_age on model_spending (changed_at);

-- One row per threshold that was reported in a month. Separate from budgets, so a budget that is set again reports no
-- threshold twice.
create table budget_alerts (
  organization_id text not null references organizations (id) on delete cascade,
  scope text not null,
  month text not null,
  threshold int not null,
  spent_usd double precision not null,
  budget_usd double precision not null,
  at timestamptz not null default clock_timestamp(),
  primary key (organization_id, scope, month, threshold)
);
create index budget_alerts_age on budget_alerts (at);

-- Owner: project-config/api-keys

-- One row per API key of an organization, with its digest.
create table api_keys (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  sha256 bytea not null unique,
  prefix text not null,
  last_four text not null,
  scopes text[] not null,
  project_ids text[],
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- The expiry that the key was created with. Rolling a key brings its expires_at forward, but not that of keys it created.
  given_until timestamptz
);
create index api_keys_newest on api_keys (organization_id, created_at desc, id desc);
create index api_keys_ended on api_keys (least(revoked_at, expires_at));

-- Owner: project-config/public-keys

-- One row per key that pages show to everyone. A separate table, so none can be mistaken for an API key.
create table public_keys (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  key text not null unique check (key like 'dw\_pub\_%'),
  allowed_origins text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index public_keys_project on public_keys (project_id, created_at);
create index public_keys_of_organization on public_keys (organization_id);

-- Owner: project-config/webhooks

-- One row per address that receives events of an organization.
create table webhook_endpoints (
  id text primary key,
  organization_id text not null references organizations (id),
  url text not null,
  description text not null,
  -- Null for every event.
  events text[],
  -- Null for every project.
  project_ids text[],
  -- Sealed, like previous_secret, which also signs until previous_secret_until.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  -- When deliveries began to fail; null while they succeed.
  failing_since timestamptz,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  format text not null default 'standard'
    check (format in ('standard', 'slack', 'discord', 'teams')),
  -- A chat's address is a secret: sealed here, and shortened in url. Null for the format 'standard'.
  sealed_url text
);
create index webhook_endpoints_newest on webhook_endpoints (organization_id, created_at desc, id desc);

-- One row per event that an endpoint receives, replays included.
create table webhook_deliveries (
  id text primary key,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  organization_id text not null references organizations (id),
  -- The header webhook-id: equal for every endpoint, attempt and replay of one event.
  message_id text not null,
  project_id text,
  type text not null,
  -- The exact text that is signed and sent.
  payload text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  attempts int not null default 0,
  error text,
  next_attempt_at timestamptz,
  replay_of text,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_ended on webhook_deliveries (created_at) where status <> 'pending';
create index webhook_deliveries_organization on webhook_deliveries (organization_id);
create index webhook_deliveries_by_status on webhook_deliveries (endpoint_id, status, created_at desc, id desc);

-- One row per request of a delivery, with the response.
create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  attempt int not null,
  at timestamptz not null,
  duration_ms int not null,
  status_code int,
  error text,
  response text,
  primary key (delivery_id, attempt)
);

----------------------------------------------------------------------------------------------------------------------
-- building
----------------------------------------------------------------------------------------------------------------------

-- Owner: building/site-bundles

-- One row per built site archive of a project. Exports and deployments with the same contents share it.
create table site_bundles (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  identity text not null,
  commit text not null,
  blob_key text not null,
  sha256 text not null,
  size_bytes bigint not null,
  page_count int not null,
  issues jsonb not null,
  issue_count int not null,
  error_count int not null,
  created_at timestamptz not null default clock_timestamp(),
  expected_pages integer,
  missing jsonb not null default '[]',
  missing_count integer not null default 0,
  issue_counts jsonb not null default '{}',
  -- Digests of the fetched specifications by URL; null for one that couldn't be fetched.
  specifications jsonb,
  -- The path below which the bundle was built.
  base_path text not null default '',
  unique (project_id, identity)
);
create index site_bundles_blob on site_bundles (blob_key);
create index site_bundles_with_specifications on site_bundles (id) where specifications is not null;
create index site_bundles_of_organization on site_bundles (organization_id, blob_key) include (size_bytes);

----------------------------------------------------------------------------------------------------------------------
-- agent
----------------------------------------------------------------------------------------------------------------------

-- Owner: agent/agent-jobs

-- One row per agent job: a request in words that ends in a pull request.
create table agent_jobs (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null,
  status text not null check (status in ('active', 'completed', 'failed', 'archived')),
  result text,
  model text not null,
  repository text not null,
  base_branch text not null,
  branch text,
  as_draft boolean not null,
  base_commit text,
  -- Progress of publishing: working, tree_ready, pushed, pr_known.
  publish_state text not null default 'working',
  commit_sha text,
  tree_sha text,
  -- The last commit known to be on the remote branch, which the next push expects there.
  pushed_sha text,
  pr_number int,
  pr_link text,
  title text,
  summary text,
  error jsonb,
  usage jsonb not null,
  files jsonb not null default '[]',
  duplicate_of text,
  turns int not null default 1,
  -- Fencing token: the attempt of the worker that may write.
  attempt int not null default 0,
  last_event_id int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  archived_at timestamptz,
  -- The beginning of the first prompt, for lists and the search.
  prompt text not null default '',
  search tsvector not null generated always as (
    to_tsvector('simple', id || ' ' || prompt || ' ' || coalesce(title, '') || ' ' || left(coalesce(summary, ''), 10000))
  ) stored,
  -- Whether the job isn't counted against its project's limit: the example of a first start.
  is_free boolean not null default false,
  pr_state text check (pr_state in ('open', 'merged', 'closed')),
  pr_ended_at timestamptz,
  -- When the code host last answered; null if it was never asked, which happens on the next read.
  pr_checked_at timestamptz,
  -- Who started the job, by the name of that time; null if unknown.
  started_by_kind text check (started_by_kind in ('user', 'api_key', 'system')),
  started_by_id text,
  started_by_name text
);
create index agent_jobs_newest on agent_jobs (project_id, created_at desc, id desc);
create index agent_jobs_active on agent_jobs (status) where status = 'active';
create index agent_jobs_trees on agent_jobs (project_id, tree_sha) where pr_link is not null;
create index agent_jobs_pull_request on agent_jobs (project_id, pr_number) where pr_number is not null;
create index agent_jobs_of_organization on agent_jobs (organization_id, created_at desc, id desc);
create index agent_jobs_by_status on agent_jobs (organization_id, status, created_at desc, id desc);
create index agent_jobs_of_project_by_status on agent_jobs (project_id, status, created_at desc, id desc);
create index agent_jobs_by_pull_request on agent_jobs (organization_id, pr_state, created_at desc, id desc)
  where pr_state is not null;
create index agent_jobs_ended on agent_jobs (updated_at) where status <> 'active';
create index agent_jobs_free on agent_jobs (project_id, created_at) where is_free;
create index agent_jobs_of_project_by_pull_request on agent_jobs (project_id, pr_state, created_at desc, id desc)
  where pr_state is not null;
create index agent_jobs_of_repository on agent_jobs (organization_id, repository, pr_number)
  where pr_number is not null;
-- Words of jobs together with their organization: a search reads the jobs of one organization only. A word never begins
-- with a space.
create index agent_jobs_words on agent_jobs using gin ((search || array_to_tsvector(array[' ' || organization_id])));
-- A project has one organization. Without this the planner takes both columns for rare, and reads all jobs of the
-- organization to find those of one project.
create statistics agent_jobs_owner (dependencies) on organization_id, project_id from agent_jobs;

-- Promise N2: a terminal status changes by the documented transitions only, whichever code writes.
create function guard_agent_job() returns trigger language plpgsql as $$
begin
  if old.status = 'archived' and new.status <> 'archived'
    or old.status = 'completed' and new.status = 'failed'
    or old.status = 'failed' and new.status = 'completed' then
    raise exception 'agent job % may not go from % to %', old.id, old.status, new.status using errcode = 'DW001';
  end if;
  if old.status <> new.status or old.last_event_id <> new.last_event_id then
    perform pg_notify('docwright_job', new.id);
  end if;
  return new;
end $$;
create trigger guard_agent_job before update on agent_jobs for each row execute function guard_agent_job();
create trigger require_project before insert on agent_jobs for each row execute function require_project();

-- One row per prompt of a job: the first one and each follow-up.
create table agent_job_turns (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn int not null,
  prompt text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When work on the turn began: its deadline is counted from here.
  started_at timestamptz,
  -- The turn's changes in words, for the pull request; null if nothing was committed.
  summary text,
  -- The readers' signals that the job was created from: [{kind, text, visitors}].
  evidence jsonb,
  primary key (job_id, turn)
);

-- One row per recorded step of a turn. A worker that takes over a job continues after the last one.
create table agent_job_journal (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn int not null,
  seq int not null,
  step int not null,
  kind text not null,
  -- json, not jsonb: the text is returned exactly as written, key order included.
  data json not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (job_id, turn, seq)
);

-- One row per file that a job has changed and not yet pushed.
create table agent_job_overlay (
  job_id text not null references agent_jobs (id) on delete cascade,
  path text not null,
  kind text not null check (kind in ('write', 'delete')),
  content bytea,
  moved_from text,
  primary key (job_id, path)
);

-- One row per event of a job, as the API streams them.
create table agent_job_events (
  job_id text not null references agent_jobs (id) on delete cascade,
  id int not null,
  type text not null,
  at timestamptz not null default clock_timestamp(),
  data jsonb not null,
  primary key (job_id, id)
);

-- One row per tree that a job is publishing, so equal trees are published one after the other. A worker that crashes stops
-- renewing its row.
create table agent_tree_holds (
  project_id text not null,
  base_branch text not null,
  tree_sha text not null,
  job_id text not null references agent_jobs (id) on delete cascade,
  held_until timestamptz not null,
  primary key (project_id, base_branch, tree_sha)
);
create index agent_tree_holds_of_job on agent_tree_holds (job_id);

-- Owner: agent/code-host-events

-- One row per webhook through which a code host reports comments and ended pull requests of a project's repository.
create table code_host_hooks (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  kind text not null check (kind in ('github', 'gitlab', 'gitea', 'bitbucket')),
  -- Sealed.
  secret text not null,
  follow_ups text not null check (follow_ups in ('mention', 'review', 'off')),
  mention text not null,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_event_at timestamptz,
  -- The code host's ID of a hook that the service created there; install_problem says why it couldn't.
  host_hook_id text,
  install_problem text
);
create index code_host_hooks_of on code_host_hooks (project_id, created_at, id);

-- One row per request that a code host sent to a hook, with what was done about it.
create table code_host_events (
  id text primary key,
  hook_id text not null references code_host_hooks (id) on delete cascade,
  -- The host's ID of the delivery.
  delivery_id text not null,
  -- What the event is about, such as a comment's ID: a captured body with another delivery ID is still the same event.
  subject text not null,
  data jsonb not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'follow-up', 'noted', 'ignored')),
  reason text,
  agent_job_id text,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  unique (hook_id, delivery_id),
  unique (hook_id, subject)
);
create index code_host_events_newest on code_host_events (hook_id, received_at desc, id desc);

-- Owner: agent/notifications

-- One row per notification of a member. It is deleted with the membership.
create table notifications (
  id bigint primary key generated always as identity,
  organization_id text not null,
  user_id text not null,
  kind text not null,
  tone text not null check (tone in ('good', 'bad', 'neutral')),
  title text not null,
  text text not null,
  -- No reference: rows of a deleted project are deleted in batches, like those of its jobs.
  project_id text,
  -- ID of the job, deployment or endpoint that it is about.
  subject_id text,
  at timestamptz not null default clock_timestamp(),
  -- False for notifications that are only sent by mail.
  in_app boolean not null,
  read_at timestamptz,
  -- Null if no mail is wanted.
  mail text check (mail in ('waiting', 'sent', 'failed')),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index notifications_newest on notifications (organization_id, user_id, id desc);
create index notifications_unread on notifications (organization_id, user_id, id desc) where in_app and read_at is null;
create index notifications_waiting on notifications (user_id, id) where mail = 'waiting';
create index notifications_project on notifications (project_id, id) where project_id is not null;
create index notifications_age on notifications (at);

-- One row per kind of notification that a member has set; the other kinds follow the role.
create table notification_settings (
  organization_id text not null,
  user_id text not null,
  kind text not null,
  in_app boolean not null,
  mail boolean not null,
  primary key (organization_id, user_id, kind),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);

-- One row per user who was sent mail, with the times of the last mails, newest last: at most as many as may be sent in
-- an hour.
create table notification_mailboxes (
  user_id text primary key references users (id) on delete cascade,
  sent_at timestamptz[] not null
);

----------------------------------------------------------------------------------------------------------------------
-- publishing
----------------------------------------------------------------------------------------------------------------------

-- Owner: publishing/deployments

-- One row per project with a live site: the site's address and settings.
create table sites (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  slug text not null unique,
  previews boolean not null default true,
  require_no_errors boolean not null default false,
  published boolean not null default true,
  -- Set by the operator: the status 410 or 451, and the text for readers.
  takedown jsonb,
  -- Served if the request's host is an IP address: the example of a first start.
  is_default boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  pull_requests_asked_at timestamptz not null default '-infinity',
  -- The content of the TXT record that verifies a domain for this project and no other.
  domain_token text not null default replace(gen_random_uuid()::text, '-', ''),
  -- The claimed domain for canonical links; null for the name below the sites domain.
  primary_domain text,
  -- Whether requests for the other names redirect to the primary domain.
  primary_leads_here boolean not null default false,
  -- Null for the installation's default: "members", unless only its own machine can reach it.
  preview_access text check (preview_access in ('public', 'link', 'password', 'members')),
  base_path text not null default '' check (base_path = '' or base_path ~ '^/' and length(base_path) <= 200),
  pull_requests_wait_seconds integer not null default 0,
  -- The repository, and the ETag of the last list of its open pull requests that was processed.
  pull_requests_tag text,
  -- Whether a maintainer must allow each head commit of a fork to be built.
  require_fork_approval boolean not null default true
);
create unique index sites_default on sites (is_default) where is_default;
create index sites_of_organization on sites (organization_id);
create index sites_pull_requests_asked on sites (pull_requests_asked_at) where previews;
create index sites_taken_down on sites (updated_at desc) where takedown is not null;

-- One row per slug that was ever used. A slug is never given to another project.
create table site_slugs (
  slug text primary key,
  project_id text not null,
  created_at timestamptz not null default clock_timestamp()
);

-- One row per environment of a site: production, or the preview of a branch.
create table site_environments (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  kind text not null check (kind in ('production', 'preview')),
  -- Null for production, whose branch is the project's.
  branch text,
  -- First label of a preview's host name.
  label text unique,
  -- Number of the last observation of the branch's head commit.
  observation bigint not null default 0,
  observed_commit text,
  active_deployment_id text,
  -- Commits observed up to here don't go live automatically anymore.
  active_observation bigint not null default 0,
  -- A promotion lasts until the branch has another head commit than this.
  pinned_commit text,
  polled_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The pull request, for the preview of a fork.
  pull_request integer,
  specifications_seen_at timestamptz not null default clock_timestamp(),
  opened_at timestamptz,
  poll_wait_seconds integer not null default 0,
  check ((kind = 'production') = (branch is null)),
  check ((kind = 'production') = (label is null))
);
create index site_environments_polled on site_environments (polled_at);
create unique index site_environments_production on site_environments (project_id) where kind = 'production';
create unique index site_environments_preview on site_environments (project_id, branch) where kind = 'preview';
create index site_environments_of_project on site_environments (project_id);
create index site_environments_of_active on site_environments (active_deployment_id);

-- One row per deployment of a commit to an environment.
create table site_deployments (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  environment_id text not null references site_environments (id) on delete cascade,
  branch text not null,
  status text not null check (status in ('queued', 'in_progress', 'success', 'failure', 'skipped')),
  source text not null,
  author text,
  commit text,
  commit_message text,
  files_changed jsonb,
  observation bigint,
  bundle_id text references site_bundles (id),
  summary text,
  error_code text,
  log jsonb not null default '[]',
  durations jsonb not null default '{}',
  attempt int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  activated_at timestamptz,
  -- Whether a rebuild of a rolled-back site keeps it rolled back.
  keeps_promotion boolean not null default false
);
create index site_deployments_newest on site_deployments (project_id, created_at desc, id desc);
create index site_deployments_unended on site_deployments (environment_id) where status in ('queued', 'in_progress');
create index site_deployments_bundle on site_deployments (bundle_id);
-- At most one deployment of an environment is being built.
create unique index site_deployments_in_progress on site_deployments (environment_id) where status = 'in_progress';
create index site_deployments_of_organization on site_deployments (organization_id, created_at desc, id desc);
create index site_deployments_failed on site_deployments (organization_id, created_at desc)
  where status = 'failure';
create index site_deployments_of_environment on site_deployments (environment_id, status, created_at desc, id desc);
create index site_deployments_activated on site_deployments (environment_id, activated_at desc)
  where activated_at is not null;
create index site_deployments_built on site_deployments (environment_id, created_at desc, id desc)
  where status in ('success', 'failure');
create index site_deployments_by_branch on site_deployments (project_id, branch, created_at desc, id desc);
create index site_deployments_by_status on site_deployments (project_id, status, created_at desc, id desc);
create index site_deployments_of_commit on site_deployments (environment_id, commit);
alter table site_environments add constraint site_environments_active
  foreign key (active_deployment_id) references site_deployments (id) deferrable initially deferred;

create function tell_deployment() returns trigger language plpgsql as $$
begin
  perform pg_notify('docwright_job', new.id);
  return null;
end $$;
create trigger tell_deployment after update on site_deployments for each row execute function tell_deployment();

-- One row per password for the previews of a site.
create table site_passwords (
  -- Each new password gets another ID. Sessions belong to an ID, and end with it.
  id text primary key,
  project_id text not null references sites (project_id) on delete cascade,
  label text not null,
  hash text not null,
  updated_at timestamptz not null default clock_timestamp(),
  unique (project_id, label)
);

-- One row per preview that was ended. It is created again when its branch has another head commit, not by a late event.
create table site_ended_previews (
  project_id text not null references projects (id) on delete cascade,
  branch text not null,
  commit text not null,
  ended_at timestamptz not null default clock_timestamp(),
  primary key (project_id, branch)
);

-- One row per change of a site, for edges that missed the notification.
create table site_changes (
  -- A later transaction may end before an earlier one: readers continue from the oldest one that was still running.
  changed_in xid8 not null default pg_current_xact_id(),
  project_id text not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index site_changes_changed_in on site_changes (changed_in);
create index site_changes_changed_at on site_changes (changed_at);

-- Owner: publishing/pull-requests

-- One row per pull request of a project's repository, as of the last answer of the code host.
create table site_pull_requests (
  project_id text not null references projects (id) on delete cascade,
  number integer not null check (number > 0),
  organization_id text not null references organizations (id),
  url text not null,
  state text not null check (state in ('open', 'closed', 'merged')),
  head_branch text not null,
  -- Bitbucket reports the first 12 digits.
  head_commit text not null,
  base_branch text not null,
  -- Whether its branch is in another repository.
  from_fork boolean not null,
  -- The fork's commit that a maintainer allowed to be built.
  approved_commit text,
  approved_by text,
  approved_at timestamptz,
  -- Part of our comment, and stored before it is posted: after a crash in between, the comment is found by it.
  comment_token text,
  comment_id text,
  -- Digest of the comment's text as last posted.
  comment_digest text,
  -- A lease: one worker reports at a time.
  report_until timestamptz,
  -- Why the code host accepted no status or comment.
  problem text,
  asked_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  title text check (char_length(title) <= 300),
  author text check (char_length(author) <= 100),
  -- Whether the project's setting allowed it.
  approved_by_setting boolean not null default false,
  primary key (project_id, number)
);
create index site_pull_requests_open on site_pull_requests (project_id, head_branch) where state = 'open';
create index site_pull_requests_newest on site_pull_requests (project_id, number desc) where state = 'open';

-- Owner: publishing/domains

-- One row per domain that a project wants for its live site.
create table site_domains (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  domain text not null,
  status text not null check (status in ('pending', 'verified', 'failed')),
  -- The result of the last check of the domain's records, in words.
  reason text,
  -- Whether the domain's records point to the edges.
  leads_here boolean not null default false,
  -- Since when only this project may use the domain. Failed checks don't reset it.
  claimed_at timestamptz,
  failing_since timestamptz,
  checked_at timestamptz,
  -- Null if it isn't checked again automatically.
  next_check_at timestamptz default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'verified') <= (claimed_at is not null)),
  unique (project_id, domain)
);
-- A verified domain is claimed, which only one project of the installation can do.
create unique index site_domains_claim on site_domains (domain) where claimed_at is not null;
create index site_domains_next_check on site_domains (next_check_at);

-- Owner: publishing/certificates

-- One row per domain that edges have a certificate for, or order one.
create table site_certificates (
  domain text primary key,
  organization_id text not null references organizations (id),
  -- The project that verified the domain. Another project needs another certificate.
  project_id text not null references projects (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'postponed', 'issued', 'failed')),
  reason text,
  -- Private key and certificate chain, sealed.
  sealed text,
  not_after timestamptz,
  -- Failed orders since the last success.
  failures integer not null default 0,
  -- No other edge orders before this time.
  next_order_at timestamptz not null,
  check ((sealed is null) = (not_after is null)),
  check ((status = 'issued') <= (sealed is not null))
);
create index site_certificates_next_order on site_certificates (next_order_at);
create index site_certificates_of_project on site_certificates (project_id);

-- One row per pending challenge of the certificate authority, which any edge answers.
create table acme_challenges (
  token text primary key,
  domain text not null,
  key_authorization text not null,
  expires_at timestamptz not null
);

-- One row per certificate order of the last days. They are counted before another order.
create table acme_orders (
  id bigint generated always as identity primary key,
  organization_id text not null,
  domain text not null,
  ordered_at timestamptz not null
);
create index acme_orders_time on acme_orders (ordered_at);

-- One row per certificate authority: the sealed key of the installation's account.
create table acme_accounts (
  directory text primary key,
  sealed text not null
);

-- Owner: publishing/exports

-- One row per export of a site as an archive.
create table export_jobs (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null,
  domain text,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  progress real not null default 0,
  page_count int not null default 0,
  total_pages int,
  requested_version text,
  commit text,
  base_path text not null,
  paths text[],
  strict boolean not null,
  error text,
  error_code text,
  issues jsonb not null default '[]',
  issue_count int not null default 0,
  duration_ms int,
  sha256 text,
  size_bytes bigint,
  blob_key text,
  attempt int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  exclude_restricted boolean not null default false,
  expected_pages integer,
  missing jsonb not null default '[]',
  missing_count integer not null default 0,
  issue_counts jsonb not null default '{}'
);
create index export_jobs_newest on export_jobs (organization_id, created_at desc, id desc);
create index export_jobs_unended on export_jobs (project_id) where status in ('queued', 'running');
create index export_jobs_of_project on export_jobs (project_id, created_at desc, id desc);
create index export_jobs_by_domain on export_jobs (organization_id, domain, created_at desc, id desc);
create index export_jobs_by_status on export_jobs (organization_id, status, created_at desc, id desc);
create index export_jobs_ended on export_jobs (created_at) where status in ('completed', 'failed');
create index export_jobs_of_blob on export_jobs (blob_key) where blob_key is not null;

create function guard_export_job() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed') and new.status <> old.status then
    raise exception 'export job % may not go from % to %', old.id, old.status, new.status using errcode = 'DW001';
  end if;
  -- A second attempt starts over, but clients never see progress decrease.
  new.progress = greatest(old.progress, new.progress);
  new.page_count = greatest(old.page_count, new.page_count);
  perform pg_notify('docwright_job', new.id);
  return new;
end $$;
create trigger guard_export_job before update on export_jobs for each row execute function guard_export_job();
create trigger require_project before insert on export_jobs for each row execute function require_project();

----------------------------------------------------------------------------------------------------------------------
-- readers
----------------------------------------------------------------------------------------------------------------------

-- Owner: readers/edge

-- One row per code with which a member moves from the dashboard to a site's own origin.
create table site_access_codes (
  code_sha256 bytea primary key,
  environment_id text not null references site_environments (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  -- SHA-256 of a value in the requesting browser's cookie for the site.
  challenge text not null,
  expires_at timestamptz not null
);
create index site_access_codes_expiry on site_access_codes (expires_at);
create index site_access_codes_environment on site_access_codes (environment_id);
create index site_access_codes_session on site_access_codes (session_id);

-- Owner: readers/analytics

-- One row per event of a reader. Each day (UTC) is a partition, so old events are deleted with one DROP. No foreign key: a
-- new partition would wait for transactions that write projects.
create table analytics_events (
  project_id text not null,
  at timestamptz not null,
  -- A UUID of version 7, which contains the event's time: the same event is always in the same partition.
  id uuid not null,
  kind text not null check (
    kind in ('view', 'search', 'search_click', 'code_copy', 'outlink', 'not_found', 'playground_call', 'agent_read')
  ),
  path text not null,
  -- HMAC with the day's salt.
  visitor bytea not null check (length(visitor) = 16),
  is_ai boolean not null,
  referrer text,
  query text,
  target text,
  results integer,
  primary key (project_id, at, id),
  check ((kind in ('search', 'search_click')) = (query is not null)),
  check (kind not in ('search_click', 'outlink') or target is not null),
  constraint analytics_events_results check (results is null or (kind = 'search' and results >= 0))
) partition by range (at);
create index analytics_events_without_result on analytics_events (project_id, at) where results = 0;
create index analytics_events_not_found on analytics_events (project_id, at) where kind = 'not_found';

-- Creates the partition of a day unless it exists. Concurrent callers wait for each other.
create function create_analytics_day(day date) returns void language plpgsql as $$
declare
  name text := 'analytics_events_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('create_analytics_day', 0));
  execute format('create table if not exists %I partition of analytics_events for values from (%L) to (%L)',
    name, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end
$$;

-- One row per day: the salt of its visitor digests, deleted once no event of the day is accepted. Not in backups.
create table analytics_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- One row per project, day, kind and subject: counts that outlive the events. The kind 'site' counts views of all pages.
create table analytics_daily (
  project_id text not null,
  day date not null,
  kind text not null,
  -- Page, query, address or host.
  subject text not null,
  human integer not null,
  ai integer not null,
  human_visitors integer not null,
  ai_visitors integer not null,
  -- Searches: opened results, and the most opened one (target). Missing pages: the most frequent referring host (target).
  clicks integer not null,
  target text,
  last_at timestamptz not null,
  without_result integer not null default 0,
  without_result_visitors integer not null default 0,
  primary key (project_id, kind, day, subject)
);
create index analytics_daily_day on analytics_daily (day);
create index analytics_daily_of_page on analytics_daily (project_id, split_part(subject, E'\n', 1), day)
  where kind in ('view', 'not_found', 'code_copy', 'agent_read', 'page_referrer', 'page_search', 'page_found', 'page_outlink');
create trigger require_project before insert on analytics_daily for each row execute function require_project();

-- One row per day whose events are counted in analytics_daily.
create table analytics_counted_days (
  day date primary key,
  -- Whether the day also has counts by page and name.
  has_pages boolean not null default false,
  -- Whether the day also has counts by hour.
  has_hours boolean not null default false,
  -- Whether the roll-ups that end with this day are counted.
  has_rollups boolean not null default false
);

-- One row per project and day that got events after it was counted: the day is counted again.
create table analytics_recounts (
  project_id text not null references projects (id) on delete cascade,
  day date not null,
  -- When the last late event arrived.
  asked_at timestamptz not null default clock_timestamp(),
  primary key (project_id, day)
);
create index analytics_recounts_day on analytics_recounts (day);

-- One row per project and day whose exported files were written before the day was counted again.
create table analytics_stale_files (
  project_id text not null references projects (id) on delete cascade,
  day date not null,
  counted_at timestamptz not null default clock_timestamp(),
  primary key (project_id, day)
);
create index analytics_stale_files_day on analytics_stale_files (day);

-- One row per 8 or 64 days of a project that are also counted together, for projects with many rows a day.
create table analytics_rollups (
  project_id text not null references projects (id) on delete cascade,
  first_day date not null,
  days integer not null check (days in (8, 64)),
  primary key (project_id, first_day, days)
);
create index analytics_rollups_first_day on analytics_rollups (first_day);

-- One row per roll-up, kind, subject and target: counts of its days together. A subject has a row for each target that
-- was the most frequent on one of the days.
create table analytics_rollup_counts (
  project_id text not null,
  first_day date not null,
  days integer not null,
  kind text not null,
  subject text not null,
  target text,
  human integer not null,
  ai integer not null,
  human_visitors integer not null,
  ai_visitors integer not null,
  clicks integer not null,
  without_result integer not null,
  without_result_visitors integer not null,
  last_at timestamptz not null,
  -- From the last day on which the search found nothing.
  last_without_result_at timestamptz
);
create index analytics_rollup_counts_of_kind on analytics_rollup_counts (project_id, kind, first_day, days);
create index analytics_rollup_counts_first_day on analytics_rollup_counts (first_day);
create trigger require_project before insert on analytics_rollup_counts for each row execute function require_project();

-- One row per rating or comment of a reader or an agent on a page.
create table page_feedback (
  id text primary key,
  project_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  path text not null check (length(path) <= 512),
  source text not null check (source in ('contextual', 'thumbs_only', 'code_snippet', 'agent')),
  helpful boolean,
  comment text check (length(comment) between 1 and 2000),
  contact text check (length(contact) <= 254),
  -- HMAC with the day's salt, as in analytics_events; null for readers who opt out of analytics.
  visitor bytea check (length(visitor) = 16),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'resolved', 'dismissed')),
  note text check (length(note) <= 2000),
  block integer check (block between 0 and 9999),
  lang text check (length(lang) <= 40),
  code text check (length(code) <= 320),
  filename text check (length(filename) <= 320),
  constraint page_feedback_helpful_check check ((source in ('agent', 'code_snippet')) = (helpful is null)),
  constraint page_feedback_check1 check ((source = 'thumbs_only') = (comment is null)),
  constraint page_feedback_names_block_check
    check (case source when 'code_snippet' then block is not null when 'agent' then true else block is null end)
);
create index page_feedback_newest on page_feedback (project_id, created_at desc, id desc);
create index page_feedback_created on page_feedback (created_at);
create index page_feedback_unsettled on page_feedback (project_id, created_at desc, id desc)
  where helpful is not true and status in ('pending', 'in_progress');
create index page_feedback_of_page on page_feedback (project_id, path, created_at desc, id desc);
create trigger require_project before insert on page_feedback for each row execute function require_project();

-- Owner: readers/assistant

-- One row per question to the assistant, with the answer. A thread is identified by a digest of site, kind of key, visitor
-- and the client's ID, none of which is stored. A row without an outcome is still being answered.
create table assistant_messages (
  id bigint generated always as identity primary key,
  project_id text not null,
  thread_key text not null,
  message_id text not null,
  asked_digest text not null,
  question text not null,
  answer_id text not null,
  answer text,
  sources jsonb,
  outcome text check (outcome in ('answered', 'unanswered', 'failed')),
  asked_at timestamptz not null default clock_timestamp(),
  origin text not null default 'api' check (origin in ('page', 'api')),
  path text not null default '',
  rating text check (rating in ('up', 'down')),
  model text not null default '',
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- Digest of the reader's network with the day's salt; null for programs and for readers who opt out of analytics.
  asker bytea check (length(asker) = 16),
  -- ID of the rating that a host of the operator forwarded. Of two, the later one counts.
  vote_id uuid,
  unique (thread_key, message_id),
  check ((answer is null) = (outcome is null) and (sources is null) = (outcome is null))
);
create index assistant_messages_thread on assistant_messages (thread_key, id);
create index assistant_messages_age on assistant_messages (project_id, asked_at);
create index assistant_messages_newest on assistant_messages (project_id, id);
create index assistant_messages_age_of_all on assistant_messages (asked_at);
create index assistant_messages_not_answered on assistant_messages (project_id, outcome, id desc)
  where outcome <> 'answered';
create index assistant_messages_rated on assistant_messages (project_id, rating, id desc) where rating is not null;
create index assistant_messages_unanswered on assistant_messages (project_id, asked_at desc, id desc)
  where outcome = 'unanswered';
create trigger require_project before insert on assistant_messages for each row execute function require_project();

-- One row per project with its own settings for the assistant; the others have the defaults.
create table project_assistant_settings (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  enabled boolean not null,
  model text not null check (model in ('builtin/extracts-1', 'project')),
  instructions text not null,
  retention_days integer not null check (retention_days between 0 and 365),
  fallback jsonb,
  updated_at timestamptz not null default clock_timestamp(),
  name text not null default '',
  greeting text not null default '',
  starters jsonb not null default '[]',
  tone text not null default 'neutral' check (tone in ('neutral', 'friendly', 'formal')),
  messages_per_minute integer not null default 20 check (messages_per_minute between 1 and 1000),
  monthly_budget_usd double precision check (monthly_budget_usd > 0),
  visitor_daily_budget_usd double precision check (visitor_daily_budget_usd > 0)
);

-- One row per project and month (`2026-01`, no visitor) or visitor and day (`2026-01-31`): what answers cost.
create table assistant_spending (
  project_id text not null references projects (id) on delete cascade,
  period text not null,
  visitor text not null,
  usd double precision not null check (usd >= 0),
  changed_at timestamptz not null default now(),
  primary key (project_id, period, visitor)
);
create index assistant_spending_age on assistant_spending (changed_at);
create index assistant_spending_of_visitors on assistant_spending (changed_at) where visitor <> '';
create index assistant_spending_of_projects on assistant_spending (period, project_id) include (usd) where visitor = '';

-- Owner: readers/section-vectors

-- One row per bundle with vectors of its sections, which are stored next to the bundle, or are being computed.
create table site_vectors (
  bundle_id text primary key references site_bundles (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  -- provider/model of the stored vectors, or of those being computed.
  model text not null,
  -- Null until the first vectors are stored.
  made_at timestamptz,
  made_model text,
  sha256 text,
  size_bytes bigint,
  sections integer,
  -- Texts among them that were sent to the model.
  asked integer,
  attempts integer not null default 0,
  -- No other worker tries before this time.
  claimed_until timestamptz not null,
  problem text check (length(problem) <= 500),
  check ((made_at is null) = (sha256 is null) and (made_at is null) = (made_model is null) and (made_at is null) = (size_bytes is null))
);
create index site_vectors_of_project on site_vectors (project_id, made_at desc);

-- Owner: readers/search-checks

-- One row per project with questions that its search must answer.
create table search_checks (
  project_id text primary key references projects (id) on delete cascade,
  -- [{query, path}]
  questions jsonb not null check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 50),
  updated_at timestamptz not null
);

-- One row per preview deployment whose search was compared with production's.
create table deployment_search_checks (
  deployment_id text primary key references site_deployments (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  -- ID of the production deployment that was live.
  compared_with text not null,
  queries integer not null,
  complete boolean not null,
  -- [{query, source, path, before, after, answeredBefore, answeredAfter, verdict}], at most 100
  changes jsonb not null,
  checked_at timestamptz not null
);
create index deployment_search_checks_checked on deployment_search_checks (checked_at);

-- Owner: readers/suggestions

-- One row per suggestion that was dismissed or started a job. The others follow from signals and are not stored.
create table suggestions (
  project_id text not null references projects (id) on delete cascade,
  -- Digest of kind and subject.
  id text not null,
  kind text not null check (kind in ('missing_topic', 'unhelpful_page', 'missing_address')),
  -- Stems of the topic, or a path.
  subject text not null check (length(subject) <= 4096),
  dismissed boolean not null default false,
  job_id text references agent_jobs (id) on delete set null,
  acted_at timestamptz not null,
  primary key (project_id, id)
);
create index suggestions_acted on suggestions (acted_at);
create index suggestions_job on suggestions (job_id) where job_id is not null;

-- Owner: readers/page-health

-- One row per site whose pages and links are checked.
create table page_health_sites (
  project_id text primary key references projects (id) on delete cascade,
  -- The bundle that the site's rows in page_health_pages are from; null until the first is read.
  bundle_id text,
  -- False if the site has more pages or links than are stored.
  complete boolean not null default true,
  -- When the site was last live.
  seen_at timestamptz not null,
  -- No other worker reads it before this time.
  claimed_until timestamptz not null
);
create index page_health_sites_seen on page_health_sites (seen_at);

-- One row per page of a checked site: since when its text is unchanged.
create table page_health_pages (
  project_id text not null references page_health_sites (project_id) on delete cascade,
  -- As in analytics: /guides/keys.
  path text not null,
  title text not null,
  bundle_id text not null,
  digest bytea not null check (length(digest) = 32),
  -- When its text last changed; for pages of the first bundle, when that bundle was created.
  unchanged_since timestamptz not null,
  -- Null for pages of the first bundle, which are older.
  added_at timestamptz,
  primary key (project_id, path)
);

-- One row per external link of a checked site, with the last results.
create table page_health_links (
  project_id text not null references page_health_sites (project_id) on delete cascade,
  -- Without fragment.
  url text not null check (length(url) <= 2000),
  host text not null,
  bundle_id text not null,
  -- The first pages with the link, at most 20 paths.
  pages jsonb not null,
  page_count integer not null,
  outcome text check (outcome in ('answers', 'gone', 'unknown')),
  -- Status of the response, or why there was none.
  reason text check (length(reason) <= 40),
  checked_at timestamptz,
  -- The last HTTP response, of any status.
  heard_at timestamptz,
  -- First and last check that found it gone since it last responded.
  gone_since timestamptz,
  gone_at timestamptz,
  gone_reason text check (length(gone_reason) <= 40),
  due_at timestamptz not null,
  primary key (project_id, url),
  check ((gone_since is null) = (gone_at is null) and (gone_since is null) = (gone_reason is null))
);
create index page_health_links_due on page_health_links (project_id, due_at);
create index page_health_links_heard on page_health_links (heard_at) where heard_at is not null;
create index page_health_links_gone on page_health_links (project_id, gone_since) where gone_since is not null;

-- One row per host: when any worker may request a page of it again.
create table page_health_hosts (
  host text primary key,
  next_at timestamptz not null
);
create index page_health_hosts_next on page_health_hosts (next_at);

----------------------------------------------------------------------------------------------------------------------
-- operations
----------------------------------------------------------------------------------------------------------------------

-- Owner: operations/overview

-- One row per member with progress in the list of first steps.
create table first_steps (
  user_id text not null references users (id) on delete cascade,
  organization_id text not null references organizations (id) on delete cascade,
  opened_example_at timestamptz,
  dismissed_at timestamptz,
  primary key (user_id, organization_id)
);
create index first_steps_of_organization on first_steps (organization_id);
