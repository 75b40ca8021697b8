import type { Migration } from '../src/platform/database/index.ts';

/** Those who watch a deployment hear of each change of it, as of a job's. */
export const deploymentChanges: Migration = {
  id: '0050-deployment-changes',
  sql: /* sql */ `
create function tell_deployment() returns trigger language plpgsql as $$
begin
  perform pg_notify('docwright_job', new.id);
  return null;
end $$;
create trigger tell_deployment after update on site_deployments for each row execute function tell_deployment();
`,
};
