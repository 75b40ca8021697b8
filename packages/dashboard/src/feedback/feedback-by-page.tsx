import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PageLink } from '../project-data/page-link.tsx';
import { useClient } from '../api/api-context.ts';
import { formatNumber } from '../ui/format.ts';
import { Panel, Table } from '../ui/layout.tsx';
import { feedbackByPageQuery } from './queries.ts';

/**
 * The pages with the worst ratings. Renders nothing until they are loaded, because the list below doesn't depend on
 * them.
 */
export function FeedbackByPage({ projectId }: { readonly projectId: string }): ReactElement | null {
  const { data } = useQuery(feedbackByPageQuery(useClient(), projectId));
  if (data === undefined || data.feedback.length < 2) return null;
  const columns = ['Page', { number: 'Not helpful' }, { number: 'Helpful' }, { number: 'Comments' }];
  return (
    <Panel title="By page" text="Pages with the most thumbs down first." isFlush>
      <Table label="Feedback by page" columns={columns}>
        {data.feedback.map(({ path, thumbsDown, thumbsUp, comments }) => (
          <tr key={path}>
            <td>
              <PageLink projectId={projectId} path={path} />
            </td>
            <td data-label="Not helpful">{formatNumber(thumbsDown)}</td>
            <td data-label="Helpful">{formatNumber(thumbsUp)}</td>
            <td data-label="Comments">{formatNumber(comments)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
