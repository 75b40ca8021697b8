import type { AnalyticsPage } from '@docwright/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Panel, Table } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import styles from './analytics.module.css';
import { Totals } from './totals.tsx';

interface ReactionsProps {
  readonly projectId: string;
  readonly page: AnalyticsPage;
}

export function PageFeedback({ projectId, page }: ReactionsProps): ReactElement {
  const { thumbsUp, thumbsDown, comments, before, newest } = page.feedback;
  return (
    <Panel
      title="Feedback"
      actions={
        <Link to="/projects/$projectId/feedback" params={{ projectId }}>
          All feedback
        </Link>
      }
    >
      <Totals
        rows={[
          ['Helpful', thumbsUp, before?.thumbsUp],
          ['Not helpful', thumbsDown, before?.thumbsDown],
          ['With a comment', comments, before?.comments],
        ]}
      />
      {newest.length > 0 && (
        <ul className={styles['quotes']}>
          {newest.map(({ id, comment, createdAt }) => (
            <li key={id}>
              <blockquote>{comment}</blockquote>
              <Time at={createdAt} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function PageAnswers({ projectId, page }: ReactionsProps): ReactElement {
  const { total, complete, newest } = page.answers;
  const isCut = complete ? '' : ' Only the site’s newest 2,000 answers were checked.';
  return (
    <Panel
      title="Assistant answers that cite this page"
      actions={
        <Link to="/projects/$projectId/assistant" params={{ projectId }} search={{ tab: 'conversations' }}>
          All conversations
        </Link>
      }
    >
      <p>{total === 0 ? `None.${isCut}` : `${total.toLocaleString('en')} in this range.${isCut}`}</p>
      {newest.length > 0 && (
        <ul className={styles['quotes']}>
          {newest.map(({ id, query, timestamp }) => (
            <li key={id}>
              <blockquote>{query}</blockquote>
              <Time at={timestamp} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The page's health; renders nothing if the page isn't known to be live. */
export function PageState({ page: { health } }: Pick<ReactionsProps, 'page'>): ReactElement | null {
  if (health === null) return null;
  const { stale, unchangedSince, brokenLinks } = health;
  return (
    <Panel
      title="Page health"
      isFlush={brokenLinks.length > 0}
      text={
        <>
          {stale ? 'Unchanged for 180 days or more, ' : 'No known changes '}
          since <Time at={unchangedSince} />.
        </>
      }
    >
      {brokenLinks.length === 0 ? (
        'No known broken links to other sites.'
      ) : (
        <Table label="Broken links to other sites" columns={['Broken link', 'Status', 'Since']}>
          {brokenLinks.map(({ url, status, brokenSince }) => (
            <tr key={url}>
              <td className={styles['path']}>{url}</td>
              <td data-label="Status">{status ?? 'Unknown host'}</td>
              <td data-label="Since">
                <Time at={brokenSince} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
