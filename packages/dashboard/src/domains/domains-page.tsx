import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { hasLiveSite, whyNoLiveSite } from '../deployments/live-kind.ts';
import { projectQuery } from '../projects/queries.ts';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { AddDomain } from './add-domain.tsx';
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
            text="The site is served on every domain you verify by DNS."
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
  const query = useQuery(domainsQuery(useClient(), project.id));
  return (
    <Stack isNarrow>
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
