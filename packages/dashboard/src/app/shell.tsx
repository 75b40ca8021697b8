import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactElement } from 'react';
import { BellButton } from '../notifications/bell-button.tsx';
import { SearchButton, usePaletteKey, type OpenDialog } from '../palette/search-button.tsx';
import { IconButton } from '../ui/button.tsx';
import { AccountButton } from './account-button.tsx';
import { Navigation } from './navigation.tsx';
import bar from '../projects/project-bar.module.css';
import styles from './shell.module.css';

/** Components that load after the page. */
const Keyboard = lazy(() => import('../palette/keyboard.tsx'));
const ExportProjectBar = lazy(() => import('./export-project-bar.tsx'));
const ProjectBar = lazy(() => import('../projects/project-bar.tsx'));
const PhoneMenu = lazy(() => import('./phone-menu.tsx'));

/** The frame around every page for signed-in users. */
export function Shell(): ReactElement {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const projectId = useRouterState({ select: ({ location }) => findProject(location) });
  const exportId = findExport(path);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const before = useRef(path);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  usePaletteKey(setOpenDialog);
  useEffect(() => {
    setIsMenuOpen(false);
    // Announces a new page to screen readers by moving the focus to its beginning, as on a page load.
    if (before.current !== path) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return (
    <div className={styles['shell']}>
      <button type="button" className={styles['skip']} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={styles['top']}>
        <Brand />
        <SearchButton onOpen={setOpenDialog} />
        <BellButton />
        <IconButton icon="menu" label="Menu" aria-expanded={isMenuOpen} onClick={() => setIsMenuOpen(true)} />
        {isMenuOpen && (
          <Suspense>
            <PhoneMenu onClose={() => setIsMenuOpen(false)} />
          </Suspense>
        )}
      </header>
      <header className={styles['side']}>
        <div className={styles['head']}>
          <Brand />
          <BellButton />
        </div>
        <SearchButton onOpen={setOpenDialog} />
        <Navigation />
        <span />
        <AccountButton />
      </header>
      <main ref={main} className={styles['main']} tabIndex={-1}>
        {projectId !== undefined && (
          <Suspense fallback={<div className={bar['space']} />}>
            <ProjectBar projectId={projectId} />
          </Suspense>
        )}
        {exportId !== undefined && (
          <Suspense fallback={<div className={bar['space']} />}>
            <ExportProjectBar jobId={exportId} />
          </Suspense>
        )}
        <Outlet />
      </main>
      <Suspense>
        <Keyboard open={openDialog} onOpen={setOpenDialog} />
      </Suspense>
    </div>
  );
}

/** Finds the project that a page belongs to, in its address or in the filter of a list. */
function findProject({ pathname, search }: { readonly pathname: string; readonly search: object }): string | undefined {
  const [, id] = /^\/projects\/([^/]+)/.exec(pathname) ?? /^\/jobs\/([^/]+)\//.exec(pathname) ?? [];
  if (id !== undefined) return id === 'new' ? undefined : id;
  const isList = pathname === '/jobs' || pathname === '/exports';
  return isList && 'project' in search && typeof search.project === 'string' ? search.project : undefined;
}

/** Returns the ID of the export that a page shows. */
const findExport = (pathname: string): string | undefined => /^\/exports\/([^/]+)/.exec(pathname)?.[1];

function Brand(): ReactElement {
  return (
    <Link to="/" className={styles['brand'] ?? ''} aria-current={undefined}>
      <img src="favicon.svg" alt="" />
      Docwright
    </Link>
  );
}
