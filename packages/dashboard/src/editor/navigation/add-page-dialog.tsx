import { addEntry } from '@docwright/doc-agent/edit-navigation-tree';
import { useMemo, useState, type ReactElement } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { RadioGroup, SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Stack } from '../../ui/layout.tsx';
import { folderOf } from '../docs-tree.ts';
import { NewPageFields } from '../new-page-fields.tsx';
import { useDraftChange } from '../use-draft-change.ts';
import { useNewPage } from '../use-new-page.ts';
import type { NavigationDialogsProps } from './navigation-dialogs-props.ts';
import { findNewPlace } from './navigation-rows.ts';
import { findFirstPage, listUnlistedPages, toPagePath } from './page-files.ts';

/** Adds an existing page, or creates a page, next to the selected entry. */
export function AddPageDialog({ ids, files, lists, edits, onClose }: NavigationDialogsProps): ReactElement {
  const unlisted = useMemo(() => listUnlistedPages(files, lists), [files, lists]);
  const [source, setSource] = useState<'new' | 'existing'>('new');
  const [existing, setExisting] = useState(unlisted[0] ?? '');
  const [place] = useState(() => findNewPlace(lists, edits.selected, 'page'));
  const page = useNewPage(ids, files, folderOf(place === undefined ? '' : (findFirstPage(lists, place.list) ?? '')));
  const add = (path: string): void => {
    if (place !== undefined) edits.edit((content) => addEntry(content, place, { page: path }), `${path} added.`);
    onClose();
  };
  const create = useDraftChange(ids, { run: () => page.create(), onDone: () => add(toPagePath(page.path)) });
  return (
    <Dialog title="Add page" isOpen onClose={onClose}>
      <Form onSubmit={() => (source === 'new' ? create.mutate() : add(existing))}>
        <Stack>
          <RadioGroup
            label="Page"
            isLabelHidden
            value={source}
            choices={[
              { value: 'new', label: 'New page' },
              {
                value: 'existing',
                label: 'Existing page',
                hint: unlisted.length === 0 ? 'The navigation contains all pages.' : undefined,
                isDisabled: unlisted.length === 0,
              },
            ]}
            onChange={setSource}
          />
          {source === 'new' ? (
            <NewPageFields page={page} />
          ) : (
            <SelectField
              label="Not in the navigation"
              value={existing}
              choices={unlisted.map((value) => ({ value, label: value }))}
              onChange={setExisting}
            />
          )}
          <ErrorNotice error={create.error} />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={source === 'new' && page.isTaken} isBusy={create.isPending}>
            Add page
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
