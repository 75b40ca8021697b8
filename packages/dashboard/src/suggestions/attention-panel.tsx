import type { Project, Suggestion } from '@docwright/sdk';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { hasLiveSite } from '../deployments/live-kind.ts';
import overview from '../overview/overview.module.css';
import { formatCount } from '../ui/format.ts';
import { Panel } from '../ui/layout.tsx';
import { kindLabels } from './looks.ts';
import { loudestQuery } from './queries.ts';

/** Each costs a call of the hundred that an organization has in an hour. */
const MOST_PROJECTS = 3;
const MOST_ROWS = 5;

interface AttentionProps {
  readonly projects: readonly Project[];
  /** Undefined on the page of the project itself. */
  readonly nameProject?: ((projectId: string) => string) | undefined;
}

const collects = ({ features: { analytics, feedback, assistant } }: Project): boolean =>
  analytics || feedback || assistant;

/** The suggestions of some projects that collect signals of readers. */
export function useAttention(projects: readonly Project[]) {
  const client = useClient();
  const canRead = useCan('analytics:read');
  const asked = canRead ? projects.filter((one) => hasLiveSite(one) && collects(one)).slice(0, MOST_PROJECTS) : [];
  return { asked, queries: useQueries({ queries: asked.map(({ id }) => loudestQuery(client, id)) }) };
}

/** What most readers of the live sites look for in vain. Nothing where nobody's signals are collected, or where they can't be had. */
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
    <Panel title="What readers can’t find" isFlush={rows.length > 0}>
      {rows.length === 0 ? (
        <p className={overview['soft']}>No suggestions from the last 30 days.</p>
      ) : (
        <ul className={overview['rows']}>
          {rows.map(({ suggestion, projectId }) => (
            <SuggestionRow
              key={suggestion.id}
              suggestion={suggestion}
              projectId={projectId}
              projectName={nameProject?.(projectId)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly suggestion: Suggestion;
  readonly projectId: string;
  readonly projectName: string | undefined;
}

const SuggestionRow = ({ suggestion, projectId, projectName }: RowProps): ReactElement => (
  <li>
    <Link to="/projects/$projectId/suggestions" params={{ projectId }} className={overview['row'] ?? ''}>
      <span className={overview['title']}>{suggestion.title}</span>
      <span>{formatCount(suggestion.visitors, 'reader')}</span>
      <span className={overview['facts']}>
        {[kindLabels[suggestion.kind], ...(projectName === undefined ? [] : [projectName])].join(' · ')}
      </span>
    </Link>
  </li>
);
