import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { exportQuery } from '../exports/queries.ts';
import ProjectBar from '../projects/project-bar.tsx';

/** The navigation of the project that an export belongs to: the address of its page doesn't name the project. */
export default function ExportProjectBar({ jobId }: { readonly jobId: string }): ReactElement | null {
  const { data: job } = useQuery(exportQuery(useClient(), jobId));
  return job === undefined ? null : <ProjectBar projectId={job.projectId} />;
}
