import type { AgentJob } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { toSourceLink } from '../exports/source-link.ts';
import { useKnownHosts } from '../exports/use-known-hosts.ts';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { Panel } from '../ui/layout.tsx';
import styles from './job-page.module.css';
import { nameRange } from './review-comments.ts';

type Answer = NonNullable<AgentJob['answer']>;

/** The answer to a question, with links to the lines that it cites. */
export function JobAnswer({ answer }: { readonly answer: Answer }): ReactElement {
  const hosts = useKnownHosts();
  return (
    <Panel title="Answer">
      <BriefMarkdown text={answer.text} />
      {answer.citations.length > 0 && (
        <>
          <h3 className={styles['sourcesTitle']}>Sources</h3>
          <ul className={styles['sources']}>
            {answer.citations.map((cited) => {
              const { repository, commit, path, from, to } = cited;
              const href = commit === null ? undefined : toSourceLink({ repository, commit, path, line: from }, hosts);
              const label = `${path}, ${nameRange(cited)}`;
              return (
                <li key={`${repository} ${commit} ${path} ${from} ${to}`}>
                  {href === undefined ? (
                    label
                  ) : (
                    <a href={href} target="_blank" rel="noreferrer">
                      {label}
                    </a>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Panel>
  );
}
