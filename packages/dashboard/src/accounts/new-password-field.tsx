import type { ReactElement } from 'react';
import { TextField } from '../ui/field.tsx';

export interface NewPasswordFieldProps {
  readonly label?: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for a new password. The service requires a minimum length and rejects common passwords. */
export function NewPasswordField({ label = 'Password', error, value, onChange }: NewPasswordFieldProps): ReactElement {
  return (
    <TextField
      label={label}
      hint="At least 10 characters. A few random words work well."
      error={error}
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={256}
      value={value}
      onChange={onChange}
    />
  );
}
