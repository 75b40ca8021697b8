-- Owner: agent/agent-jobs

-- An image of the job that becomes a file of the site. Its bytes stay in agent_job_images as long as this row exists.
alter table agent_job_overlay drop constraint agent_job_overlay_kind_check;
alter table agent_job_overlay
  add column image text,
  add constraint agent_job_overlay_kind_check check (kind in ('write', 'delete', 'image')),
  add constraint agent_job_overlay_image_check check ((kind = 'image') = (image is not null)),
  add constraint agent_job_overlay_image_fkey
    foreign key (job_id, image) references agent_job_images (job_id, digest);
