import { lazy, type ReactElement } from 'react';
import { IconButton } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import type { FileActionsProps } from './file-props.ts';

const load = () => import('./file-menu.tsx');
const FileMenu = lazy(load);

/** The open file's menu. */
export function FileActions(props: FileActionsProps): ReactElement {
  return (
    <OnDemand
      kind="menu"
      load={load}
      face={(trigger) => <IconButton icon="settings" label="File actions" {...trigger} />}
    >
      <FileMenu {...props} />
    </OnDemand>
  );
}
