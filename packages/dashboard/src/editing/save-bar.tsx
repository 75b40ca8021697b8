import { useBlocker } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Row } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './save-bar.module.css';
import type { FormEdits } from './join-edits.ts';

export interface SaveBarProps {
  readonly edits: FormEdits;
  /** The labels of the fields. */
  readonly names: Readonly<Record<string, string>>;
}

/** The end of a settings form: the save button, and the reasons that prevent saving. */
export function SaveBar({ edits, names }: SaveBarProps): ReactElement {
  const { isDirty, isSaving, isSaved, error, conflicts } = edits;
  return (
    <div className={styles['bar']}>
      {conflicts.length > 0 && (
        <Notice tone="warn" title="Someone else changed this" isLive>
          <dl className={styles['sides']}>
            {conflicts.map(({ field, theirs, mine }) => (
              <div key={field}>
                <dt>{names[field] ?? field}</dt>
                <dd>Current: {show(theirs)}</dd>
                {mine !== undefined && <dd>Yours: {show(mine)}</dd>}
              </div>
            ))}
          </dl>
          <Row>
            <Button isSmall onClick={edits.discard}>
              Use theirs
            </Button>
            <Button isSmall isBusy={isSaving} onClick={edits.saveAnyway}>
              Overwrite with mine
            </Button>
          </Row>
        </Notice>
      )}
      <ErrorNotice error={error} />
      <div className={styles['actions']}>
        <span role="status" className={styles['saved']}>
          {isSaved ? 'Saved' : ''}
        </span>
        {isDirty && <Button onClick={edits.discard}>Discard</Button>}
        <Button type="submit" kind="primary" isBusy={isSaving} disabled={!isDirty || conflicts.length > 0}>
          Save
        </Button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </div>
  );
}

/** Formats a setting's value in words. */
function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${show(each)}`)
      .join(', ');
  return value === null ? 'default' : JSON.stringify(value);
}

/** Asks for confirmation before a click leaves a page with unsaved changes. */
function LeaveGuard({ isDirty }: { readonly isDirty: boolean }): ReactElement | null {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog title="Leave without saving?" text="You have unsaved changes on this page." isOpen onClose={blocker.reset}>
      <DialogActions>
        <Button onClick={blocker.proceed}>Leave</Button>
        <Button kind="primary" onClick={blocker.reset}>
          Stay here
        </Button>
      </DialogActions>
    </Dialog>
  );
}
