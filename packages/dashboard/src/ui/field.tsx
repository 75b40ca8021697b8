import {
  startTransition,
  useId,
  useOptimistic,
  useState,
  type ChangeEvent,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { useInvalid } from './form.tsx';
import { Icon } from './icon.tsx';

interface FieldLook {
  readonly label: string;
  /** Whether the context already identifies the field. Screen readers still read the label. */
  readonly isLabelHidden?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

function Field({
  label,
  isLabelHidden,
  hint,
  error: givenError,
  children,
}: FieldLook & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const error = useInvalid(id) ?? givenError;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint && (
        <div id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className={styles['error']}>
          <Icon name="error" size={15} /> {error}
        </div>
      )}
    </div>
  );
}

type Without = 'className' | 'id' | 'children' | 'onChange';
interface Changes {
  readonly onChange?: ((value: string) => void) | undefined;
}

export type TextFieldProps = FieldLook &
  Omit<ComponentProps<'input'>, Without> &
  Changes & { readonly isMono?: boolean | undefined };

export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  isMono,
  onChange,
  ...rest
}: TextFieldProps): ReactElement {
  return (
    <Field {...{ label, isLabelHidden, hint, error }}>
      {(ids) => {
        const className = classNames(styles['control'], isMono && styles['mono']);
        const change = (event: ChangeEvent<HTMLInputElement>) => onChange?.(event.target.value);
        return rest.type === 'password' ? (
          <SecretInput {...rest} {...ids} className={className} onChange={change} />
        ) : (
          <input {...rest} {...ids} className={className} onChange={change} />
        );
      }}
    </Field>
  );
}

/** Hides the input until the user shows it. */
function SecretInput({ id, ...rest }: ComponentProps<'input'>): ReactElement {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles['secret']}>
      <input {...rest} id={id} type={isShown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} />
      <button
        type="button"
        className={styles['reveal']}
        aria-controls={id}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        Show<span className="visually-hidden"> what is typed</span>
      </button>
    </div>
  );
}

export type TextAreaProps = FieldLook &
  Omit<ComponentProps<'textarea'>, Without> &
  Changes & { readonly isMono?: boolean | undefined };

export function TextArea({
  label,
  isLabelHidden,
  hint,
  error,
  isMono,
  onChange,
  ...rest
}: TextAreaProps): ReactElement {
  return (
    <Field {...{ label, isLabelHidden, hint, error }}>
      {(ids) => (
        <textarea
          rows={4}
          {...rest}
          {...ids}
          className={classNames(styles['control'], isMono && styles['mono'])}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface Choice<T extends string = string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

export type SelectFieldProps<T extends string> = FieldLook &
  Omit<ComponentProps<'select'>, Without | 'value'> & {
    readonly value: T;
    readonly choices: readonly Choice<T>[];
    readonly onChange: (value: T) => void;
  };

/** The browser's own control, which works well on every phone and with every screen reader. */
export function SelectField<T extends string>(props: SelectFieldProps<T>): ReactElement {
  const { label, isLabelHidden, hint, error, choices, onChange, ...rest } = props;
  return (
    <Field {...{ label, isLabelHidden, hint, error }}>
      {(ids) => (
        <select
          {...rest}
          {...ids}
          className={styles['control']}
          onChange={({ target }) => {
            const chosen = choices.find(({ value }) => value === target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export interface CheckboxProps {
  readonly label: ReactNode;
  /** Visually hides the label if a row or column heading already has the same text. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly isDisabled?: boolean | undefined;
  /** A promise keeps the new state visible until it settles; `isChecked` must have the stored state by then. */
  readonly onChange: (isChecked: boolean) => void | Promise<unknown>;
}

export function Checkbox(props: CheckboxProps): ReactElement {
  const { label, isLabelHidden = false, hint, isChecked, isDisabled, onChange } = props;
  // Without it, React would undo the click until the stored state arrives.
  const [isShown, setShown] = useOptimistic(isChecked);
  const change = (next: boolean) => {
    const saved = onChange(next);
    if (saved === undefined) return;
    startTransition(async () => {
      setShown(next);
      // The component that sends the request shows its error.
      await saved.catch(() => undefined);
    });
  };
  return (
    <label className={styles['choice']}>
      <input
        type="checkbox"
        checked={isShown}
        disabled={isDisabled}
        onChange={({ target }) => change(target.checked)}
      />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      {hint && <span className={styles['hint']}>{hint}</span>}
    </label>
  );
}

export interface RadioGroupProps<T extends string> {
  readonly label: string;
  /** Visually hides the legend if the text above already contains it. */
  readonly isLabelHidden?: boolean;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
}

export function RadioGroup<T extends string>(props: RadioGroupProps<T>): ReactElement {
  const { label, isLabelHidden = false, value, choices, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles['group']}>
      <legend className={isLabelHidden ? 'visually-hidden' : styles['label']}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles['choice']}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={choice.isDisabled}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
          {choice.hint && <span className={styles['hint']}>{choice.hint}</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** Checkboxes that belong together. */
export function FieldGroup({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['label']}>{label}</legend>
      {children}
    </fieldset>
  );
}
