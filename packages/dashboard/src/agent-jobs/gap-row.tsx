import type { ReactElement } from 'react';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { choicesOf, type Gap } from './context-lines.ts';
import styles from './diff-view.module.css';
import type { ContextFetching } from './use-context-lines.ts';

interface GapRowProps {
  readonly gap: Gap;
  readonly heading: string | undefined;
  readonly isLast: boolean;
  readonly columns: number;
  readonly canFetch: boolean;
  readonly context: ContextFetching;
}

/** A row that replaces hidden lines. If they can be fetched, its buttons show some of them from either end, or all. */
export function GapRow({ gap, heading, isLast, columns, canFetch, context }: GapRowProps): ReactElement {
  const { pending, error } = context;
  return (
    <tr>
      <td colSpan={columns} className={styles['gap']}>
        <div className={styles['gapTools']}>
          {(canFetch ? choicesOf(gap, isLast) : []).map((choice) => {
            const isBusy = pending?.gap.at === gap.at && pending.choice.name === choice.name;
            return (
              <Button
                // The labels change with each click; the focused button remains.
                key={`${choice.direction} ${choice.count}`}
                kind="quiet"
                isSmall
                aria-label={choice.name}
                title={choice.name}
                isBusy={isBusy}
                disabled={pending !== undefined && !isBusy}
                onClick={() => context.fetchLines({ gap, choice })}
              >
                {choice.label}
              </Button>
            );
          })}
          {heading ?? (canFetch ? undefined : '⋯')}
        </div>
        {error?.at === gap.at && <ErrorNotice error={error.cause} />}
      </td>
    </tr>
  );
}
