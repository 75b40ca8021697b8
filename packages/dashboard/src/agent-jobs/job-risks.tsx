import type { ReactElement } from 'react';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './job-page.module.css';

/** The reasons for a draft, which are also at the beginning of the pull request's description. */
export function JobRisks({ risks }: { readonly risks: readonly string[] }): ReactElement {
  return (
    <Notice tone="warn" title="The pull request is a draft: review this first">
      <div className={styles['summary']}>
        <BriefMarkdown text={risks.map((risk) => `- ${risk}`).join('\n')} />
      </div>
    </Notice>
  );
}
