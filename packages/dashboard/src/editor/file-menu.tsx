import type { ReactElement } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { isPage } from './docs-tree.ts';
import type { FileActionsProps } from './file-props.ts';

export default function FileMenu({ path, version, change, onDialog }: FileActionsProps): ReactElement {
  return (
    <Menu isOpenAtFirst trigger={<IconButton icon="settings" label="File actions" />}>
      <MenuItem icon="right" onSelect={() => onDialog({ kind: 'move', path })}>
        Move or rename
      </MenuItem>
      {/* A new page is deleted instead, which also removes it from the navigation. */}
      {change !== null && !(change === 'added' && isPage(path)) && (
        <MenuItem icon="refresh" onSelect={() => onDialog({ kind: 'discard', path })}>
          Discard changes
        </MenuItem>
      )}
      <MenuSeparator />
      {version !== null && (
        <MenuItem icon="archive" isDanger onSelect={() => onDialog({ kind: 'delete', path, version })}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
