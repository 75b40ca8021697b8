import type { AgentJob } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { modelLabel } from '../project-data/model-label.ts';
import { projectsQuery } from '../project-data/queries.ts';
import { Breakable } from '../ui/breakable.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Facts, Panel } from '../ui/layout.tsx';
import { describeCost } from './describe-cost.ts';
import { describeAfter, describeBefore, isKnown } from './describe-merge.ts';
import { nameRepository } from './group-citations.ts';
import styles from './job-page.module.css';
import { SafeLink } from './timeline.tsx';
import type { GateResult } from './to-timeline.ts';

/** Loaded on demand, because these facts are known only at the end of a turn. */
const GateFacts = lazy(() => import('./gate-facts.tsx').then((module) => ({ default: module.GateFacts })));

export interface JobFactsProps {
  readonly job: AgentJob;
  readonly gate: GateResult | undefined;
  readonly stepCount: number;
}

const describeCommit = ({ repository, commit }: AgentJob['context'][number]): string =>
  `${nameRepository(repository)}@${commit.slice(0, 7)}`;

export function JobFacts({ job, gate, stepCount }: JobFactsProps): ReactElement {
  const projects = useQuery(projectsQuery(useClient()));
  const name = projects.data?.find(({ id }) => id === job.projectId)?.name ?? job.projectId;
  const { usage } = job;
  const project = (
    <Link to="/projects/$projectId" params={{ projectId: job.projectId }}>
      {name}
    </Link>
  );
  return (
    <aside className={styles['side']} aria-label="Job details">
      <Panel title="Details">
        <Facts
          rows={[
            ['Project', project],
            ...(job.startedBy === null
              ? []
              : ([['Started by', <Breakable key="by" text={job.startedBy.name} />]] as const)),
            ['Model', modelLabel(job.model)],
            job.draft === null
              ? ['Branch', job.source.ref === null ? '—' : <code key="branch">{job.source.ref}</code>]
              : ['Draft', <DraftLink key="draft" job={job} draft={job.draft} />],
            ...(job.prLink === null
              ? []
              : ([
                  [
                    'Review',
                    <SafeLink key="pr" href={job.prLink}>
                      {job.pullRequest === null
                        ? 'Pull request'
                        : `#${job.pullRequest.number}, ${job.pullRequest.state}`}
                    </SafeLink>,
                  ],
                ] as const)),
            ...(job.context.length === 0
              ? []
              : ([['Code', <Breakable key="code" text={job.context.map(describeCommit).join(', ')} />]] as const)),
            ['Prompts', formatNumber(job.turns)],
            ['Steps', formatNumber(stepCount)],
          ]}
        />
      </Panel>
      <Panel title="Usage">
        <Facts
          rows={[
            ['Input', formatCount(usage.inputTokens, 'token')],
            ['Output', formatCount(usage.outputTokens, 'token')],
            ['Cost', describeCost(usage)],
          ]}
        />
        {!usage.known && (
          <span>
            The provider did not report the usage of a step, or the model has no price in the project’s settings.
          </span>
        )}
      </Panel>
      {job.merge !== null && isKnown(job.merge) && (
        <Panel title="Merge">
          <Facts
            rows={[
              ['Before', describeBefore(job.merge)],
              [
                '14 days later',
                describeAfter(job.merge, { mergedAt: job.pullRequest?.endedAt ?? null, now: Date.now() }),
              ],
            ]}
          />
        </Panel>
      )}
      {gate && (
        <Suspense>
          <GateFacts gate={gate} />
        </Suspense>
      )}
      {job.files.length > 0 && <ChangedFiles job={job} />}
    </aside>
  );
}

/** Each file links to the diff. */
const ChangedFiles = ({ job }: Pick<JobFactsProps, 'job'>): ReactElement => (
  <Panel title="Files">
    <ul className={styles['files']}>
      {job.files.map((file) => (
        <li key={file.path}>
          <Link
            to="/jobs/$projectId/$jobId"
            params={{ projectId: job.projectId, jobId: job.id }}
            search={{ tab: 'diff' }}
            resetScroll={false}
            replace
          >
            {file.path}
          </Link>
          <span className={styles['counts']}>
            {file.image === undefined ? (
              <>
                <span className={styles['plus']}>+{file.added}</span>{' '}
                <span className={styles['minus']}>−{file.removed}</span>
              </>
            ) : (
              'image'
            )}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);

/** A link to the draft in the editor, with the suggestions. */
function DraftLink({
  job,
  draft,
}: {
  readonly job: AgentJob;
  readonly draft: NonNullable<AgentJob['draft']>;
}): ReactElement {
  const { branch, file, suggestions } = draft;
  const [thread] = suggestions;
  if (thread !== undefined)
    return (
      <Link to="/projects/$projectId/comments/$threadId" params={{ projectId: job.projectId, threadId: thread }}>
        {branch}, {formatCount(suggestions.length, 'suggestion')}
      </Link>
    );
  return (
    <Link
      to="/projects/$projectId/editor/$branch/$"
      params={{ projectId: job.projectId, branch, _splat: file ?? '' }}
      search={{ comments: 'open' }}
    >
      {branch}
    </Link>
  );
}
