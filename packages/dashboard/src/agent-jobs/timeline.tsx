import { describeToolCall } from '@docwright/sdk';
import { useState, type ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { formatCount, formatDuration } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { JobImages } from './job-images.tsx';
import type { JobIds } from './queries.ts';
import { SentComments } from './sent-comments.tsx';
import { toShownJson } from './to-shown-json.ts';
import styles from './timeline.module.css';
import type { TimelineEntry, ToolCall } from './to-timeline.ts';

export interface TimelineProps {
  readonly ids: JobIds;
  readonly entries: readonly TimelineEntry[];
  readonly isActive: boolean;
  readonly isLive: boolean;
}

export function Timeline({ ids, entries, isActive, isLive }: TimelineProps): ReactElement {
  return (
    <ol className={styles['list']} aria-label="Job activity">
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.kind === 'prompt' ? (
            <Prompt ids={ids} entry={entry} />
          ) : entry.kind === 'step' ? (
            <Step ids={ids} entry={entry} />
          ) : (
            <Mark entry={entry} />
          )}
        </li>
      ))}
      {isActive && (
        <li className={styles['working']}>
          <span role="status">
            <Badge tone={isLive ? 'info' : 'neutral'} dot={isLive ? 'live' : 'still'}>
              {isLive ? 'Working' : 'Waiting for updates'}
            </Badge>
          </span>
        </li>
      )}
    </ol>
  );
}

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;

interface EntryProps<K extends TimelineEntry['kind']> {
  readonly ids: JobIds;
  readonly entry: Of<K>;
}

function Prompt({ ids, entry }: EntryProps<'prompt'>): ReactElement {
  return (
    <div className={styles['prompt']}>
      <div className={styles['who']}>
        <span>{entry.comments.length === 0 ? 'Prompt' : formatCount(entry.comments.length, 'comment')}</span>
        <Time at={entry.at} />
      </div>
      {entry.prompt !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long prompt must be scrollable with the keyboard
        <div className={styles['long']} tabIndex={entry.prompt.length > 800 ? 0 : undefined}>
          {entry.prompt}
        </div>
      )}
      {entry.comments.length > 0 && <SentComments comments={entry.comments} />}
      {entry.images.length > 0 && <JobImages ids={ids} images={entry.images} />}
    </div>
  );
}

function Step({ ids, entry }: EntryProps<'step'>): ReactElement {
  return (
    <div className={styles['step']}>
      <span className={styles['dot']}>
        <Icon name={entry.calls.length > 0 ? 'tool' : 'spark'} size={15} />
      </span>
      <div className={styles['body']}>
        {entry.text !== '' && (
          <div className={styles['text']}>
            <BriefMarkdown text={entry.text} />
          </div>
        )}
        {entry.calls.map((call) => (
          <Call key={call.id} ids={ids} call={call} />
        ))}
      </div>
      <span className={styles['time']}>
        {entry.elapsedMs === undefined ? <Time at={entry.at} /> : formatDuration(entry.elapsedMs)}
      </span>
    </div>
  );
}

function Call({ ids, call }: { readonly ids: JobIds; readonly call: ToolCall }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const { action, subject } = describeToolCall(call.name, call.input);
  return (
    <details className={styles['call']} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="right" size={14} />
        <span className={styles['name']}>{action}</span>
        <span className={styles['brief']}>{subject}</span>
        {call.state === 'refused' && <Badge tone="warn">refused</Badge>}
        {call.state === 'running' && (
          <Badge tone="info" dot="live">
            running
          </Badge>
        )}
      </summary>
      <div className={styles['data']}>
        {isOpen && call.images.length > 0 && <JobImages ids={ids} images={call.images} />}
        <CodeBlock label={`${call.name}: input`} code={toShownJson(call.input)} isWrapped />
        {call.output !== undefined && <CodeBlock label="result" code={toShownJson(call.output)} isWrapped />}
      </div>
    </details>
  );
}

const markIcons = { good: 'check', bad: 'error', neutral: 'branch' } as const;

function Mark({ entry }: { readonly entry: Of<'mark'> }): ReactElement {
  return (
    <div className={styles['mark']}>
      <span className={styles['dot']} data-tone={entry.tone}>
        <Icon name={markIcons[entry.tone]} size={15} />
      </span>
      <div className={styles['body']}>
        <div>{entry.link === undefined ? entry.title : <SafeLink href={entry.link}>{entry.title}</SafeLink>}</div>
        {entry.text && (
          <div className={`${styles['text']} ${styles['soft']}`}>
            {entry.isName ? <code>{entry.text}</code> : <BriefMarkdown text={entry.text} />}
          </div>
        )}
      </div>
      <span className={styles['time']}>
        <Time at={entry.at} />
      </span>
    </div>
  );
}

/** A link to an address from the service. An address that isn't a web address is shown as text. */
export function SafeLink({ href, children }: { readonly href: string; readonly children: string }): ReactElement {
  const url = URL.parse(href, location.href);
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  return isWeb ? (
    <a href={url.href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}
