import { useState, type DragEvent, type ReactElement } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { arrangeFiles, findUploadFault, type ArrangedUpload } from './arrange-files.ts';
import { readChosen, readDropped, type Picked } from './read-picked.ts';
import styles from './upload.module.css';

export interface UploadPanelProps {
  readonly upload: ArrangedUpload | undefined;
  readonly docsFolder: string;
  readonly onUpload: (upload: ArrangedUpload | undefined) => void;
  readonly onDocsFolder: (folder: string) => void;
}

/** Selects a folder or a ZIP archive and shows what would be uploaded. */
export function UploadPanel({ upload, docsFolder, onUpload, onDocsFolder }: UploadPanelProps): ReactElement {
  const [fault, setFault] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  const take = (reading: Promise<Picked>): void => {
    setFault(undefined);
    setIsReading(true);
    onUpload(undefined);
    reading
      .then(async ({ name, files }) => {
        const arranged = await arrangeFiles(name, files);
        const found = findUploadFault(arranged);
        setFault(found);
        if (found === undefined) onUpload(arranged);
      })
      .catch((error: unknown) => setFault(error instanceof Error ? error.message : String(error)))
      .finally(() => setIsReading(false));
  };
  return (
    <Panel title="Folder or archive">
      <DropZone isReading={isReading} onPicked={take} />
      {fault !== undefined && (
        <Notice tone="bad" title="This can’t be uploaded" isLive>
          {fault} Upload larger sites with git, or with <code>docwright projects create --from</code>.
        </Notice>
      )}
      {upload !== undefined && <Found upload={upload} />}
      {upload !== undefined && upload.docsFolders.length > 1 && (
        <SelectField
          label="Docs folder"
          hint="The upload contains more than one site."
          value={docsFolder}
          choices={upload.docsFolders.map((folder) => ({ value: folder, label: folder === '' ? 'the root' : folder }))}
          onChange={onDocsFolder}
        />
      )}
    </Panel>
  );
}

interface DropZoneProps {
  readonly isReading: boolean;
  readonly onPicked: (reading: Promise<Picked>) => void;
}

function DropZone({ isReading, onPicked }: DropZoneProps): ReactElement {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    onPicked(readDropped(event.dataTransfer.items));
  };
  return (
    <div
      className={styles['zone']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="archive" size={24} />
      <p>{isReading ? 'Reading …' : 'Drop a folder or a ZIP archive here, or'}</p>
      <div className={styles['choices']}>
        <FileButton label="Choose a folder" isFolder onPicked={onPicked} />
        <FileButton label="Choose a ZIP archive" isFolder={false} onPicked={onPicked} />
      </div>
    </div>
  );
}

interface FileButtonProps extends Pick<DropZoneProps, 'onPicked'> {
  readonly label: string;
  readonly isFolder: boolean;
}

/** The browser's own control, shown as a button. */
function FileButton({ label, isFolder, onPicked }: FileButtonProps): ReactElement {
  return (
    <label className={styles['button']}>
      {label}
      <input
        type="file"
        className={styles['input']}
        {...(isFolder ? { webkitdirectory: '' } : { accept: '.zip,application/zip' })}
        onChange={({ target }) => {
          if (target.files === null || target.files.length === 0) return;
          onPicked(readChosen(target.files));
          // Allows selecting the same folder again, because its files may have changed.
          target.value = '';
        }}
      />
    </label>
  );
}

/** Maximum number of named paths; the others are counted. */
const namedLeftOut = 8;

function Found({ upload }: { readonly upload: ArrangedUpload }): ReactElement {
  const { files, pages, bytes, docsFolders, leftOut, otherTool } = upload;
  const counts = `${formatCount(pages, 'page')}, ${formatCount(files.length, 'file')}, ${formatBytes(bytes)}`;
  return (
    <>
      {docsFolders.length === 0 ? (
        <Notice tone="warn" title="No docs.json found" isLive>
          {otherTool === undefined ? (
            <>A site needs a docs.json. Choose the folder that contains it, or start with the starter site.</>
          ) : (
            <>
              This looks like a {otherTool} site. <code>docwright import</code> converts it to a site with a docs.json.
            </>
          )}
        </Notice>
      ) : (
        <Notice tone="good" title={`${upload.name === '' ? 'The upload' : upload.name} is ready`} isLive>
          {counts}
        </Notice>
      )}
      {leftOut.length > 0 && (
        <p className={styles['left']}>
          Not uploaded (may contain secrets, is installed by a package manager, or is too large):{' '}
          {leftOut.slice(0, namedLeftOut).join(', ')}
          {leftOut.length > namedLeftOut && ` and ${formatCount(leftOut.length - namedLeftOut, 'more file')}`}.
        </p>
      )}
    </>
  );
}
