import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';

interface PageLinkProps {
  readonly projectId: string;
  /** The page's path, as in the page views. */
  readonly path: string;
  /** UTC days, `2026-01-31`, including the last; by default, the last days. */
  readonly period?: { readonly from: string; readonly to: string };
}

/** A link to the analytics of a page. */
export const PageLink = ({ projectId, path, period }: PageLinkProps): ReactElement => (
  <Link to="/projects/$projectId/analytics/page" params={{ projectId }} search={{ path, ...period }}>
    {path}
  </Link>
);
