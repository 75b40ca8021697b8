import { isSamePath, type JsonPath, type NavigationList } from '@docwright/doc-agent/navigation-tree';
import type { EntryPlace } from '@docwright/doc-agent/edit-navigation-tree';
import { useState, type DragEvent } from 'react';
import { findDropPlace, toDropZone, type DropZone, type NavigationRow } from './navigation-rows.ts';

export interface EntryDrag {
  start(event: DragEvent, row: NavigationRow): void;
  over(event: DragEvent, row: NavigationRow): void;
  drop(event: DragEvent, row: NavigationRow): void;
  end(): void;
  zoneOf(path: JsonPath): DropZone | undefined;
}

/** Moves entries with the mouse. Only places that the site allows are offered. */
export function useEntryDrag(
  lists: readonly NavigationList[],
  onMove: (path: JsonPath, to: EntryPlace) => void,
): EntryDrag {
  const [dragged, setDragged] = useState<JsonPath>();
  const [target, setTarget] = useState<{ readonly path: JsonPath; readonly zone: DropZone }>();
  const end = (): void => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const find = (event: DragEvent, { entry, isOpen = false }: NavigationRow) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const zone = toDropZone(event.clientY - top, height);
    const place = dragged && findDropPlace(lists, dragged, { target: entry.path, zone, isOpen });
    return { zone, place };
  };
  return {
    start: (event, { entry }) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', entry.name);
      setDragged(entry.path);
    },
    over: (event, row) => {
      const { zone, place } = find(event, row);
      if (place === undefined) return setTarget(undefined);
      event.preventDefault();
      if (target?.zone !== zone || !isSamePath(target.path, row.entry.path)) setTarget({ path: row.entry.path, zone });
    },
    drop: (event, row) => {
      const { place } = find(event, row);
      event.preventDefault();
      if (dragged !== undefined && place !== undefined) onMove(dragged, place);
      end();
    },
    end,
    zoneOf: (path) => (target !== undefined && isSamePath(target.path, path) ? target.zone : undefined),
  };
}
