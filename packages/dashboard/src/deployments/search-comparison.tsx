import type { SearchComparison } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Badge } from '../ui/badge.tsx';
import { formatCount } from '../ui/format.ts';
import { Panel, Table } from '../ui/layout.tsx';
import styles from './deployments.module.css';
import { searchComparisonQuery } from './queries.ts';

interface ComparisonProps {
  readonly projectId: string;
  readonly deploymentId: string;
}

/** Compares a preview's search with the live site's. Renders nothing if nothing was compared. */
export default function SearchComparisonPanel({ projectId, deploymentId }: ComparisonProps): ReactElement | null {
  const { data } = useQuery(searchComparisonQuery(useClient(), projectId, deploymentId));
  if (data === undefined || data.comparedWith === null) return null;
  const { changes, queries, complete } = data;
  const text = `${formatCount(queries, 'query', 'queries')} compared with the live site: golden questions and readers’ most frequent searches.${complete ? '' : ' Time ran out before all were compared.'}`;
  return changes.length === 0 ? (
    <Panel title="Search" text={text}>
      All results are unchanged.
    </Panel>
  ) : (
    <Panel title="Search" text={text} isFlush>
      <Table label="Searches that changed" columns={['Query', 'Result', { number: 'Position' }, 'Page', 'Asked by']}>
        {changes.map((change) => (
          <ChangeRow key={JSON.stringify([change.source, change.query])} change={change} />
        ))}
      </Table>
    </Panel>
  );
}

function ChangeRow({ change }: { readonly change: SearchComparison['changes'][number] }): ReactElement {
  const { query, verdict, before, after, path, source, answeredBefore, answeredAfter } = change;
  return (
    <tr>
      <td>
        <span className={styles['name']}>{query}</span>
      </td>
      <td data-label="Result">
        <Badge tone={verdict === 'worse' ? 'bad' : 'good'}>{verdict === 'worse' ? 'Worse' : 'Better'}</Badge>
      </td>
      <td data-label="Position">
        {toPlace(before)} → {toPlace(after)}
        {answeredBefore === true && answeredAfter === false && ', no longer answered'}
        {answeredBefore === false && answeredAfter === true && ', answered now'}
      </td>
      <td data-label="Page">
        <code>{path}</code>
      </td>
      <td data-label="Asked by">{source === 'golden' ? 'Golden question' : 'Readers'}</td>
    </tr>
  );
}

const toPlace = (place: number | null): string => (place === null ? 'not found' : String(place));
