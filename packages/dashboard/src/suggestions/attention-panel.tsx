import type { Project } from '@docwright/sdk';
import { useQueries } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { hasLiveSite } from '../project-data/live-kind.ts';
import { formatCount } from '../ui/format.ts';
import { LinkRow, Rows } from '../ui/rows.tsx';
import { kindLabels } from './looks.ts';
import { topSuggestionsQuery } from './queries.ts';

/** Each project counts toward the organization's limit of 100 calls per hour. */
const MOST_PROJECTS = 3;
const MOST_ROWS = 5;

interface AttentionProps {
  readonly projects: readonly Project[];
  /** `undefined` on the project's own page. */
  readonly nameProject?: ((projectId: string) => string) | undefined;
}

const collects = ({ features: { analytics, feedback, assistant } }: Project): boolean =>
  analytics || feedback || assistant;

/** Loads suggestions for the first projects that collect signals from readers. */
export function useAttention(projects: readonly Project[]) {
  const client = useClient();
  const canRead = useCan('analytics:read');
  const asked = canRead ? projects.filter((one) => hasLiveSite(one) && collects(one)).slice(0, MOST_PROJECTS) : [];
  return { asked, queries: useQueries({ queries: asked.map(({ id }) => topSuggestionsQuery(client, id)) }) };
}

/**
 * The topics that readers of live sites most often can't find. Renders nothing if no signals are collected or they
 * can't be read.
 */
export function AttentionPanel({ projects, nameProject }: AttentionProps): ReactElement | null {
  const { asked, queries } = useAttention(projects);
  if (asked.length === 0 || queries.every(({ data }) => data === undefined)) return null;
  const rows = queries
    .flatMap(({ data }, index) =>
      (data?.suggestions ?? []).map((suggestion) => ({ suggestion, projectId: asked[index]?.id ?? '' })),
    )
    .sort((a, b) => b.suggestion.visitors - a.suggestion.visitors)
    .slice(0, MOST_ROWS);
  return (
    <Rows title="What readers can’t find" emptyText="No suggestions from the last 30 days.">
      {rows.map(({ suggestion: { id, kind, title, visitors }, projectId }) => (
        <LinkRow
          key={id}
          link={{ to: '/projects/$projectId/suggestions', params: { projectId } }}
          title={title}
          status={formatCount(visitors, 'reader')}
          facts={[kindLabels[kind], ...(nameProject === undefined ? [] : [nameProject(projectId)])].join(' · ')}
        />
      ))}
    </Rows>
  );
}
