import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { formatCount } from '../ui/format.ts';
import { Stack } from '../ui/layout.tsx';
import { AltFields, type AltText } from './alt-fields.tsx';
import { searchFiles, type DocsFile } from './docs-tree.ts';
import styles from './library.module.css';
import { findMediaType, toMediaLink, toMediaMarkdown } from './media.ts';

export interface LibraryDialogProps {
  /** The images and videos of the draft. */
  readonly files: readonly DocsFile[];
  readonly loadImage: (address: string) => Promise<string | undefined>;
  readonly onUpload: () => void;
  readonly onInsert: (markdown: string) => void;
  readonly onClose: () => void;
}

/** Every displayed image is loaded. Users find other images by typing part of the name. */
const maxShown = 24;

/** Inserts an image or video from the project, or uploads a new one. */
export default function LibraryDialog(props: LibraryDialogProps): ReactElement {
  const { files, onUpload, onClose } = props;
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string>();
  const found = searchFiles(files, query);
  if (chosen !== undefined) return <Chosen {...props} path={chosen} onBack={() => setChosen(undefined)} />;
  return (
    <Dialog title="Insert an image or video" isOpen onClose={onClose}>
      <Stack>
        <div className={styles['search']}>
          <TextField label="Find a file in the project" value={query} onChange={setQuery} autoFocus />
          <Button icon="plus" onClick={onUpload}>
            Upload a file
          </Button>
        </div>
        <ul className={styles['files']} aria-label="Images and videos">
          {found.slice(0, maxShown).map(({ path }) => (
            <li key={path}>
              <button type="button" className={styles['file']} onClick={() => setChosen(path)}>
                <Thumbnail path={path} loadImage={props.loadImage} />
                <span className={styles['name']}>{path}</span>
              </button>
            </li>
          ))}
        </ul>
        <p className={styles['count']} role="status">
          {found.length > maxShown
            ? `${maxShown} of ${formatCount(found.length, 'file')}. Type part of the name to find others.`
            : found.length === 0
              ? 'No image or video has this name.'
              : formatCount(found.length, 'file')}
        </p>
      </Stack>
    </Dialog>
  );
}

interface ChosenProps extends LibraryDialogProps {
  readonly path: string;
  readonly onBack: () => void;
}

function Chosen({ path, loadImage, onInsert, onClose, onBack }: ChosenProps): ReactElement {
  const [alt, setAlt] = useState<AltText>('');
  const type = findMediaType(path) ?? '';
  const insert = (): void => {
    onInsert(toMediaMarkdown(toMediaLink(path), { alt: alt?.trim() ?? '', type }));
    onClose();
  };
  return (
    <Dialog title="Insert an image or video" text={path} isOpen onClose={onClose}>
      <Form onSubmit={insert}>
        <Stack>
          <Thumbnail path={path} loadImage={loadImage} />
          <div>
            <Button isSmall onClick={onBack}>
              Choose another file
            </Button>
          </div>
          {type.startsWith('image/') && <AltFields alt={alt} onChange={setAlt} />}
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary">
            Insert
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The image, or the file's kind if it can't be displayed. */
function Thumbnail({
  path,
  loadImage,
}: { readonly path: string } & Pick<LibraryDialogProps, 'loadImage'>): ReactElement {
  const isImage = findMediaType(path)?.startsWith('image/') === true;
  const image = useQuery({
    queryKey: ['thumbnail', path],
    queryFn: async () => (await loadImage(toMediaLink(path))) ?? null,
    enabled: isImage,
    gcTime: 0,
  });
  const kind = path.split('.').at(-1)?.toUpperCase() ?? '';
  return (
    <span className={styles['thumbnail']}>
      {typeof image.data === 'string' ? <img src={image.data} alt="" /> : <span>{kind}</span>}
    </span>
  );
}
