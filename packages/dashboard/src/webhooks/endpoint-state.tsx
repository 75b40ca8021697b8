import type { ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import type { Endpoint } from './queries.ts';

export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }): ReactElement {
  if (!endpoint.enabled) return <Badge tone="bad">Disabled</Badge>;
  return endpoint.failingSince === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="warn">Failing</Badge>;
}
