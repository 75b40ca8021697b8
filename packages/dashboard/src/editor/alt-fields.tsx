import type { ReactElement } from 'react';
import { Checkbox, TextField } from '../ui/field.tsx';

/** An image's alternative text; `undefined` for a decorative image. */
export type AltText = string | undefined;

export interface AltFieldsProps {
  readonly alt: AltText;
  readonly onChange: (alt: AltText) => void;
}

/** Fields for an image's description. */
export function AltFields({ alt, onChange }: AltFieldsProps): ReactElement {
  const isDecorative = alt === undefined;
  return (
    <>
      <TextField
        label="Alternative text"
        hint="Describes the image for people who can’t see it."
        value={alt ?? ''}
        onChange={onChange}
        required={!isDecorative}
        disabled={isDecorative}
        maxLength={500}
        autoFocus
      />
      <Checkbox
        label="The image is decorative"
        isChecked={isDecorative}
        onChange={(isChecked) => onChange(isChecked ? undefined : '')}
      />
    </>
  );
}
