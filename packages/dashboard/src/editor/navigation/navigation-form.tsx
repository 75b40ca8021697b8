import {
  addNavigation,
  findEntry,
  findStep,
  moveEntry,
  type EntryPlace,
  type MoveDirection,
} from '@docwright/doc-agent/edit-navigation-tree';
import {
  isSamePath,
  listAll,
  listEntries,
  readNavigationTree,
  type JsonPath,
  type NavigationEntry,
  type NavigationList,
} from '@docwright/doc-agent/navigation-tree';
import { findMember, JsonSyntaxError, parseJson } from '@docwright/doc-agent/parse-json';
import { resolveRef } from '@docwright/doc-agent/resolve-ref';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { FormProps } from '../form-props.ts';
import { NavigationDialogs } from './navigation-dialogs.tsx';
import styles from './navigation-form.module.css';
import { isOpenAtFirst, nameOfEntry, toRows } from './navigation-rows.ts';
import { NavigationToolbar } from './navigation-toolbar.tsx';
import { NavigationTree } from './navigation-tree.tsx';
import { mapPageFiles } from './page-files.ts';
import { useNavigationEdit, type NavigationDialog } from './use-navigation-edit.ts';

/** The site's navigation as a tree. Each change edits only the affected lines of docs.json. */
export default function NavigationForm(props: FormProps): ReactElement {
  const { content, isReadOnly, onEdit, onJump } = props;
  const read = useMemo(() => readContent(content), [content]);
  switch (read.kind) {
    case 'invalid':
      return (
        <section aria-label="Navigation">
          <Notice
            tone="warn"
            title="The file isn’t valid JSON"
            action={
              <Button isSmall icon="code" onClick={() => onJump(read.line)}>
                Edit in the source
              </Button>
            }
          >
            {read.message}
          </Notice>
        </section>
      );
    case 'none':
      return (
        <EmptyState
          icon="folder"
          title="No navigation yet"
          actions={
            !isReadOnly && (
              <Button icon="plus" onClick={() => onEdit((current) => addNavigation(current, 'Documentation').text)}>
                Create navigation
              </Button>
            )
          }
        >
          The navigation lists the pages of the site. It starts with one group, which you can rename.
        </EmptyState>
      );
    case 'file':
      return <OtherFile ids={props.ids} file={read.file} />;
    case 'tree':
      return <Navigation {...props} lists={read.lists} />;
  }
}

type ReadContent =
  | { readonly kind: 'tree'; readonly lists: readonly NavigationList[] }
  | { readonly kind: 'none' }
  /** The whole navigation is in another file. */
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'invalid'; readonly message: string; readonly line: number };

function readContent(content: string): ReadContent {
  try {
    const root = parseJson(content);
    if (root.type !== 'object') return { kind: 'invalid', message: 'The file doesn’t contain an object', line: 1 };
    const lists = readNavigationTree(root);
    if (lists !== undefined && lists.length > 0) return { kind: 'tree', lists };
    const navigation = findMember(root, 'navigation')?.value;
    const file = navigation && resolveRef('docs.json', navigation);
    return file === undefined ? { kind: 'none' } : { kind: 'file', file };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { kind: 'invalid', message: error.message, line: error.line };
    throw error;
  }
}

function OtherFile({ ids, file }: Pick<FormProps, 'ids'> & { readonly file: string }): ReactElement {
  const params = { projectId: ids.projectId, branch: ids.branch, _splat: file };
  return (
    <EmptyState icon="external" title="The navigation is in another file">
      Edit the text of{' '}
      <Link to="/projects/$projectId/editor/$branch/$" params={params}>
        {file}
      </Link>
      .
    </EmptyState>
  );
}

function Navigation(props: FormProps & { readonly lists: readonly NavigationList[] }): ReactElement {
  const { ids, files, isReadOnly, onDialog, lists } = props;
  const edits = useNavigationEdit(props);
  const { selected, toggled, say } = edits;
  const [dialog, setDialog] = useState<NavigationDialog>();
  const pageFiles = useMemo(() => mapPageFiles(files), [files]);
  const rows = useMemo(() => {
    const total = listEntries(lists).length;
    return toRows(lists, (entry, key) => toggled.get(key) ?? isOpenAtFirst(entry, total));
  }, [lists, toggled]);
  const navigate = useNavigate();
  const open = (entry: NavigationEntry): void => {
    const file = fileOf(entry, pageFiles);
    if (file === undefined) return say(`${nameOfEntry(entry)} has no file.`);
    const params = { projectId: ids.projectId, branch: ids.branch, _splat: file };
    void navigate({ to: '/projects/$projectId/editor/$branch/$', params });
  };
  const move = (path: JsonPath, to: EntryPlace): void =>
    edits.edit((current) => moveEntry(current, path, to), describeMove(lists, path, to));
  const step = (direction: MoveDirection): void => {
    const found = selected && findEntry(lists, selected);
    if (selected === undefined || found === undefined) return say('Select an entry first.');
    const to = findStep(lists, selected, direction);
    if (to === undefined) return say(`${nameOfEntry(found.entry)} can’t be moved ${direction}.`);
    move(selected, to);
  };
  const rename = (entry: NavigationEntry): void => {
    if (entry.kind !== 'page') return setDialog({ kind: 'rename', entry });
    const file = pageFiles.get(entry.name);
    if (file === undefined) say(`${nameOfEntry(entry)} has no file.`);
    else onDialog({ kind: 'move', path: file });
  };
  const actions = { onStep: step, onRename: rename, onOpen: open, onDialog: setDialog };
  return (
    <section className={styles['form']} aria-label="Navigation">
      <NavigationToolbar {...{ lists, selected, isReadOnly }} {...actions} />
      <NavigationTree {...{ lists, rows, edits, pageFiles, isReadOnly }} {...actions} onMove={move} />
      <p role="status" className="visually-hidden">
        {edits.announcement}
      </p>
      {dialog !== undefined && (
        <NavigationDialogs {...{ ids, files, lists, edits, dialog }} onClose={() => setDialog(undefined)} />
      )}
    </section>
  );
}

/** Returns the file to which an entry refers. */
function fileOf(entry: NavigationEntry, pageFiles: ReadonlyMap<string, string>): string | undefined {
  return entry.kind === 'page' ? pageFiles.get(entry.name) : resolveRef('docs.json', entry.node);
}

function describeMove(lists: readonly NavigationList[], path: JsonPath, to: EntryPlace): string {
  const moved = findEntry(lists, path);
  const target = listAll(lists).find((list) => isSamePath(list.path, to.list));
  if (moved === undefined || target === undefined) return '';
  const isSameList = target === moved.list;
  const position = (isSameList && to.index > moved.index ? to.index - 1 : to.index) + 1;
  const count = target.entries.length + (isSameList ? 0 : 1);
  const parent = listEntries(lists).find(({ lists: inner }) => inner.includes(target));
  const place = parent === undefined ? 'the top level' : nameOfEntry(parent);
  return `${nameOfEntry(moved.entry)} moved to ${place}, position ${position} of ${count}.`;
}
