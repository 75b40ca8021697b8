import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, type ReactElement, type RefObject } from 'react';
import { useCan } from '../accounts/me.ts';
import { useStore } from '../api/api-context.ts';
import type { OpenDialog } from './search-button.tsx';
import { readKey, singleKeys } from './shortcuts.ts';

const Palette = lazy(() => import('./palette.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** How long `g` waits for its second key. */
const WAIT_MS = 1500;

export interface KeyboardProps {
  readonly open: OpenDialog;
  readonly onOpen: (open: OpenDialog) => void;
}

/** Handles keyboard shortcuts and shows the palette and the list of shortcuts. */
export default function Keyboard({ open, onOpen }: KeyboardProps): ReactElement {
  useKeys(onOpen);
  const close = () => onOpen(undefined);
  // The text typed while the palette is loading.
  const typed = useRef('');
  return (
    <>
      <Suspense fallback={<TypeAhead typed={typed} />}>
        {open === 'palette' && (
          <Palette takeTyped={() => typed.current} onClose={close} onShortcuts={() => onOpen('help')} />
        )}
      </Suspense>
      <Suspense>{open === 'help' && <ShortcutsDialog onClose={close} />}</Suspense>
    </>
  );
}

/** Accepts the letters typed until the palette is loaded, which would otherwise be lost or trigger shortcuts. */
function TypeAhead({ typed }: { readonly typed: RefObject<string> }): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    typed.current = '';
    field.current?.focus();
  }, [typed]);
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label="Search"
      maxLength={200}
      onChange={({ target }) => {
        typed.current = target.value;
      }}
    />
  );
}

function useKeys(onOpen: (open: OpenDialog) => void): void {
  const navigate = useNavigate();
  const hasSingleKeys = useStore(singleKeys);
  const canStartJobs = useCan('agent-jobs:write');
  const waitsUntil = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      const pressed = readKey(
        { key, hasModifier: ctrlKey || metaKey || altKey, isTaken: isTaken(event.composedPath()[0]) },
        event.timeStamp < waitsUntil.current,
        hasSingleKeys,
      );
      waitsUntil.current = pressed?.does === 'wait' ? event.timeStamp + WAIT_MS : 0;
      if (pressed === undefined || (pressed.does === 'new-job' && !canStartJobs)) return;
      event.preventDefault();
      switch (pressed.does) {
        case 'palette':
        case 'help':
          onOpen(pressed.does);
          break;
        case 'new-job':
          void navigate({ to: '/jobs/new' });
          break;
        case 'go':
          void navigate({ to: pressed.to });
          break;
        case 'wait':
          break;
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [canStartJobs, hasSingleKeys, navigate, onOpen]);
}

/**
 * Whether the focused element (a field, a menu or an open dialog) handles the key.
 *
 * @param target the innermost element: for the document, an event in a shadow root has the root's host as its target
 */
function isTaken(target: EventTarget | undefined): boolean {
  const taking = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]';
  return target instanceof Element && target.closest(taking) !== null;
}
