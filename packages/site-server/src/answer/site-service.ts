import type { SiteSource } from '../site-source.ts';
import type { HttpExchange } from './exchange.ts';

/** A service that a site offers in addition to its files: search, an assistant, MCP. */
export interface SiteService {
  /** Whether the service handles this path for this version. */
  has(pathname: string, source: SiteSource): boolean;
  /** Whether a protected site's service is available, with only public pages, to readers who aren't signed in. */
  isPublic(pathname: string, source: SiteSource): boolean;
  /** Returns true if it has answered the request or will; it retains the source until then. */
  answer(pathname: string, query: string, exchange: HttpExchange, source: SiteSource): boolean;
}
