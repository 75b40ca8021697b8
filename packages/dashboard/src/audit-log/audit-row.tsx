import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { formatMoment } from '../ui/format.ts';
import styles from './audit.module.css';
import type { AuditEvent } from './queries.ts';
import { nameTarget, toTargetLink } from './target-link.ts';
import { toActionWords } from './to-action-words.ts';

const route = getRouteApi('/signed-in/audit');

const actorKinds: Readonly<Record<AuditEvent['actor']['kind'], string>> = {
  user: 'Member',
  api_key: 'API key',
  system: 'System',
  anonymous: 'Not signed in',
};

export interface AuditRowProps {
  readonly event: AuditEvent;
  /** Names of projects and of the organization, by ID. */
  readonly names: ReadonlyMap<string, string>;
}

export function AuditRow({ event, names }: AuditRowProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const { actor } = event;
  return (
    <>
      <tr className={styles['event']}>
        <td data-label="When">
          <time dateTime={event.at} className={styles['when']}>
            {formatMoment(event.at)}
          </time>
        </td>
        <td data-label="Who">
          <div>
            {actor.name}
            {actor.kind !== 'user' && actor.kind !== actor.name && (
              <div className={styles['soft']}>{actorKinds[actor.kind]}</div>
            )}
          </div>
        </td>
        <td data-label="What">
          <span>
            <route.Link
              to="."
              search={(before) => ({ ...before, action: event.action })}
              className={styles['action'] ?? ''}
              title={`Show only ${event.action}`}
            >
              {toActionWords(event.action)}
            </route.Link>{' '}
            {event.result === 'refused' && <Badge tone="warn">refused</Badge>}
          </span>
        </td>
        <td data-label="On">
          <Target event={event} names={names} />
        </td>
        <td data-label="Address">{event.address ?? '—'}</td>
        <td>
          <IconButton
            icon={isOpen ? 'close' : 'info'}
            label={isOpen ? 'Hide details' : 'Show details'}
            isSmall
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6} className={styles['details']}>
            <CodeBlock label="event" code={JSON.stringify(event, undefined, 2)} isWrapped />
          </td>
        </tr>
      )}
    </>
  );
}

function Target({ event, names }: AuditRowProps): ReactElement {
  const projects = useMemo(() => new Set(names.keys()), [names]);
  const name = nameTarget(event, names);
  const link = toTargetLink(event, projects);
  if (name === undefined) return <>—</>;
  return link === undefined ? <>{name}</> : <Link {...link}>{name}</Link>;
}
