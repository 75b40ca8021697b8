/** The control properties that the rules use. */
export interface CheckedControl {
  readonly type: string;
  readonly validity: Pick<
    ValidityState,
    | 'valid'
    | 'valueMissing'
    | 'typeMismatch'
    | 'badInput'
    | 'tooShort'
    | 'tooLong'
    | 'rangeUnderflow'
    | 'rangeOverflow'
    | 'stepMismatch'
  >;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
}

const missing: Readonly<Record<string, string>> = {
  email: 'Enter an email address.',
  password: 'Enter a password.',
  url: 'Enter an address.',
  date: 'Choose a date.',
  'select-one': 'Choose one.',
};

/** Returns a control's error, with the allowed values, or `undefined` if its value is valid. */
export function describeValidity(control: CheckedControl): string | undefined {
  const { validity, type } = control;
  if (validity.valid) return undefined;
  if (validity.valueMissing) return missing[type] ?? 'Fill in this field.';
  if (validity.typeMismatch) {
    return type === 'email' ? 'Enter an email address, such as ada@example.com.' : 'Enter a full address: https://…';
  }
  if (validity.badInput) return type === 'number' ? 'Enter a number.' : 'Enter a valid value.';
  if (validity.tooShort) return `Enter at least ${control.minLength} characters.`;
  if (validity.tooLong) return `Enter at most ${control.maxLength} characters.`;
  if (validity.rangeUnderflow) return `Enter ${control.min} or more.`;
  if (validity.rangeOverflow) return `Enter ${control.max} or less.`;
  if (validity.stepMismatch) {
    return control.step === '' ? 'Enter a whole number.' : `Enter a multiple of ${control.step}.`;
  }
  return 'Enter a valid value.';
}
