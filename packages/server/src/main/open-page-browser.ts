import type { Isolation } from '../modules/building/site-rendering/index.ts';
import { BrowserError, openBrowser, type Browser } from '../platform/browser/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { findTools } from '../platform/sandbox/index.ts';
import type { Settings } from './settings/settings.ts';

export interface PageBrowser {
  /** `undefined` if pages can't be shown safely; the reason is logged once. */
  readonly find: () => Promise<Browser | undefined>;
  close(): Promise<void>;
}

/** Opens the browser that shows pages to models. It is tested at its first use, because most workers never need it. */
export function openPageBrowser({
  settings,
  isolation,
  isShared,
  log,
}: {
  readonly settings: Pick<Settings, 'browser'>;
  readonly isolation: Isolation;
  readonly isShared: () => boolean;
  readonly log: Logger;
}): PageBrowser {
  const { browser: program } = settings;
  const browser = openBrowser({ program, tools: findTools(), log, isShared });
  let logged: string | undefined;
  /** Returns the browser's problem, if any. A timeout affects only this call. */
  const findProblem = (): Promise<string | undefined> =>
    browser.findProblem().catch((error: unknown) => {
      if (error instanceof BrowserError) return error.message;
      throw error;
    });
  const find = async (): Promise<Browser | undefined> => {
    if (program === 'none') return undefined;
    const problem =
      isolation.mode === 'bwrap' ? await findProblem() : `the sandbox is "${isolation.mode}" instead of bubblewrap`;
    if (problem === undefined) return browser;
    if (problem !== logged) log.info({ program, problem }, "agents can't view pages");
    logged = problem;
    return undefined;
  };
  return { find, close: () => browser.close() };
}
