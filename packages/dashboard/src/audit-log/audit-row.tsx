import { useState, type ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { formatMoment } from '../ui/format.ts';
import styles from './audit.module.css';
import type { AuditEvent } from './queries.ts';
import { toActionWords } from './to-action-words.ts';

export function AuditRow({ event }: { readonly event: AuditEvent }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const { actor, target } = event;
  return (
    <>
      <tr>
        <td data-label="When">
          <time dateTime={event.at} className={styles['when']}>
            {formatMoment(event.at)}
          </time>
        </td>
        <td data-label="Who">
          <div>
            {actor.name}
            {actor.kind !== 'user' && actor.kind !== actor.name && (
              <div className={styles['soft']}>{actor.kind.replace('_', ' ')}</div>
            )}
          </div>
        </td>
        <td data-label="What">
          <span>
            <span title={event.action}>{toActionWords(event.action)}</span>{' '}
            {event.result === 'refused' && <Badge tone="warn">refused</Badge>}
          </span>
        </td>
        <td data-label="On">{target.name ?? target.id ?? target.kind ?? '—'}</td>
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
