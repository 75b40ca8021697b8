import { Link } from '@tanstack/react-router';
import { useId, useMemo, useState, type ReactElement } from 'react';
import { useMe } from '../accounts/me.ts';
import { TextField } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { searchFiles, toDocsTree, type ChangeKind, type DocsFile, type DocsFolder } from './docs-tree.ts';
import styles from './docs-files.module.css';
import type { DraftIds } from './queries.ts';
import type { Person } from '@docwright/doc-agent/shared-text-messages';
import { listPeople, type People } from './shared-text/people.ts';

/** More results would hide the fact that the search is too general. */
const MOST_RESULTS = 100;

export interface DocsFilesProps {
  readonly ids: DraftIds;
  readonly files: readonly DocsFile[];
  /** Path of the open file. */
  readonly current: string | undefined;
  /** Number of open comment threads by file; `undefined` until it is loaded. */
  readonly comments: ReadonlyMap<string, number> | undefined;
  readonly here: People;
}

/** The files of the docs folder, as a tree or as the results of a search. */
export function DocsFiles({ ids, files, current, comments, here }: DocsFilesProps): ReactElement {
  const { user } = useMe();
  const names = useMemo(() => namesByPath(here.people, user?.id), [here, user?.id]);
  const [query, setQuery] = useState('');
  const tree = useMemo(() => toDocsTree(files), [files]);
  const found = useMemo(() => (query.trim() === '' ? undefined : searchFiles(files, query)), [files, query]);
  return (
    <nav className={styles['files']} aria-label="Files">
      <TextField
        label="Find a file"
        isLabelHidden
        type="search"
        placeholder="Find a file"
        value={query}
        onChange={setQuery}
      />
      {found === undefined ? (
        <Level folder={tree} {...{ ids, current, comments, names }} />
      ) : (
        <>
          <p className={styles['note']} role="status">
            {found.length === 0
              ? 'No files match.'
              : found.length > MOST_RESULTS
                ? `The first ${MOST_RESULTS} files`
                : ''}
          </p>
          <ul>
            {found.slice(0, MOST_RESULTS).map((file) => (
              <FileRow
                key={file.path}
                {...{ file, ids, names }}
                label={file.path}
                isCurrent={file.path === current}
                comments={comments?.get(file.path)}
              />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

/** The names of other people who have a file open, by the file's path. */
type NamesByPath = ReadonlyMap<string, readonly string[]>;

function namesByPath(people: readonly Person[], ownId: string | undefined): NamesByPath {
  const names = new Map<string, string[]>();
  for (const { name, paths } of listPeople(people, ownId))
    for (const path of paths) names.set(path, [...(names.get(path) ?? []), name]);
  return names;
}

interface LevelProps extends Pick<DocsFilesProps, 'ids' | 'current' | 'comments'> {
  readonly folder: DocsFolder;
  readonly names: NamesByPath;
}

function Level({ folder, ids, current, comments, names }: LevelProps): ReactElement {
  return (
    <ul>
      {folder.folders.map((each) => (
        <Folder key={each.path} folder={each} {...{ ids, current, comments, names }} />
      ))}
      {folder.files.map((file) => (
        <FileRow
          key={file.path}
          {...{ file, ids, names }}
          label={file.name}
          isCurrent={file.path === current}
          comments={comments?.get(file.path)}
        />
      ))}
    </ul>
  );
}

/** A folder is open if the user opened it, or if it contains the open file and the user hasn't closed it. */
function Folder({ folder, ids, current, comments, names }: LevelProps): ReactElement {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? current?.startsWith(`${folder.path}/`) === true;
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className={styles['folder']}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        <Icon name="right" size={14} />
        <span className={styles['name']}>{folder.name}</span>
        {!isOpen && hasChanges(folder) && <span className={styles['dot']} title="Contains changes" />}
        {!isOpen && hasChanges(folder) && <span className="visually-hidden">contains changes</span>}
      </button>
      {isOpen && (
        <div id={id}>
          <Level {...{ folder, ids, current, comments, names }} />
        </div>
      )}
    </li>
  );
}

const hasChanges = ({ folders, files }: DocsFolder): boolean =>
  files.some(({ change, isConflict }) => change !== null || isConflict) || folders.some(hasChanges);

const marks: Readonly<Record<ChangeKind, readonly [mark: string, label: string]>> = {
  added: ['A', 'new'],
  modified: ['M', 'changed'],
  moved: ['R', 'moved'],
  deleted: ['D', 'deleted'],
};

interface FileRowProps {
  readonly file: DocsFile;
  readonly label: string;
  readonly ids: DraftIds;
  readonly isCurrent: boolean;
  /** Number of open comment threads. */
  readonly comments: number | undefined;
  readonly names: NamesByPath;
}

function FileRow({ file, label, ids, isCurrent, comments = 0, names }: FileRowProps): ReactElement {
  const { change, isConflict } = file;
  const others = names.get(file.path);
  const [mark, name] = isConflict ? ['!', 'conflict'] : change === null ? ['', ''] : marks[change];
  return (
    <li>
      <Link
        to="/projects/$projectId/editor/$branch/$"
        params={{ projectId: ids.projectId, branch: ids.branch, _splat: file.path }}
        className={styles['file'] ?? ''}
        data-change={isConflict ? 'conflict' : (change ?? undefined)}
        activeOptions={{ exact: true, includeSearch: false }}
        {...(isCurrent && { 'aria-current': 'page' as const })}
      >
        <span className={styles['name']}>{label}</span>
        {comments > 0 && (
          <span className={styles['comments']} title={formatCount(comments, 'open comment')}>
            <Icon name="comment" size={13} />
            <span aria-hidden>{comments}</span>
            <span className="visually-hidden">{formatCount(comments, 'open comment')}</span>
          </span>
        )}
        {others !== undefined && (
          <span className={styles['person']} title={`Open: ${others.join(', ')}`}>
            <span className="visually-hidden">open by {others.join(', ')}</span>
          </span>
        )}
        {mark !== '' && (
          <span className={styles['mark']} title={name}>
            <span aria-hidden>{mark}</span>
            <span className="visually-hidden">{name}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
