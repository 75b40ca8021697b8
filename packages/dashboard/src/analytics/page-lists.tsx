import type { AnalyticsPage } from '@docwright/sdk';
import type { ReactElement, ReactNode } from 'react';
import { Panel, Table } from '../ui/layout.tsx';
import styles from './analytics.module.css';
import { readingFormats } from './reading-formats.ts';

interface NamedRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  readonly before: number | null;
}

interface NamesProps {
  readonly title: string;
  /** Names of the first two columns, for text and for numbers. */
  readonly columns: readonly [string, string];
  readonly list: { readonly hasMore: boolean; readonly rows: readonly NamedRow[] };
  readonly emptyText: string;
}

function Names({ title, columns, list, emptyText }: NamesProps): ReactElement {
  if (list.rows.length === 0) return <Panel title={title}>{emptyText}</Panel>;
  return (
    <Panel title={title} isFlush text={list.hasMore ? 'Showing the first rows.' : undefined}>
      <Table label={title} columns={[columns[0], { number: columns[1] }, { number: 'Before' }]}>
        {list.rows.map(({ key, name, count, before }) => (
          <tr key={key}>
            <td className={styles['path']}>{name}</td>
            <td data-label={columns[1]}>{count.toLocaleString('en')}</td>
            <td data-label="Before">{before?.toLocaleString('en') ?? 'unknown'}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

const toList = <Row extends { readonly before: number | null }>(
  { rows, hasMore }: { readonly rows: readonly Row[]; readonly hasMore: boolean },
  toRow: (row: Row) => Omit<NamedRow, 'before'>,
): NamesProps['list'] => ({ hasMore, rows: rows.map((row) => ({ ...toRow(row), before: row.before })) });

/** The referrers of a page's readers, and their searches. */
export function PageSources({ page }: { readonly page: AnalyticsPage }): ReactElement {
  return (
    <>
      <Names
        title="Where readers came from"
        columns={['Host', 'Views']}
        list={toList(page.referrers, ({ referrer, views }) => ({ key: referrer, name: referrer, count: views }))}
        emptyText="No referrers recorded."
      />
      <Names
        title="Searches that ended here"
        columns={['Query', 'Opened']}
        list={toList(page.searchesTo, ({ searchQuery, clicks }) => ({
          key: searchQuery,
          name: searchQuery,
          count: clicks,
        }))}
        emptyText="No readers opened this page from a search."
      />
      <Names
        title="Searches from this page"
        columns={['Query', 'Searched']}
        list={toList(page.searchesFrom, ({ searchQuery, hits }) => ({
          key: searchQuery,
          name: searchQuery,
          count: hits,
        }))}
        emptyText="No searches from this page."
      />
    </>
  );
}

/** The activity of readers and agents on a page. */
export function PageActivity({ page }: { readonly page: AnalyticsPage }): ReactElement {
  return (
    <>
      <Names
        title="Links to other sites"
        columns={['Address', 'Clicks']}
        list={toList(page.outlinks, ({ url, clicks }) => ({ key: url, name: url, count: clicks }))}
        emptyText="No clicks on links to other sites."
      />
      <Names
        title="Copied code"
        columns={['First line', 'Copied']}
        list={toList(page.codeCopies, ({ language, firstLine, copies }) => ({
          key: JSON.stringify([language, firstLine]),
          name: firstLine === '' ? 'unknown' : <code>{firstLine}</code>,
          count: copies,
        }))}
        emptyText="No copied code blocks."
      />
      <Names
        title="How agents read it"
        columns={['How', 'Read']}
        list={toList(page.agentReads, ({ via, tool, reads }) => ({
          key: JSON.stringify([via, tool]),
          name: (
            <>
              {readingFormats[via]} {tool !== null && <code>{tool}</code>}
            </>
          ),
          count: reads,
        }))}
        emptyText="No agents read this page."
      />
    </>
  );
}
