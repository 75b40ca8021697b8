import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Project } from '@docwright/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { LoadError } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { projectQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { PageHeader, Row, Stack } from '../ui/layout.tsx';
import { TurnOn } from '../project-data/turn-on.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { FeedbackByPage } from './feedback-by-page.tsx';
import { FeedbackEntry } from './feedback-entry.tsx';
import styles from './feedback.module.css';
import { sourceLabels, statusLooks } from './looks.ts';
import { feedbackQuery, type FeedbackFilters } from './queries.ts';

const route = getRouteApi('/signed-in/projects/$projectId/feedback');

export default function FeedbackPage(): ReactElement {
  const { projectId } = route.useParams();
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Feedback">
      {(project) => (
        <>
          <PageHeader
            title="Feedback"
            text="What readers and their agents say about the live site’s pages."
            parent={{ label: project.name, link: { to: '/projects/$projectId', params: { projectId } } }}
          />
          {hasLiveSite(project) ? (
            <Inbox project={project} />
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

function Inbox({ project }: { readonly project: Project }): ReactElement {
  const [filters, setFilters] = useState<FeedbackFilters>({});
  const query = useInfiniteQuery(feedbackQuery(useClient(), project.id, filters));
  const list = query.data?.pages.flatMap((page) => page.feedback);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (list?.length === 0 && !isFiltered) return <NothingSent project={project} />;
  return (
    <Stack>
      <FeedbackByPage projectId={project.id} />
      <Filters filters={filters} onChange={setFilters} />
      {list === undefined ? (
        query.failureReason === null ? (
          <Skeleton lines={8} />
        ) : (
          <LoadError error={query.error ?? query.failureReason} onRetry={() => void query.refetch()} />
        )
      ) : list.length === 0 ? (
        <EmptyState icon="search" title="No feedback">
          No feedback matches the filters.
        </EmptyState>
      ) : (
        list.map((feedback) => <FeedbackEntry key={feedback.id} projectId={project.id} feedback={feedback} />)
      )}
      {query.hasNextPage && (
        <Row>
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older feedback
          </Button>
        </Row>
      )}
    </Stack>
  );
}

const NothingSent = ({ project }: { readonly project: Project }): ReactElement =>
  project.features.feedback ? (
    <EmptyState icon="check" title="No feedback yet">
      Pages ask their readers from the first deployment after feedback was turned on.
    </EmptyState>
  ) : (
    <EmptyState
      icon="send"
      title="Feedback is off"
      actions={<TurnOn project={project} features={['feedback']} label="feedback" />}
    >
      Each page then asks whether it helped, from the next deployment on.
    </EmptyState>
  );

interface FiltersProps {
  readonly filters: FeedbackFilters;
  readonly onChange: (filters: FeedbackFilters) => void;
}

const Filters = ({ filters, onChange }: FiltersProps): ReactElement => (
  <div className={styles['filters']}>
    <SelectField
      label="Status"
      value={filters.status ?? ''}
      choices={[
        { value: '', label: 'Any' },
        { value: 'pending', label: statusLooks.pending.label },
        { value: 'in_progress', label: statusLooks.in_progress.label },
        { value: 'resolved', label: statusLooks.resolved.label },
        { value: 'dismissed', label: statusLooks.dismissed.label },
      ]}
      onChange={(status) => onChange({ ...filters, status: status === '' ? undefined : status })}
    />
    <SelectField
      label="Kind"
      value={filters.source ?? ''}
      choices={[
        { value: '', label: 'Any' },
        { value: 'contextual', label: sourceLabels.contextual },
        { value: 'thumbs_only', label: sourceLabels.thumbs_only },
        { value: 'code_snippet', label: sourceLabels.code_snippet },
        { value: 'agent', label: sourceLabels.agent },
      ]}
      onChange={(source) => onChange({ ...filters, source: source === '' ? undefined : source })}
    />
  </div>
);
