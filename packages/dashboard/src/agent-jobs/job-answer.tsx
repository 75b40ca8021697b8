import type { AgentJob } from '@docwright/sdk';
import { useState, type ReactElement } from 'react';
import { toSourceLink } from '../exports/source-link.ts';
import { useKnownHosts } from '../exports/use-known-hosts.ts';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Panel } from '../ui/layout.tsx';
import { groupCitations, nameRepository, type CitedFile } from './group-citations.ts';
import styles from './job-answer.module.css';
import { nameRange } from './review-comments.ts';

type Answer = NonNullable<AgentJob['answer']>;

/** The answer to a question, with links to the lines that it cites. */
export const JobAnswer = ({ answer }: { readonly answer: Answer }): ReactElement => (
  <Panel title="Answer">
    <BriefMarkdown text={answer.text} />
    {answer.citations.length === 0 ? (
      <p className={styles['unsourced']}>This answer cites no sources. Check it before you rely on it.</p>
    ) : (
      <Sources files={groupCitations(answer.citations)} />
    )}
  </Panel>
);

/** More files are shown on request, so that the follow-up form stays in view. */
const filesShown = 6;

function Sources({ files }: { readonly files: readonly CitedFile[] }): ReactElement {
  const [isWhole, setIsWhole] = useState(false);
  const hasMore = files.length > filesShown + 1;
  const shown = isWhole || !hasMore ? files : files.slice(0, filesShown);
  const repositories = new Set(files.map(({ repository }) => repository));
  return (
    <section className={styles['sources']} aria-labelledby="answer-sources">
      <h3 id="answer-sources">Sources</h3>
      <ul>
        {shown.map((file) => (
          <Source key={file.key} file={file} isNamed={repositories.size > 1} />
        ))}
      </ul>
      {hasMore && (
        <Button isSmall onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatCount(files.length, 'file')}`}
        </Button>
      )}
    </section>
  );
}

function Source({ file, isNamed }: { readonly file: CitedFile; readonly isNamed: boolean }): ReactElement {
  const hosts = useKnownHosts();
  const { repository, commit, path, ranges } = file;
  return (
    <li>
      <bdi className={styles['path']} dir="ltr">
        {path}
      </bdi>
      {isNamed && <bdi className={styles['repository']}>{nameRepository(repository)}</bdi>}
      <span className={styles['lines']}>
        {ranges.map(({ from, to }) => {
          const name = nameRange({ from, to });
          const href = commit === null ? undefined : toSourceLink({ repository, commit, path, line: from }, hosts);
          if (href === undefined) return <span key={name}>{name}</span>;
          return (
            <a key={name} href={href} target="_blank" rel="noreferrer" aria-label={`${path}, ${name}`}>
              {name}
            </a>
          );
        })}
      </span>
    </li>
  );
}
