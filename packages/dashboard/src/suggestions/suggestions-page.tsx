import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { projectQuery } from '../project-data/queries.ts';
import { SelectField } from '../ui/field.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { TurnOn } from '../project-data/turn-on.tsx';
import { EmptyState } from '../ui/states.tsx';
import { statusLooks } from './looks.ts';
import { PageHealthSection } from './page-health.tsx';
import { suggestionsQuery, type SuggestionStatus } from './queries.ts';
import { SuggestionEntry } from './suggestion-entry.tsx';
import styles from './suggestions.module.css';

const route = getRouteApi('/signed-in/projects/$projectId/suggestions');

export default function SuggestionsPage(): ReactElement {
  const { projectId } = route.useParams();
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Suggestions">
      {(project) => (
        <>
          <PageHeader
            title="Suggestions"
            text="What readers of the live site looked for in the last 30 days and couldn’t find."
            parent={{ label: project.name, link: { to: '/projects/$projectId', params: { projectId } } }}
          />
          {hasLiveSite(project) ? (
            <Stack>
              <List project={project} />
              <PageHealthSection project={project} />
            </Stack>
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

type Readers = '1' | '2' | '5' | '20';

function List({ project }: { readonly project: Project }): ReactElement {
  const [status, setStatus] = useState<SuggestionStatus | ''>('');
  const [readers, setReaders] = useState<Readers>('2');
  const filters = { status: status === '' ? undefined : status, minVisitors: Number(readers) };
  const query = useQuery(suggestionsQuery(useClient(), project.id, filters));
  return (
    <Stack>
      <div className={styles['filters']}>
        <SelectField
          label="Status"
          value={status}
          choices={[
            { value: '', label: 'All except dismissed' },
            { value: 'open', label: statusLooks.open.label },
            { value: 'in_progress', label: statusLooks.in_progress.label },
            { value: 'resolved', label: statusLooks.resolved.label },
            { value: 'dismissed', label: statusLooks.dismissed.label },
          ]}
          onChange={setStatus}
        />
        <SelectField
          label="Readers"
          value={readers}
          choices={[
            { value: '1', label: 'At least 1' },
            { value: '2', label: 'At least 2' },
            { value: '5', label: 'At least 5' },
            { value: '20', label: 'At least 20' },
          ]}
          onChange={setReaders}
        />
      </div>
      <Loaded query={query} lines={8}>
        {({ suggestions, complete }) =>
          suggestions.length === 0 ? (
            <Nothing project={project} isFiltered={status !== ''} />
          ) : (
            <Stack>
              {suggestions.map((suggestion) => (
                <SuggestionEntry key={suggestion.id} projectId={project.id} suggestion={suggestion} />
              ))}
              {!complete && <p className={styles['soft']}>Only the suggestions with the most readers are shown.</p>}
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  );
}

function Nothing({ project, isFiltered }: { readonly project: Project; readonly isFiltered: boolean }): ReactElement {
  const { analytics, feedback, assistant } = project.features;
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No suggestions">
        No suggestions have this status.
      </EmptyState>
    );
  return analytics || feedback || assistant ? (
    <EmptyState icon="check" title="No suggestions yet">
      A suggestion appears when enough readers search without results, ask questions that the pages don’t answer, give a
      thumbs down, or open a broken address.
    </EmptyState>
  ) : (
    <EmptyState
      icon="spark"
      title="Nothing is measured"
      actions={<TurnOn project={project} features={['analytics', 'feedback']} label="web analytics and feedback" />}
    >
      Suggestions come from what readers search for, ask and say about the pages.
    </EmptyState>
  );
}
