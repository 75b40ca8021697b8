import type { ReactElement } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Notice } from '../ui/notice.tsx';
import { AddressLine } from './address-line.tsx';
import { toSiteState, type SiteState } from './describe-deployment.ts';
import type { Site } from './queries.ts';

const looks: Readonly<Record<SiteState, { label: string; tone: Tone }>> = {
  live: { label: 'Live', tone: 'good' },
  not_deployed: { label: 'Not live yet', tone: 'neutral' },
  unpublished: { label: 'Unpublished', tone: 'warn' },
  taken_down: { label: 'Taken down', tone: 'bad' },
};

export function SiteAddress({ site }: { readonly site: Site }): ReactElement {
  const state = toSiteState(site);
  return (
    <AddressLine url={site.url} isAnswered={state === 'live'}>
      <SiteStateBadge state={state} />
    </AddressLine>
  );
}

export function SiteStateBadge({ state }: { readonly state: SiteState }): ReactElement {
  return (
    <Badge tone={looks[state].tone} dot="still">
      {looks[state].label}
    </Badge>
  );
}

export function TakedownNotice({ site }: { readonly site: Site }): ReactElement | null {
  if (site.takedown === null) return null;
  return (
    <Notice tone="bad" title="The operator of this installation has taken the site down">
      Readers see an error ({site.takedown.status}). Reason: {site.takedown.reason}
    </Notice>
  );
}
