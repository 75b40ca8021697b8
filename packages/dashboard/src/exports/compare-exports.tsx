import type { ExportJob } from '@docwright/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatBytes, formatCount } from '../ui/format.ts';
import { Columns, Panel, Stack, Table } from '../ui/layout.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import styles from './exports.module.css';
import { nameVersion } from './name-version.ts';
import { exportPagesQuery } from './queries.ts';

export interface CompareExportsProps {
  readonly job: ExportJob;
  readonly otherJobId: string | undefined;
  readonly onChoose: (jobId: string | undefined) => void;
}

/** The project's other exports, and the differences from one of them. */
export function CompareExports({ job, otherJobId, onChoose }: CompareExportsProps): ReactElement {
  const client = useClient();
  const history = useInfiniteQuery(exportPagesQuery(client, { project: job.projectId, status: 'completed' }));
  const others = history.data?.pages.flatMap(({ jobs }) => jobs).filter(({ jobId }) => jobId !== job.jobId);
  if (others === undefined) return <Skeleton />;
  if (others.length === 0) {
    return (
      <EmptyState icon="audit" title="This is the project’s first export">
        After the next export, this shows added, removed and changed pages.
      </EmptyState>
    );
  }
  return (
    <Stack>
      {otherJobId !== undefined && <Comparison job={job} otherJobId={otherJobId} />}
      <Panel title="Other exports of the project" isFlush>
        <Table
          label="Other exports"
          columns={['Version', { number: 'Pages' }, { number: 'Size' }, 'Started', { hidden: 'Actions' }]}
        >
          {others.map((other) => (
            <tr key={other.jobId}>
              <td data-label="Version">
                <Link to="/exports/$jobId" params={{ jobId: other.jobId }}>
                  {nameVersion(other) ?? other.jobId}
                </Link>
              </td>
              <td data-label="Pages">{other.pageCount}</td>
              <td data-label="Size">{other.sizeBytes === undefined ? '—' : formatBytes(other.sizeBytes)}</td>
              <td data-label="Started">
                <Time at={other.createdAt} />
              </td>
              <td>
                <Button isSmall disabled={other.jobId === otherJobId} onClick={() => onChoose(other.jobId)}>
                  Compare
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      </Panel>
      {history.hasNextPage && (
        <Button isBusy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Stack>
  );
}

function Comparison({ job, otherJobId }: { readonly job: ExportJob; readonly otherJobId: string }): ReactElement {
  const client = useClient();
  const query = useQuery({
    queryKey: ['export', job.jobId, 'compare', otherJobId],
    queryFn: ({ signal }) => client.compareStaticExports({ jobId: job.jobId, otherJobId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Panel title="This export compared with the other one">
      <Loaded query={query}>
        {({ added, removed, changed, unchangedCount, otherFiles }) => (
          <>
            <Columns>
              <Paths title="Added" tone="good" paths={added} />
              <Paths title="Removed" tone="bad" paths={removed} />
              <Paths title="Changed" tone="info" paths={changed} />
            </Columns>
            <span className={styles['soft']}>
              {formatCount(unchangedCount, 'page')} unchanged. Other files: {otherFiles.added} added,{' '}
              {otherFiles.removed} removed, {otherFiles.changed} changed.
            </span>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface PathsProps {
  readonly title: string;
  readonly tone: Tone;
  readonly paths: readonly string[];
}

function Paths({ title, tone, paths }: PathsProps): ReactElement {
  return (
    <section aria-label={title}>
      <h3>
        {title} <Badge tone={paths.length === 0 ? 'neutral' : tone}>{paths.length}</Badge>
      </h3>
      {paths.length > 0 && (
        <ul className={styles['paths']}>
          {paths.map((path) => (
            <li key={path}>{path}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
