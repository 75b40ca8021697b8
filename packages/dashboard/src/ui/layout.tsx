import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { clipWords } from './clip-words.ts';
import { Icon } from './icon.tsx';
import styles from './layout.module.css';
import { usePageTitle } from './use-page-title.ts';
import { useScrolls } from './use-scrolls.ts';

export interface PageHeaderProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** The parent page. */
  readonly parent?: { readonly label: string; readonly link: LinkProps } | undefined;
  readonly meta?: ReactNode;
  /** An empty list contains its first action itself, because two equal buttons would compete. */
  readonly actions?: ReactNode;
}

/** A page's title can be long text that a user wrote. The tooltip shows it in full. */
const LONGEST_TITLE = 160;

export function PageHeader({ title, text, parent, meta, actions }: PageHeaderProps): ReactElement {
  const shown = clipWords(title, LONGEST_TITLE);
  // Pages of a project have the project's bar above them, which links to the project.
  const isOfProject = parent?.link.to === '/projects/$projectId';
  usePageTitle(isOfProject ? `${shown} · ${parent.label}` : shown);
  return (
    <header className={styles['header']}>
      <div className={styles['heading']}>
        {parent && !isOfProject && (
          <Link {...parent.link} className={styles['crumb'] ?? ''}>
            <Icon name="back" size={14} />
            {parent.label}
          </Link>
        )}
        <h1 title={shown === title ? undefined : title}>{shown}</h1>
        {text && <div className={styles['text']}>{text}</div>}
        {meta && <div className={styles['meta']}>{meta}</div>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </header>
  );
}

export interface PanelProps {
  readonly title?: ReactNode;
  /** The name for screen readers, if several panels of a page have the same title. */
  readonly label?: string | undefined;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  /** Removes the content's padding, for tables and lists. */
  readonly isFlush?: boolean;
  readonly children?: ReactNode;
}

export function Panel({
  title,
  label = typeof title === 'string' ? title : undefined,
  text,
  actions,
  isFlush = false,
  children,
}: PanelProps): ReactElement {
  const body = isFlush ? (title === undefined ? styles['flushBare'] : styles['flush']) : styles['panelBody'];
  return (
    <section className={styles['panel']} aria-label={label}>
      {title !== undefined && (
        <div className={styles['panelHead']}>
          <h2>{title}</h2>
          {actions}
          {text && <div className={styles['panelText']}>{text}</div>}
        </div>
      )}
      {children && <div className={body}>{children}</div>}
    </section>
  );
}

interface Children {
  readonly children: ReactNode;
}

/** @param isNarrow for forms, to keep fields as wide as their typical input */
export const Stack = ({ children, isNarrow }: Children & { readonly isNarrow?: boolean }): ReactElement => (
  <div className={classNames(styles['stack'], isNarrow && styles['narrow'])}>{children}</div>
);
export const Row = ({ children }: Children): ReactElement => <div className={styles['row']}>{children}</div>;
export const Columns = ({ children }: Children): ReactElement => <div className={styles['columns']}>{children}</div>;

export function Facts({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }): ReactElement {
  return (
    <dl className={styles['facts']}>
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A column header: for text, for numbers (right-aligned), or visually hidden for a column of buttons. */
export type Column = string | { readonly number: string } | { readonly hidden: string };

export interface TableProps extends Children {
  readonly label: string;
  readonly columns: readonly Column[];
  /** Whether rows become cards on a phone; each `td` then names its column in `data-label`. */
  readonly isCards?: boolean;
}

export function Table({ label, columns, isCards = true, children }: TableProps): ReactElement {
  const atRight = columns.flatMap((column, index) => (typeof column === 'string' ? [] : [String(index + 1)]));
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(box);
  return (
    <div
      ref={box}
      className={styles['tableScroll']}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrolls sideways` })}
    >
      <table
        className={classNames(styles['table'], isCards && styles['cards'])}
        aria-label={label}
        data-right={atRight.join(' ')}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={nameOf(column)} scope="col">
                {typeof column === 'object' && 'hidden' in column ? (
                  <span className="visually-hidden">{column.hidden}</span>
                ) : (
                  nameOf(column)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function nameOf(column: Column): string {
  if (typeof column === 'string') return column;
  return 'number' in column ? column.number : column.hidden;
}
