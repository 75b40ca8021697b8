import type { AccessForm, FormField } from './access-form.ts';
import type { SiteAccess } from './queries.ts';

/** The part of the form for one mode. */
export interface FormPartProps {
  readonly values: Pick<AccessForm, FormField>;
  readonly edit: (change: Partial<Pick<AccessForm, FormField>>) => void;
  /** The reason why the last save failed. */
  readonly error: unknown;
  readonly access: SiteAccess;
}
