import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { splitLines } from '../editing/split-lines.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';

interface ViewAsDialogProps {
  readonly projectId: string;
  readonly branch: string;
  readonly onClose: () => void;
}

/** Creates a link that shows a preview as readers of some groups see it. */
export function ViewAsDialog({ projectId, branch, onClose }: ViewAsDialogProps): ReactElement {
  const client = useClient();
  const [text, setText] = useState('');
  const create = useMutation({
    mutationFn: () => client.createPreviewLink({ projectId, branch, groups: splitLines(text) }),
  });
  const link = create.data;
  return (
    <Dialog
      title={`View the preview of “${branch}” as a reader`}
      text="Anyone with the link can open the preview for seven days. If they then open a link with other groups, those groups apply instead."
      isOpen
      onClose={onClose}
    >
      {link === undefined ? (
        <Form onSubmit={() => create.mutate()}>
          <Stack>
            <TextArea
              label="Reader groups"
              hint="One per line. Leave empty to see the preview as a signed-in reader without groups."
              rows={4}
              value={text}
              onChange={setText}
            />
            <ErrorNotice error={create.error} />
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" kind="primary" isBusy={create.isPending}>
                Create link
              </Button>
            </DialogActions>
          </Stack>
        </Form>
      ) : (
        <Stack>
          <CodeBlock label="preview link" code={link.url} isWrapped />
          <p>
            Works until <Time at={link.expiresAt} />.
          </p>
          <DialogActions>
            <a href={link.url} target="_blank" rel="noreferrer">
              Open the preview
            </a>
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  );
}
