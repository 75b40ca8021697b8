import type { DraftFile } from '@docwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { isImage } from './docs-tree.ts';
import type { FileViewProps } from './file-props.ts';
import { Picture } from './picture.tsx';
import { draftFileQuery } from './queries.ts';

const loadEditor = async () => import('./file-editor.tsx');
const FileEditor = lazy(loadEditor);

/** A file in the draft: editable text, an image, or a deleted file. */
export function FileView(props: FileViewProps): ReactElement {
  const { ids, draft } = props;
  const options = draftFileQuery(useClient(), ids);
  const query = useQuery(options);
  const queryClient = useQueryClient();
  // Loads the editor at the same time as the file.
  useEffect(() => void loadEditor().catch(() => undefined), []);
  const isConflict = draft.changes.some(({ path, isConflict: is }) => path === ids.path && is);
  const isKnown = query.data === undefined || (query.data.conflict !== null) === isConflict;
  useEffect(() => {
    // A new commit on the branch, or another author, has changed the file.
    if (!isKnown) void queryClient.invalidateQueries({ queryKey: options.queryKey });
    // This component is created for one file, so the query key never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown, queryClient]);
  return (
    <Loaded query={query} lines={10}>
      {(file) => <LoadedFile {...props} file={file} />}
    </Loaded>
  );
}

function LoadedFile({ file, ...props }: FileViewProps & { readonly file: DraftFile }): ReactElement {
  const canWrite = useCan('content:write');
  const { ids, onDialog } = props;
  if (file.content === null && file.conflict === null) {
    return (
      <EmptyState
        icon="file"
        title="This file is deleted in the draft"
        actions={
          canWrite && (
            <Button icon="refresh" onClick={() => onDialog({ kind: 'discard', path: ids.path })}>
              Restore the file
            </Button>
          )
        }
      >
        It remains on the branch until the draft is published.
      </EmptyState>
    );
  }
  if (file.encoding === 'base64') {
    return (
      <EmptyState icon="file" title={isImage(ids.path) ? 'Image' : 'This file can’t be edited as text'}>
        {isImage(ids.path) ? <Picture file={file} /> : 'It isn’t UTF-8 text.'}
      </EmptyState>
    );
  }
  return (
    <Suspense fallback={<Skeleton lines={10} label="Loading the editor" />}>
      <FileEditor {...props} file={file} isReadOnly={!canWrite} />
    </Suspense>
  );
}
