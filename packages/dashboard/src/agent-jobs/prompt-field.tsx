import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useClient } from '../api/api-context.ts';
import { TextArea } from '../ui/field.tsx';
import { findMention, insertPage } from './page-mention.ts';
import styles from './prompt-field.module.css';
import { pageHitsQuery } from './queries.ts';
import { formatCount } from '../ui/format.ts';

export interface PromptFieldProps {
  readonly projectId: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly rows: number;
  readonly autoFocus?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const SEARCH_AFTER_MS = 150;

/** A prompt in which `@` and some letters suggest pages of the project's live site, if the project has a live site. */
export function PromptField({ projectId, onKeyDown, onChange, value, ...rest }: PromptFieldProps): ReactElement {
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const mention = findMention(value, caret);
  const query = useSettled(mention?.query ?? '');
  const hits = useQuery({ ...pageHitsQuery(useClient(), projectId, query), enabled: query !== '' });
  const pages = mention === undefined || closedFor === mention.query ? [] : (hits.data ?? []);
  const isOpen = pages.length > 0;
  const active = Math.min(chosen, pages.length - 1);

  const take = (path: string) => {
    if (mention === undefined) return;
    const { text, caret: next } = insertPage(value, mention, path);
    // The caret must move before the next keystroke, but only after the text has been inserted.
    flushSync(() => {
      onChange(text);
      setCaret(next);
      setChosen(0);
    });
    field.current?.focus();
    field.current?.setSelectionRange(next, next);
  };
  const choose = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const page = pages[active];
    if (!isOpen || event.metaKey || event.ctrlKey) return onKeyDown(event);
    if (move !== undefined) setChosen((active + move + pages.length) % pages.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && page !== undefined) take(page.path);
    else if (event.key === 'Escape') setClosedFor(mention?.query);
    else return onKeyDown(event);
    return event.preventDefault();
  };
  return (
    <div className={styles['field']}>
      <TextArea
        {...rest}
        required
        ref={field}
        value={value}
        onChange={onChange}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={choose}
        onBlur={() => setClosedFor(mention?.query)}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
      />
      <div role="status" className="visually-hidden">
        {isOpen && `${formatCount(pages.length, 'page')}. Arrow keys choose, Enter inserts.`}
      </div>
      {isOpen && (
        <ul id={listId} role="listbox" aria-label="Pages" className={styles['list']}>
          {pages.map(({ path, title }, index) => (
            <li
              key={path}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles['option']}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(path)}
            >
              <span>{title}</span>
              <span className={styles['path']}>{path}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the value once it hasn't changed for a moment, so that typing doesn't start a search for each letter. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
