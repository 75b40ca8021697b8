import type { Project, SiteSummary } from '@docwright/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { AddressLine } from '../deployments/address-line.tsx';
import { DeploymentStatus } from '../deployments/deployment-status.tsx';
import { hasLiveSite } from '../project-data/live-kind.ts';
import { SiteStateBadge } from '../deployments/site-address.tsx';
import { Badge } from '../ui/badge.tsx';
import { TextField } from '../ui/field.tsx';
import { PageHeader, Panel, Stack, Table } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { kindLabels } from '../project-data/kind-labels.ts';
import { findProjects } from './find-projects.ts';
import styles from './projects.module.css';
import { projectsQuery, sitesQuery } from '../project-data/queries.ts';

export default function ProjectsPage(): ReactElement {
  const client = useClient();
  const projects = useQuery(projectsQuery(client));
  const sites = useQuery({ ...sitesQuery(client), enabled: useCan('deployments:read') });
  const connect = useCan('projects:write') && (
    <LinkButton to="/projects/new" kind="primary" icon="plus">
      New project
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Projects"
        text="A project is a documentation site and its repository."
        actions={projects.data?.length !== 0 && connect}
      />
      <Loaded query={projects}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="projects" title="No projects yet" actions={connect}>
              Connect a repository that contains a <code>docs.json</code>. Connecting doesn’t change the repository.
            </EmptyState>
          ) : (
            <ProjectTable projects={list} sites={sites} />
          )
        }
      </Loaded>
    </>
  );
}

/** Number of projects from which a search is shown; fewer projects fit on a screen. */
const SEARCHED_FROM = 9;

interface ProjectTableProps {
  readonly projects: readonly Project[];
  readonly sites: UseQueryResult<ReadonlyMap<string, SiteSummary>>;
}

function ProjectTable({ projects, sites }: ProjectTableProps): ReactElement {
  const [query, setQuery] = useState('');
  const found = findProjects(projects, query);
  return (
    <Stack>
      {projects.length >= SEARCHED_FROM && (
        <TextField
          label="Search projects"
          isLabelHidden
          type="search"
          placeholder="Search by name or repository"
          maxLength={200}
          value={query}
          onChange={setQuery}
        />
      )}
      {found.length === 0 ? (
        <EmptyState icon="search" title="No matching projects">
          No project has these words in its name or repository.
        </EmptyState>
      ) : (
        <Panel isFlush>
          <Table label="Projects" columns={['Project', 'Live site', 'Last deployment']}>
            {found.map((project) => (
              <ProjectRow
                key={project.id}
                project={project}
                site={sites.data?.get(project.id)}
                isLoading={sites.isLoading}
              />
            ))}
          </Table>
        </Panel>
      )}
    </Stack>
  );
}

interface ProjectRowProps {
  readonly project: Project;
  /** `undefined` while loading, for other kinds of deployment, and for users without access to deployments. */
  readonly site: SiteSummary | undefined;
  readonly isLoading: boolean;
}

function ProjectRow({ project, site, isLoading }: ProjectRowProps): ReactElement {
  const { id: projectId, name, repository, branch, docsFolder, deploymentKind } = project;
  const last = site?.lastDeployment;
  return (
    <tr>
      <td>
        <div>
          <Link to="/projects/$projectId" params={{ projectId }} className={styles['name'] ?? ''}>
            {name}
          </Link>
          <div className={styles['soft']}>
            {repository} · {branch}
            {docsFolder !== '' && ` · ${docsFolder}`}
          </div>
        </div>
      </td>
      <td data-label="Live site">
        {hasLiveSite(project) ? (
          site === undefined ? (
            isLoading ? (
              '…'
            ) : (
              'Not live yet'
            )
          ) : (
            <AddressLine url={site.url} isAnswered={site.state === 'live'}>
              <SiteStateBadge state={site.state} />
            </AddressLine>
          )
        ) : (
          <Badge>{kindLabels[deploymentKind]}</Badge>
        )}
      </td>
      <td data-label="Last deployment">
        {last ? (
          <span className={styles['last']}>
            <DeploymentStatus deployment={last} />
            <Link
              to="/projects/$projectId/deployments/$deploymentId"
              params={{ projectId, deploymentId: last.deploymentId }}
            >
              <Time at={last.createdAt} />
              <span className="visually-hidden">, last deployment of {name}</span>
            </Link>
          </span>
        ) : (
          '—'
        )}
      </td>
    </tr>
  );
}
