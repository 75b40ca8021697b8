import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactElement, type ReactNode } from 'react';
import { useClient } from '../api/api-context.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { formatBytes } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { imageTypes, MOST_IMAGES } from './attached-images.ts';
import styles from './prompt-images.module.css';
import { seesImagesQuery } from './queries.ts';
import type { AttachedImages } from './use-attached-images.ts';

export interface PromptImagesProps {
  readonly projectId: string;
  readonly attached: AttachedImages;
  /** The field of the prompt, into which images can be pasted. */
  readonly children: ReactNode;
}

/** A prompt with images, which are selected, dropped or pasted. */
export function PromptImages({ projectId, attached, children }: PromptImagesProps): ReactElement {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { images, problems } = attached;
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // Text from word processors is pasted together with a picture of it, but the user means the text.
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
    event.preventDefault();
    void attached.add(files);
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    void attached.add([...event.dataTransfer.files]);
  };
  const enter = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <div
      role="group"
      aria-label="Prompt and images"
      className={styles['area']}
      data-over={isOver || undefined}
      onPaste={paste}
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
      {images.length > 0 && (
        <ul className={styles['images']} aria-label="Attached images">
          {images.map((image) => (
            <li key={image.key} className={styles['image']}>
              <img src={image.address} alt="" />
              <span className={styles['name']}>
                <bdi>{image.name}</bdi>
                <span className={styles['size']}>{formatBytes(image.size)}</span>
              </span>
              <IconButton icon="close" isSmall label={`Remove ${image.name}`} onClick={() => attached.remove(image)} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles['foot']}>
        <Button isSmall icon="plus" disabled={images.length >= MOST_IMAGES} onClick={() => chooser.current?.click()}>
          Attach images
        </Button>
        <span className={styles['hint']}>Or drop or paste screenshots. PNG, JPEG, WebP or GIF, up to 3.5 MB each.</span>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={imageTypes.join()}
          aria-label="Images"
          onChange={(event) => {
            void attached.add([...(event.target.files ?? [])]);
            // The same file can be chosen again after it was removed.
            event.target.value = '';
          }}
        />
      </div>
      {problems.length > 0 && (
        <Notice tone="bad" isLive title="Some files weren’t attached">
          <ul className={styles['problems']}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {images.length > 0 && <BlindModel projectId={projectId} />}
    </div>
  );
}

function BlindModel({ projectId }: { readonly projectId: string }): ReactElement | null {
  const { data: seesImages } = useQuery(seesImagesQuery(useClient(), projectId));
  if (seesImages !== false) return null;
  return (
    <Notice tone="warn" isLive>
      The project’s model can’t see images. It receives only their names.
    </Notice>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
