-- Owner: agent/agent-jobs

-- One row per image that the model of a job is shown: attached by a person, a file of the site, or a screenshot.
create table agent_job_images (
  job_id text not null references agent_jobs (id) on delete cascade,
  -- SHA-256 of the bytes, hexadecimal.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- The organization of the job, for the sum of its images.
  organization_id text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  content bytea not null,
  size int not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (job_id, digest)
);
-- The bytes are compressed already.
alter table agent_job_images alter column content set storage external;
create index agent_job_images_of_organization on agent_job_images (organization_id) include (size);

-- The images that a person attached to the prompt, in order: [{digest, mediaType, sizeBytes, name}]. Null without images.
alter table agent_job_turns add column attachments jsonb;
