import type { ExportJob } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';

const looks: Readonly<Record<ExportJob['status'], { label: string; tone: Tone }>> = {
  queued: { label: 'Queued', tone: 'neutral' },
  running: { label: 'Running', tone: 'info' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

export function ExportStatus({ job }: { readonly job: Pick<ExportJob, 'status' | 'errorCode'> }): ReactElement {
  const { label, tone } =
    job.errorCode === 'cancelled' ? ({ label: 'Canceled', tone: 'neutral' } as const) : looks[job.status];
  return (
    <Badge tone={tone} dot={job.status === 'running' || job.status === 'queued' ? 'live' : 'still'}>
      {label}
    </Badge>
  );
}
