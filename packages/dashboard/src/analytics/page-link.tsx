import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Period } from './period.ts';

interface PageLinkProps {
  readonly projectId: string;
  /** Path of the page, as views are counted. */
  readonly path: string;
  /** Without one: the last days. */
  readonly period?: Period;
}

/** To what readers did on one page. */
export const PageLink = ({ projectId, path, period }: PageLinkProps): ReactElement => (
  <Link to="/projects/$projectId/analytics/page" params={{ projectId }} search={{ path, ...period }}>
    {path}
  </Link>
);
