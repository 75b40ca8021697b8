import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { CopyId } from '../ui/code-block.tsx';
import { PageHeader, Panel, Table } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { kindLabels } from './kind-labels.ts';
import styles from './projects.module.css';
import { projectsQuery } from './queries.ts';

export default function ProjectsPage(): ReactElement {
  const projects = useQuery(projectsQuery(useClient()));
  const connect = useCan('projects:write') && (
    <LinkButton to="/projects/new" kind="primary" icon="plus">
      New project
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Projects" text="A project is a documentation site and its repository." actions={connect} />
      <Loaded query={projects}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="projects" title="No projects yet" actions={connect}>
              Connect a repository that contains a <code>docs.json</code>. Connecting doesn’t change the repository.
            </EmptyState>
          ) : (
            <Panel isFlush>
              <Table label="Projects" columns={['Project', 'Domains', 'Deployment', 'ID']}>
                {list.map((project) => (
                  <tr key={project.id}>
                    <td>
                      <div>
                        <Link
                          to="/projects/$projectId"
                          params={{ projectId: project.id }}
                          className={styles['name'] ?? ''}
                        >
                          {project.name}
                        </Link>
                        <div className={styles['soft']}>
                          {project.repository} · {project.branch}
                          {project.docsFolder !== '' && ` · ${project.docsFolder}`}
                        </div>
                      </div>
                    </td>
                    <td data-label="Domains">{project.domains.join(', ') || '—'}</td>
                    <td data-label="Deployment">
                      <Badge>{kindLabels[project.deploymentKind]}</Badge>
                    </td>
                    <td data-label="ID">
                      <CopyId id={project.id} what={`ID of ${project.name}`} />
                    </td>
                  </tr>
                ))}
              </Table>
            </Panel>
          )
        }
      </Loaded>
    </>
  );
}
