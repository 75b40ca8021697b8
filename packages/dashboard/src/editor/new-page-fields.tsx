import type { ReactElement } from 'react';
import { TextField } from '../ui/field.tsx';
import type { NewPage } from './use-new-page.ts';

export function NewPageFields({ page }: { readonly page: NewPage }): ReactElement {
  return (
    <>
      <TextField label="Title" value={page.title} onChange={(title) => page.setTitle(title)} required maxLength={200} />
      <TextField
        label="Path"
        hint="The path in the docs folder. It determines the page’s address."
        isMono
        value={page.typedPath}
        onChange={(path) => page.setPath(path)}
        required
        maxLength={500}
        error={page.isTaken ? 'A file with this path already exists.' : undefined}
      />
    </>
  );
}
