import { isEditableKey } from '@docwright/doc-agent/edit-frontmatter';
import { frontmatterKeys, type FrontmatterKey, type FrontmatterSection } from '@docwright/doc-agent/frontmatter-keys';
import { readFields, type FieldValue, type FrontmatterField } from '@docwright/doc-agent/read-fields';

export interface FormField extends Pick<FrontmatterKey, 'label' | 'about' | 'kind' | 'choices'> {
  readonly key: string;
  /** The field's text; lists have one item per line. `undefined` if the form can't show the value. */
  readonly value: string | undefined;
  /** The value in the source. */
  readonly source: string;
  /** `undefined` if the page doesn't have the key. */
  readonly line: number | undefined;
}

export interface FormSection {
  readonly id: FrontmatterSection | 'other';
  readonly label: string;
  readonly fields: readonly FormField[];
}

export type FrontmatterFormState =
  | { readonly kind: 'sections'; readonly sections: readonly FormSection[] }
  | { readonly kind: 'invalid'; readonly message: string; readonly line: number };

const sectionLabels: Readonly<Record<FormSection['id'], string>> = {
  page: 'Page',
  sidebar: 'Sidebar',
  search: 'Search',
  access: 'Access',
  history: 'Authors and dates',
  other: 'Other keys',
};

/** Returns a page's fields: the keys of the site format, and the page's own keys. */
export function toForm(content: string): FrontmatterFormState {
  const read = readFields(content);
  if (read.kind === 'invalid') return read;
  const present = new Map(read.fields.map((field) => [field.key, field]));
  const known = Object.entries(frontmatterKeys).map(([key, about]) => ({
    section: about.section,
    field: toField(key, about, present.get(key)),
  }));
  const own = read.fields
    .filter(({ key }) => !Object.hasOwn(frontmatterKeys, key))
    .map((field) => toField(field.key, ownKeyOf(field), field));
  const sections = (Object.keys(sectionLabels) as FormSection['id'][]).map((id) => ({
    id,
    label: sectionLabels[id],
    fields: id === 'other' ? own : known.filter(({ section }) => section === id).map(({ field }) => field),
  }));
  return { kind: 'sections', sections: sections.filter(({ fields }) => fields.length > 0) };
}

type About = Pick<FrontmatterKey, 'label' | 'about' | 'kind' | 'choices'>;

/** Describes a page's own key, which is edited according to the kind of its current value. */
function ownKeyOf({ key, value }: FrontmatterField): About {
  const kind = typeof value === 'boolean' ? 'switch' : typeof value === 'number' ? 'number' : 'text';
  return { label: key, about: '', kind: Array.isArray(value) ? 'list' : kind };
}

function toField(key: string, { label, about, kind, choices }: About, found: FrontmatterField | undefined): FormField {
  const isEditable = found === undefined || (found.value !== undefined && isEditableKey(key));
  return {
    key,
    label,
    about,
    kind,
    ...(choices && { choices }),
    value: isEditable ? toShown(kind, found?.value ?? null) : undefined,
    source: found?.text ?? '',
    line: found?.line,
  };
}

function toShown(kind: FormField['kind'], value: FieldValue): string | undefined {
  if (value === null) return '';
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'number':
      return typeof value === 'number' ? String(value) : undefined;
    case 'list':
      if (typeof value === 'string') return value.includes('\n') ? undefined : value;
      return isLines(value) ? value.join('\n') : undefined;
    case 'text':
    case 'date':
    case 'choice':
      return (typeof value === 'string' && !value.includes('\n')) || typeof value === 'number'
        ? String(value)
        : undefined;
    case 'paragraph':
      return typeof value === 'string' ? value : undefined;
  }
}

const isLines = (value: FieldValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => item !== '' && item === item.trim() && !item.includes('\n'));

/** Returns the value for the frontmatter, or `undefined` if the typed text isn't complete yet. */
export function toValue(kind: FormField['kind'], shown: string): string | number | boolean | string[] | undefined {
  switch (kind) {
    case 'switch':
      return shown === 'true';
    case 'number':
      return shown.trim() === '' || !Number.isFinite(Number(shown)) ? undefined : Number(shown);
    case 'list':
      return shown
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
    case 'text':
    case 'date':
    case 'choice':
    case 'paragraph':
      return shown;
  }
}
