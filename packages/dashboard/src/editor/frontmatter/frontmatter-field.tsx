import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { toValue, type FormField } from './to-form.ts';
import styles from './frontmatter-form.module.css';

export type SetField = (key: string, value: ReturnType<typeof toValue>) => void;

export interface FrontmatterFieldProps {
  readonly field: FormField;
  readonly isReadOnly: boolean;
  /** Without a value, the key is removed. */
  readonly onSet: SetField;
  readonly onJump: (line: number) => void;
}

export function FrontmatterField({ field, isReadOnly, onSet, onJump }: FrontmatterFieldProps): ReactElement {
  const { value, line } = field;
  if (value === undefined && line !== undefined) return <SourceValue field={field} onJump={() => onJump(line)} />;
  return field.kind === 'switch' || field.kind === 'choice' ? (
    <ChoiceInput {...{ field, isReadOnly, onSet }} />
  ) : (
    <TypedInput {...{ field, isReadOnly, onSet }} />
  );
}

/** A value that only the source shows completely. */
function SourceValue({ field, onJump }: { readonly field: FormField; readonly onJump: () => void }): ReactElement {
  return (
    <div className={styles['sourceValue']} role="group" aria-label={field.label}>
      <div className={styles['label']}>{field.label}</div>
      <pre className={styles['source']}>{field.source}</pre>
      <Button isSmall icon="code" onClick={onJump}>
        Edit in the source<span className="visually-hidden">: {field.label}</span>
      </Button>
    </div>
  );
}

type InputProps = Omit<FrontmatterFieldProps, 'onJump'>;

const switchChoices = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function ChoiceInput({ field, isReadOnly, onSet }: InputProps): ReactElement {
  const { key, kind, label, about, value = '' } = field;
  const known = field.choices?.map((each) => ({ value: each, label: each })) ?? switchChoices;
  const isKnown = value === '' || known.some((each) => each.value === value);
  const choices = [{ value: '', label: 'Not set' }, ...known, ...(isKnown ? [] : [{ value, label: value }])];
  return (
    <SelectField
      label={label}
      hint={about}
      value={value}
      choices={choices}
      disabled={isReadOnly}
      onChange={(next) => onSet(key, next === '' ? undefined : toValue(kind, next))}
    />
  );
}

/**
 * While the user types, the field shows the typed text, because the value can lack spaces and empty lines. An empty
 * field keeps its key until the field loses focus, so that the key keeps its position.
 */
function TypedInput({ field, isReadOnly, onSet }: InputProps): ReactElement {
  const { key, kind, label, about, value = '', line } = field;
  const [typed, setTyped] = useState<string>();
  const change = (next: string): void => {
    setTyped(next);
    const made = toValue(kind, next);
    if (made !== undefined) onSet(key, made);
  };
  const leave = (): void => {
    if (typed?.trim() === '' && line !== undefined) onSet(key, undefined);
    setTyped(undefined);
  };
  const shared = { label, value: typed ?? value, onChange: change, onBlur: leave, disabled: isReadOnly };
  if (kind === 'list')
    return (
      <TextArea
        {...shared}
        rows={rowsOf(shared.value)}
        hint={about === '' ? 'One per line' : `${about}, one per line`}
      />
    );
  if (kind === 'paragraph') return <TextArea {...shared} rows={3} hint={about} />;
  return <TextField {...shared} hint={about} {...inputOf(kind, value)} />;
}

/** Returns a list's height in rows. A short list shows all of its lines, and an empty line for another item. */
const rowsOf = (value: string): number => Math.min(6, value === '' ? 1 : value.split('\n').length + 1);

function inputOf(kind: FormField['kind'], value: string): { type?: string; step?: string } {
  if (kind === 'number') return { type: 'number', step: 'any' };
  // Browsers display dates in other formats as empty.
  return kind === 'date' && /^(?:|\d{4}-\d{2}-\d{2})$/.test(value) ? { type: 'date' } : {};
}
