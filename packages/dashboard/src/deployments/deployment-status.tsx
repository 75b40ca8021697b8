import type { Deployment } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';
import { isEnded } from './queries.ts';

const looks: Readonly<Record<Deployment['status'], { label: string; tone: Tone }>> = {
  queued: { label: 'Queued', tone: 'neutral' },
  in_progress: { label: 'In progress', tone: 'info' },
  success: { label: 'Ready', tone: 'good' },
  failure: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

export interface DeploymentStatusProps {
  readonly deployment: { readonly status: Deployment['status']; readonly errorCode: string | null };
}

export function DeploymentStatus({ deployment }: DeploymentStatusProps): ReactElement {
  const { status, errorCode } = deployment;
  const { label, tone } = errorCode === 'cancelled' ? ({ label: 'Canceled', tone: 'neutral' } as const) : looks[status];
  return (
    <Badge tone={tone} dot={isEnded(deployment) ? 'still' : 'live'}>
      {label}
    </Badge>
  );
}

/** Marks the deployment that readers see. */
export const LiveBadge = (): ReactElement => <Badge tone="merged">Live</Badge>;
