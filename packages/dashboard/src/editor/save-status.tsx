import type { ReactElement } from 'react';
import { describeError } from '../api/describe-error.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { SaveState } from './create-autosave.ts';
import styles from './editor.module.css';

/** Whether the text is saved. Screen readers announce only states that need attention, not each save. */
export function SaveStatus({
  state,
  isOnline,
}: {
  readonly state: SaveState;
  readonly isOnline: boolean;
}): ReactElement {
  const { text, icon, needsAttention } = describe(state, isOnline);
  return (
    <span className={styles['status']} data-attention={needsAttention ? '' : undefined}>
      <Icon name={icon} size={15} />
      <span role={needsAttention ? 'status' : undefined}>{text}</span>
    </span>
  );
}

interface Described {
  readonly text: string;
  readonly icon: IconName;
  readonly needsAttention: boolean;
}

function describe(state: SaveState, isOnline: boolean): Described {
  const calm = (text: string, icon: IconName): Described => ({ text, icon, needsAttention: false });
  const warning = (text: string): Described => ({ text, icon: 'warning', needsAttention: true });
  switch (state.kind) {
    case 'saved':
      return calm('Saved', 'check');
    case 'unsaved':
      return isOnline ? calm('Unsaved changes', 'refresh') : warning('Not saved – offline');
    case 'saving':
      return calm('Saving…', 'refresh');
    case 'offline': {
      const { isTransient, text } = describeError(state.error);
      return isTransient || !isOnline ? warning('Not saved – offline') : warning(`Not saved. ${text} Retrying…`);
    }
    case 'refused':
      return warning(`Not saved. ${describeError(state.error).text}`);
    case 'conflict':
      return warning('Not saved – someone else changed this file');
  }
}
