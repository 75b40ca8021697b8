import type { Project } from '@docwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { describeError } from '../api/describe-error.ts';
import { projectsQuery } from '../project-data/queries.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Time } from '../ui/time.tsx';
import styles from './deployments.module.css';
import { findPushSource, isEmbedded, type PushSource as Source } from './describe-pushes.ts';

const ASK_EVERY_MS = 15_000;

/** How pushes to the project's repository are detected, and how to make that faster. */
export default function PushSource({ project }: { readonly project: Project }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const isOurs = isEmbedded(project.repository, location.origin);
  const source = useQuery({
    queryKey: ['push-source', project.id, project.repository],
    queryFn: async ({ signal }): Promise<Source> => {
      const projects = await queryClient.ensureQueryData(projectsQuery(client));
      const siblings = projects.filter(({ repository }) => repository === project.repository).map(({ id }) => id);
      const lists = await Promise.all(
        [...new Set([project.id, ...siblings])].map((id) => client.listCodeHostHooks({ projectId: id }, { signal })),
      );
      return findPushSource(lists.flatMap(({ hooks }) => hooks));
    },
    enabled: !isOurs,
    refetchInterval: ASK_EVERY_MS,
  });
  const found: Source | undefined = isOurs ? { kind: 'embedded' } : source.data;
  if (found !== undefined) return <SourceText source={found} project={project} />;
  return <span className={styles['soft']}>{source.error ? describeError(source.error).title : '…'}</span>;
}

interface SourceTextProps {
  readonly source: Source;
  readonly project: Project;
}

function SourceText({ source, project }: SourceTextProps): ReactElement {
  switch (source.kind) {
    case 'embedded':
      return <>reported immediately by the embedded code host</>;
    case 'reported':
      return (
        <>
          reported immediately by a webhook, last <Time at={source.at} />
        </>
      );
    case 'silent':
      return (
        <div>
          a webhook that hasn’t sent anything yet
          <div className={styles['soft']}>
            {source.problem ?? 'If it is set up on the code host, this changes with the next push.'}
          </div>
        </div>
      );
    case 'asked':
      return <NoHook projectId={project.id} />;
  }
}

function NoHook({ projectId }: { readonly projectId: string }): ReactElement {
  const command = `docwright code-host-hooks create --install --project ${projectId}`;
  return (
    <div>
      no webhook: the branch is checked every minute, unless the operator set another interval
      <div className={styles['soft']}>To deploy immediately, create a webhook on the code host:</div>
      <div className={styles['mono']}>
        {command} <CopyButton text={command} what="command" />
      </div>
    </div>
  );
}
