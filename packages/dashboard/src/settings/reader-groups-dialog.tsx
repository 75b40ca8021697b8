import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { splitLines } from '../editing/split-lines.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';

interface ReaderGroupsDialogProps {
  readonly member: { readonly userId: string; readonly email: string; readonly readerGroups: readonly string[] };
  readonly onClose: () => void;
}

export function ReaderGroupsDialog({ member, onClose }: ReaderGroupsDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [text, setText] = useState(member.readerGroups.join('\n'));
  const save = useMutation({
    mutationFn: () => client.updateMember({ userId: member.userId, readerGroups: splitLines(text) }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <Dialog
      title={`Reader groups of ${member.email}`}
      text="The groups determine which restricted pages this person can see on sites for members. Changes apply within seconds."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => save.mutate()}>
        <Stack>
          <TextArea
            label="Groups"
            hint="One per line, spelled as in the pages."
            rows={5}
            value={text}
            onChange={setText}
          />
          <ErrorNotice error={save.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={save.isPending}>
              Save groups
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}
