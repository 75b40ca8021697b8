import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useClient } from '../../api/api-context.ts';
import { TextArea } from '../../ui/field.tsx';
import styles from './comments.module.css';
import { findMention, insertMention, listMentioned, searchPeople, type Person } from './mentions.ts';
import { peopleQuery } from './queries.ts';

export interface Written {
  readonly text: string;
  /** IDs of the mentioned people. */
  readonly mentions: readonly string[];
}

export interface MentionFieldProps {
  readonly label: string;
  readonly value: string;
  /** People already mentioned in the text. */
  readonly mentioned?: readonly { readonly id: string; readonly name: string }[];
  readonly isRequired?: boolean;
  readonly hasFocus?: boolean;
  readonly onChange: (written: Written) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

const noPeople: readonly Person[] = [];
const MAX_COMMENT = 10_000;

/** A comment's text. `@` opens a list of people. */
export function MentionField(props: MentionFieldProps): ReactElement {
  const { label, value, mentioned = [], isRequired = true, hasFocus = true, onChange, onSubmit, onCancel } = props;
  const { data: people = noPeople } = useQuery(peopleQuery(useClient()));
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [chosen, setChosen] = useState<readonly Person[]>(() => mentioned.map((one) => ({ ...one, email: '' })));
  const [cursor, setCursor] = useState<number>();
  const [selected, setSelected] = useState(0);
  const typed = cursor === undefined ? undefined : findMention(value, cursor);
  const found = typed === undefined ? noPeople : searchPeople(people, typed.query);
  const isOpen = found.length > 0;
  const index = Math.min(selected, found.length - 1);
  const change = (text: string, at: number | undefined, picked = chosen): void => {
    setCursor(at);
    setSelected(0);
    onChange({ text, mentions: listMentioned(text, picked) });
  };
  const choose = (person: Person | undefined): void => {
    if (person === undefined || typed === undefined) return;
    const inserted = insertMention(value, typed, person);
    const picked = [...chosen, person];
    setChosen(picked);
    change(inserted.text, undefined, picked);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(inserted.cursor, inserted.cursor);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onSubmit();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return isOpen ? setCursor(undefined) : onCancel();
    }
    if (!isOpen) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setSelected((index + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      choose(found[index]);
    }
  };
  return (
    <div className={styles['mentionField']}>
      <TextArea
        ref={field}
        label={label}
        isLabelHidden
        placeholder={label}
        rows={3}
        maxLength={MAX_COMMENT}
        required={isRequired}
        // The field appears because the user asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={hasFocus}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${index}` : undefined}
        onChange={(text) => change(text, field.current?.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(undefined)}
      />
      {isOpen && <People id={listId} people={found} selected={index} onChoose={choose} />}
      <span role="status" className="visually-hidden">
        {isOpen ? `${found.length} people. Choose one with the arrow keys and Enter.` : ''}
      </span>
    </div>
  );
}

interface PeopleProps {
  readonly id: string;
  readonly people: readonly Person[];
  readonly selected: number;
  readonly onChoose: (person: Person) => void;
}

/** The list below the field. */
function People({ id, people, selected, onChoose }: PeopleProps): ReactElement {
  return (
    <ul id={id} role="listbox" aria-label="People" className={styles['people']}>
      {people.map((person, at) => (
        // Keyboard users select in the field.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={person.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === selected}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <span>{person.name}</span>
          {person.name !== person.email && <span className={styles['soft']}>{person.email}</span>}
        </li>
      ))}
    </ul>
  );
}
