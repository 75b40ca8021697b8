import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { exportQuery } from '../exports/queries.ts';
import ProjectBar from '../projects/project-bar.tsx';

/** The navigation of an export's project. The export page's address doesn't contain the project. */
export default function ExportProjectBar({ jobId }: { readonly jobId: string }): ReactElement | null {
  const { data: job } = useQuery(exportQuery(useClient(), jobId));
  return job === undefined ? null : <ProjectBar projectId={job.projectId} />;
}
