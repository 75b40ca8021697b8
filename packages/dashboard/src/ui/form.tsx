import {
  createContext,
  useContext,
  useState,
  type ComponentProps,
  type ReactElement,
  type SyntheticEvent,
} from 'react';
import { describeValidity } from './describe-validity.ts';

/** Errors found before sending, by the ID of the control. */
const Invalid = createContext<Readonly<Record<string, string>>>({});

/** Returns a control's error, which the enclosing form found. */
export const useInvalid = (id: string): string | undefined => useContext(Invalid)[id];

export type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  /** Called if every control is valid. */
  readonly onSubmit: () => void;
};

/**
 * A form that checks its controls' rules itself. Errors appear below the fields, like the service's errors, until the
 * field changes. The browser itself shows only one message, which disappears after a few seconds.
 */
export function Form({ onSubmit, children, ...rest }: FormProps): ReactElement {
  const [invalid, setInvalid] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    // In React, a dialog's form is inside this form, although it isn't in the page.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    const faults = [...event.currentTarget.elements].flatMap((element) => {
      const text = isControl(element) ? describeValidity(element) : undefined;
      return text === undefined ? [] : [{ element: element as HTMLElement, text }];
    });
    setInvalid(Object.fromEntries(faults.map(({ element, text }) => [element.id, text])));
    if (faults.length === 0) onSubmit();
    else faults[0]?.element.focus();
  };
  const clear = ({ target }: SyntheticEvent) => {
    const { id } = target as Element;
    if (id in invalid)
      setInvalid((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== id)));
  };
  return (
    <form {...rest} noValidate onSubmit={submit} onChange={clear}>
      <Invalid value={invalid}>{children}</Invalid>
    </form>
  );
}

const isControl = (element: Element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  'validity' in element && 'value' in element;
