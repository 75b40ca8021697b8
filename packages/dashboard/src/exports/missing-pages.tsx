import type { ExportJob, MissingExportPage } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './exports.module.css';

/** Maximum number of entries shown; the API lists a thousand. */
const SHOWN_PAGES = 50;

const causes: Readonly<Record<MissingExportPage['cause'], string>> = {
  'no-file': 'the file doesn’t exist',
  'no-operation': 'its specification doesn’t have this operation',
  specification: 'the specification can’t be read',
  'remote-specification': 'the specification is on another host',
  'page-limit': 'the site exceeds the page limit',
  failed: 'the page can’t be rendered',
  empty: 'the page has no content',
};

/** Navigation entries that are missing from the site. */
export function MissingPages({ job }: { readonly job: ExportJob }): ReactElement {
  const { missing, missingCount, expected } = job;
  const shown = missing.slice(0, SHOWN_PAGES);
  const of = expected === null ? '' : ` (of ${formatNumber(expected)})`;
  return (
    <Notice
      tone="warn"
      title={`${formatCount(missingCount, 'navigation entry has', 'navigation entries have')} no page${of}`}
    >
      <ul className={styles['missing']}>
        {shown.map(({ path, cause }) => (
          <li key={`${path} ${cause}`}>
            <span className={styles['path']}>{path}</span>: {causes[cause]}
          </li>
        ))}
      </ul>
      {missingCount > shown.length && `… and ${formatCount(missingCount - shown.length, 'other')}.`}
    </Notice>
  );
}
