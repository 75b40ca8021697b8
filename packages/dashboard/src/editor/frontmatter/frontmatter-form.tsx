import { editFrontmatter } from '@docwright/doc-agent/edit-frontmatter';
import { useMemo, useState, type ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { FormProps } from '../form-props.ts';
import { FrontmatterField, type SetField } from './frontmatter-field.tsx';
import styles from './frontmatter-form.module.css';
import { toForm, type FormSection } from './to-form.ts';

/** A page's frontmatter as fields. Each edit changes only its key's lines. */
export default function FrontmatterForm({ content, isReadOnly, onEdit, onJump }: FormProps): ReactElement {
  const form = useMemo(() => toForm(content), [content]);
  const [failed, setFailed] = useState<string>();
  const set: SetField = (key, value) => {
    setFailed(undefined);
    try {
      onEdit((current) =>
        editFrontmatter(
          current,
          value === undefined ? { set: {}, unset: [key] } : { set: { [key]: value }, unset: [] },
        ),
      );
    } catch {
      setFailed(key);
    }
  };
  if (form.kind === 'invalid') {
    return (
      <section aria-label="Frontmatter">
        <Notice
          tone="warn"
          title="The frontmatter isn’t valid YAML"
          action={
            <Button isSmall icon="code" onClick={() => onJump(form.line)}>
              Edit in the source
            </Button>
          }
        >
          Line {form.line}: {form.message}
        </Notice>
      </section>
    );
  }
  return (
    <section className={styles['form']} aria-label="Frontmatter">
      {failed !== undefined && (
        <Notice tone="bad" isLive title={`“${failed}” can’t be changed here`}>
          The form can’t change this key without changing others. Edit it in the source.
        </Notice>
      )}
      {form.sections.map((section) => (
        <Section key={section.id} section={section} {...{ isReadOnly, onJump }} onSet={set} />
      ))}
    </section>
  );
}

interface SectionProps extends Pick<FormProps, 'isReadOnly' | 'onJump'> {
  readonly section: FormSection;
  readonly onSet: SetField;
}

/** A section of the form. It is open at first if it has values. */
function Section({ section, ...props }: SectionProps): ReactElement {
  const count = section.fields.filter(({ line }) => line !== undefined).length;
  const [isOpen, setIsOpen] = useState(section.id === 'page' || count > 0);
  return (
    <details className={styles['section']} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {section.label}
        {count > 0 && <span className={styles['count']}>{count} set</span>}
      </summary>
      <div className={styles['fields']}>
        {section.fields.map((field) => (
          <FrontmatterField key={field.key} field={field} {...props} />
        ))}
      </div>
    </details>
  );
}
