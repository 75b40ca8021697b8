import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';

interface PageLinkProps {
  readonly projectId: string;
  /** Path of the page, as views are counted. */
  readonly path: string;
  /** Days of UTC, `2026-01-31`, the last among them; the last days by default. */
  readonly period?: { readonly from: string; readonly to: string };
}

/** To what readers did on one page. */
export const PageLink = ({ projectId, path, period }: PageLinkProps): ReactElement => (
  <Link to="/projects/$projectId/analytics/page" params={{ projectId }} search={{ path, ...period }}>
    {path}
  </Link>
);
