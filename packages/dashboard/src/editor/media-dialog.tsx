import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { formatBytes } from '../ui/format.ts';
import { Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { AltFields, type AltText } from './alt-fields.tsx';
import { draftKey, type DraftIds } from './queries.ts';
import { maxMediaBytes, readBase64, toMediaMarkdown } from './media.ts';

export interface MediaDialogProps {
  readonly ids: DraftIds;
  readonly file: File;
  readonly onInsert: (markdown: string) => void;
  readonly onClose: () => void;
}

/** Uploads a dropped or pasted file, with a field for the image's description. */
export default function MediaDialog({ ids, file, onInsert, onClose }: MediaDialogProps): ReactElement {
  const { projectId, branch } = ids;
  const client = useClient();
  const queryClient = useQueryClient();
  const [alt, setAlt] = useState<AltText>('');
  const isTooLarge = file.size > maxMediaBytes;
  const isImage = file.type.startsWith('image/');
  const upload = useMutation({
    mutationFn: async () =>
      client.uploadDraftMedia({
        projectId,
        branch,
        name: file.name === '' ? 'image.png' : file.name,
        content: await readBase64(file),
      }),
    onSuccess: async ({ link }) => {
      onInsert(toMediaMarkdown(link, { alt: alt?.trim() ?? '', type: file.type }));
      await queryClient.invalidateQueries({ queryKey: draftKey(ids) });
      onClose();
    },
  });
  return (
    <Dialog
      title={isImage ? 'Insert an image' : 'Insert a file'}
      text={`${file.name}, ${formatBytes(file.size)}`}
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => upload.mutate()}>
        <Stack>
          {isTooLarge && (
            <Notice tone="bad" title="The file is too large">
              A file can have at most {formatBytes(maxMediaBytes)}.
            </Notice>
          )}
          {isImage && <AltFields alt={alt} onChange={setAlt} />}
          <ErrorNotice error={upload.error} />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isTooLarge} isBusy={upload.isPending}>
            Insert
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
