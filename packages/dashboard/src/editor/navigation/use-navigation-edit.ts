import type { EditedNavigation } from '@docwright/doc-agent/edit-navigation-tree';
import { readNavigationTree, type JsonPath, type NavigationEntry } from '@docwright/doc-agent/navigation-tree';
import { parseJson } from '@docwright/doc-agent/parse-json';
import { useState } from 'react';
import type { FormProps } from '../form-props.ts';
import { keysAbove } from './navigation-rows.ts';

export interface NavigationEdits {
  readonly selected: JsonPath | undefined;
  readonly select: (path: JsonPath | undefined) => void;
  /** The keys of entries that the user opened (`true`) or closed (`false`). */
  readonly toggled: ReadonlyMap<string, boolean>;
  readonly toggle: (key: string, isOpen: boolean) => void;
  /** A description of the last event, for screen readers. */
  readonly announcement: string;
  readonly say: (text: string) => void;
  /** Edits the file and selects the entry that the edit returns. */
  edit(change: (content: string) => EditedNavigation, announcement: string): void;
}

/** Manages the selection in the navigation, and edits that preserve it. */
export function useNavigationEdit({ content, onEdit }: Pick<FormProps, 'content' | 'onEdit'>): NavigationEdits {
  const [selected, select] = useState<JsonPath>();
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [announcement, announce] = useState('');
  return {
    selected,
    select,
    toggled,
    toggle: (key, isOpen) => setToggled(new Map(toggled).set(key, isOpen)),
    announcement,
    say: announce,
    edit: (change, text) => {
      let path: JsonPath | undefined;
      let after: string | undefined;
      onEdit((current) => {
        // Paths refer to the displayed text.
        if (current !== content) return current;
        const edited = change(current);
        path = edited.path;
        after = edited.text;
        return edited.text;
      });
      if (after === undefined) return announce('The file has changed. Try again.');
      const lists = readNavigationTree(parseJson(after)) ?? [];
      const above = path === undefined ? [] : keysAbove(lists, path);
      setToggled(new Map([...toggled, ...above.map((key) => [key, true] as const)]));
      select(path);
      announce(text);
    },
  };
}

/** An open dialog, and the entry that it changes. */
export type NavigationDialog =
  | { readonly kind: 'addPage' | 'addGroup' }
  | { readonly kind: 'rename' | 'remove'; readonly entry: NavigationEntry };
