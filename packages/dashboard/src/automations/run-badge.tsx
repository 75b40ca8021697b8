import type { ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import { stateLooks } from './looks.ts';
import type { AutomationRun } from './queries.ts';

export function RunBadge({ run: { state } }: { readonly run: AutomationRun }): ReactElement {
  const { label, tone } = stateLooks[state];
  return (
    <Badge tone={tone} {...(state === 'running' && { dot: 'live' as const })}>
      {label}
    </Badge>
  );
}
