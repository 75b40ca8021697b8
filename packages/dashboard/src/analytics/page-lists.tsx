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
  /** Names of the first two columns. */
  readonly columns: readonly [string, string];
  readonly list: { readonly hasMore: boolean; readonly rows: readonly NamedRow[] };
  readonly emptyText: string;
  /** A note about days that were counted before these lists existed, or `undefined` if none exist. */
  readonly gap: string | undefined;
}

function Names({ title, columns, list, emptyText, gap }: NamesProps): ReactElement {
  if (list.rows.length === 0) return <Panel title={title}>{[emptyText, gap].filter(Boolean).join(' ')}</Panel>;
  const text = [gap, list.hasMore && 'These are the first.'].filter(Boolean).join(' ');
  return (
    <Panel title={title} isFlush text={text === '' ? undefined : text}>
      <Table label={title} columns={[...columns, 'Before']}>
        {list.rows.map(({ key, name, count, before }) => (
          <tr key={key}>
            <td className={styles['path']}>{name}</td>
            <td data-label={columns[1]}>{count.toLocaleString('en')}</td>
            <td data-label="Before">{before?.toLocaleString('en') ?? 'not known'}</td>
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

const describeGap = (uncounted: AnalyticsPage['uncounted']): string | undefined =>
  uncounted === null ? undefined : `Days up to ${uncounted.until} were counted before this was, and are left out.`;

/** Where readers of a page came from, and what they looked for. */
export function PageSources({ page }: { readonly page: AnalyticsPage }): ReactElement {
  const gap = describeGap(page.uncounted);
  return (
    <>
      <Names
        title="Where readers came from"
        columns={['Host', 'Views']}
        list={toList(page.referrers, ({ referrer, views }) => ({ key: referrer, name: referrer, count: views }))}
        emptyText="No view named a host that it came from."
        gap={gap}
      />
      <Names
        title="Searches that led here"
        columns={['Query', 'Opened']}
        list={toList(page.searchesTo, ({ searchQuery, clicks }) => ({
          key: searchQuery,
          name: searchQuery,
          count: clicks,
        }))}
        emptyText="Nobody opened this page from a search."
        gap={gap}
      />
      <Names
        title="Searched for from here"
        columns={['Query', 'Searched']}
        list={toList(page.searchesFrom, ({ searchQuery, hits }) => ({
          key: searchQuery,
          name: searchQuery,
          count: hits,
        }))}
        emptyText="Nobody searched from this page."
        gap={gap}
      />
    </>
  );
}

/** What readers and agents did on a page. */
export function PageActivity({ page }: { readonly page: AnalyticsPage }): ReactElement {
  return (
    <>
      <Names
        title="Links to other sites"
        columns={['Address', 'Followed']}
        list={toList(page.outlinks, ({ url, clicks }) => ({ key: url, name: url, count: clicks }))}
        emptyText="Nobody followed a link to another site."
        gap={describeGap(page.uncounted)}
      />
      <Names
        title="Copied code"
        columns={['First line', 'Copied']}
        list={toList(page.codeCopies, ({ language, firstLine, copies }) => ({
          key: JSON.stringify([language, firstLine]),
          name: firstLine === '' ? 'unknown' : <code>{firstLine}</code>,
          count: copies,
        }))}
        emptyText="Nobody copied a code block."
        gap={undefined}
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
        emptyText="No agent read it."
        gap={undefined}
      />
    </>
  );
}
