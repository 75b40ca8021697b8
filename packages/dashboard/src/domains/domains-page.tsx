import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useApi, useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { siteQuery } from '../deployments/queries.ts';
import { projectQuery } from '../project-data/queries.ts';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState } from '../ui/states.tsx';
import { AddDomain } from './add-domain.tsx';
import { findLocalAddress } from './describe-domain.ts';
import { DomainPanel } from './domain-panel.tsx';
import { domainsQuery } from './queries.ts';

const route = getRouteApi('/signed-in/projects/$projectId/domains');

export default function DomainsPage(): ReactElement {
  const { projectId } = route.useParams();
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Domains">
      {(project) => (
        <>
          <PageHeader
            title="Domains"
            text="The site is served on every domain that you verify through DNS."
            parent={{ label: project.name, link: { to: '/projects/$projectId', params: { projectId } } }}
          />
          {hasLiveSite(project) ? (
            <DomainsView key={projectId} project={project} />
          ) : (
            <EmptyState icon="info" title="This project has no live site">
              {whyNoLiveSite(project)}
            </EmptyState>
          )}
        </>
      )}
    </Loaded>
  );
}

function DomainsView({ project }: { readonly project: Project }): ReactElement {
  const canWrite = useCan('projects:write');
  const client = useClient();
  const query = useQuery(domainsQuery(client, project.id));
  const site = useQuery({ ...siteQuery(client, project.id, false), enabled: useCan('deployments:read') });
  const localUrl = findLocalAddress(site.data?.url, query.data ?? []);
  return (
    <Stack isNarrow>
      {localUrl !== undefined && <LocalNotice url={localUrl} />}
      {canWrite && <AddDomain projectId={project.id} />}
      <Loaded query={query} lines={4}>
        {(domains) =>
          domains.length === 0 ? (
            <EmptyState icon="globe" title="No domains yet">
              The site is served at its name under the installation’s sites domain.
              {canWrite && ' To use your own domain, add it here and set one of the DNS records that are shown.'}
            </EmptyState>
          ) : (
            <>
              {domains.map((domain) => (
                <DomainPanel key={domain.domain} domain={domain} canWrite={canWrite} />
              ))}
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

/** On a default installation, all later steps fail until the operator has completed this step. */
function LocalNotice({ url }: { readonly url: string }): ReactElement {
  const { baseUrl } = useApi();
  return (
    <Notice tone="warn" title="First, this installation needs a public sites domain">
      Live sites have addresses such as <code>{url}</code>, which only this machine can open, and no DNS record can
      point to them. The operator sets <code>DOCWRIGHT_SITES_DOMAIN</code> to a domain that resolves to this
      installation, and restarts it. <a href={`${baseUrl}/docs/deploy/live-sites`}>How to set it</a>
    </Notice>
  );
}
