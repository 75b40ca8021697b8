import { useMemo, useState, type ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { editTag } from './edit-tag.ts';
import { toPropFields, toPropValue, type PropField } from './to-prop-fields.ts';
import type { TagTarget } from './visual-state.ts';

export interface PropertiesDialogProps {
  readonly target: TagTarget;
  /** Writes the tag. Returns false if it has changed in the meantime. */
  readonly onSave: (tag: string) => boolean;
  readonly onClose: () => void;
}

/** The props of one component. Only changed props are written. */
export default function PropertiesDialog({ target, onSave, onClose }: PropertiesDialogProps): ReactElement {
  const fields = useMemo(() => toPropFields(target.name, target.text), [target]);
  const [changed, setChanged] = useState<ReadonlyMap<string, string>>(new Map());
  const [isStale, setIsStale] = useState(false);
  const save = (): void => {
    let tag = target.text;
    for (const field of fields) {
      const shown = changed.get(field.name);
      if (shown !== undefined && shown !== field.value) tag = editTag(tag, field.name, toPropValue(field, shown));
    }
    if (onSave(tag)) onClose();
    else setIsStale(true);
  };
  return (
    <Dialog title={`Properties of ${target.name}`} isOpen onClose={onClose}>
      <Form onSubmit={save}>
        <Stack>
          {isStale && (
            <Notice tone="bad" title="The component has changed in the meantime" isLive>
              Close this form and open it again.
            </Notice>
          )}
          {fields.length === 0 && <p>This component has no properties.</p>}
          {fields.map((field, index) => (
            <PropInput
              key={field.name}
              field={field}
              value={changed.get(field.name) ?? field.value}
              isFirst={index === 0}
              onChange={(value) => setChanged((before) => new Map(before).set(field.name, value))}
            />
          ))}
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary">
            Apply
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface PropInputProps {
  readonly field: PropField;
  readonly value: string;
  readonly isFirst: boolean;
  readonly onChange: (value: string) => void;
}

function PropInput({ field: { name, about, kind }, value, isFirst, onChange }: PropInputProps): ReactElement {
  if (kind === 'switch') {
    return (
      <SelectField
        label={name}
        hint={about}
        value={value}
        choices={[
          { value: '', label: 'Not set' },
          { value: 'true', label: 'On' },
          { value: 'false', label: 'Off' },
        ]}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      label={name}
      hint={kind === 'expression' ? 'You can edit this value only in the source.' : about}
      value={value}
      disabled={kind === 'expression'}
      autoFocus={isFirst}
      onChange={onChange}
    />
  );
}
