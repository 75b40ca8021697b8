import type { AccessForm, FormField } from './access-form.ts';
import type { SiteAccess } from './queries.ts';

/** Part of the form that belongs to one mode. */
export interface FormPartProps {
  readonly values: Pick<AccessForm, FormField>;
  readonly edit: (change: Partial<Pick<AccessForm, FormField>>) => void;
  /** The reason that the last save failed. */
  readonly error: unknown;
  readonly access: SiteAccess;
}
