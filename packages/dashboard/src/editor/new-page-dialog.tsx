import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { folderOf, isPage, isSiteConfig, type DocsFile } from './docs-tree.ts';
import { addToNavigation, readPageLists } from './navigation/add-to-navigation.ts';
import type { PageList } from './navigation/navigation-rows.ts';
import { toPagePath } from './navigation/page-files.ts';
import { NewPageFields } from './new-page-fields.tsx';
import { siteConfigQuery, type DraftIds } from './queries.ts';
import { useDraftChange } from './use-draft-change.ts';
import { useNewPage } from './use-new-page.ts';

export interface NewPageDialogProps {
  readonly ids: DraftIds;
  /** The open file, or empty. */
  readonly current: string;
  readonly files: readonly DocsFile[];
  readonly onCreated: (path: string) => void;
  readonly onClose: () => void;
}

/** Creates a page and adds it to the navigation. */
export function NewPageDialog({ ids, current, files, onCreated, onClose }: NewPageDialogProps): ReactElement {
  const client = useClient();
  const page = useNewPage(ids, files, folderOf(current));
  const config = files.find(({ path, change }) => isSiteConfig(path) && change !== 'deleted')?.path;
  const queryClient = useQueryClient();
  const options = siteConfigQuery(client, ids, config ?? '');
  const { data } = useQuery({ ...options, enabled: config !== undefined });
  const lists = useMemo(() => readPageLists(data?.content ?? ''), [data]);
  const [chosen, setChosen] = useState<string>();
  const to = findTarget(lists, chosen, current);
  const create = useDraftChange(ids, {
    run: async () => {
      await page.create();
      if (config === undefined || !isPage(page.path)) return;
      // The dialog can be submitted before the navigation is loaded.
      const { content } = await queryClient.ensureQueryData(options);
      const target = findTarget(readPageLists(content ?? ''), chosen, current);
      if (target === undefined) return;
      const place = { label: target.label, path: target.list.path };
      await addToNavigation(client, ids, { file: config, page: page.path, to: place });
    },
    onDone: () => onCreated(page.path),
  });
  return (
    <Dialog title="New page" text="The page is added to the draft." isOpen onClose={onClose}>
      <Form onSubmit={() => create.mutate()}>
        <Stack>
          <NewPageFields page={page} />
          {lists.length > 0 && (
            <SelectField
              label="Navigation"
              hint="The page is added at the end of this group."
              value={to === undefined ? '' : toId(to)}
              choices={[
                ...lists.map((each) => ({ value: toId(each), label: each.label })),
                { value: '', label: 'Not in the navigation' },
              ]}
              onChange={setChosen}
            />
          )}
          <ErrorNotice error={create.error} />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={page.isTaken && !create.isError} isBusy={create.isPending}>
            Create page
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Returns the chosen list, the list that contains the open page, or else the first list. */
function findTarget(lists: readonly PageList[], chosen: string | undefined, current: string): PageList | undefined {
  if (chosen !== undefined) return lists.find((each) => toId(each) === chosen);
  return lists.find((each) => hasPage(each, toPagePath(current))) ?? lists[0];
}

const toId = ({ list }: PageList): string => list.path.join('/');

const hasPage = ({ list }: PageList, page: string): boolean =>
  list.entries.some(({ kind, name }) => kind === 'page' && name === page);
