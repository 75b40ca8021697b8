import { useEffect, type ReactElement } from 'react';
import { Icon } from '../ui/icon.tsx';
import { commandKey } from '../ui/command-key.ts';
import styles from './search-button.module.css';

export type OpenDialog = 'palette' | 'help' | undefined;

/**
 * Opens the palette with its key. Active immediately, because the letters typed after the key would otherwise trigger
 * other shortcuts.
 */
export function usePaletteKey(onOpen: (open: OpenDialog) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== 'k') return;
      event.preventDefault();
      onOpen('palette');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onOpen]);
}

export function SearchButton({ onOpen }: { readonly onOpen: (open: OpenDialog) => void }): ReactElement {
  return (
    <button
      type="button"
      className={styles['search']}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => onOpen('palette')}
    >
      <Icon name="search" size={16} />
      <span>Search</span>
      <kbd aria-hidden="true">{commandKey} K</kbd>
    </button>
  );
}
