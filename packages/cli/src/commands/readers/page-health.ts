import type { Client } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { shorten } from '../../output/shorten.ts';
import { formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

const lists = ['broken_links', 'unread', 'searched_from', 'stale', 'code_changed'] as const;

type Health = Awaited<ReturnType<Client['getPageHealth']>>;

interface HealthOptions extends ProjectOption {
  readonly list?: (typeof lists)[number];
  readonly limit?: number;
  readonly offset?: number;
}

export function addPageHealthCommand(program: Command, bind: Bind): void {
  program
    .command('page-health')
    .description(
      'Show broken links, pages without readers, pages readers search from, old pages, and pages whose cited code changed.',
    )
    .addOption(projectOption())
    .addOption(new Option('--list <list>', 'only this list (default: the first rows of all lists)').choices(lists))
    .addOption(new Option('--limit <n>', 'rows per list (default: 50)').argParser(parseInteger(1, 250)))
    .addOption(new Option('--offset <n>', 'rows to skip').argParser(parseInteger(0, 1_000_000)))
    .action(bind<HealthOptions>(showPageHealth));
}

async function showPageHealth(call: Invocation<HealthOptions>): Promise<CommandResult> {
  const client = call.client();
  const { list, limit, offset } = call.options;
  const projectId = await requireProject(call, client);
  const health = await client.getPageHealth({ projectId, list, limit, offset });
  return { json: health, text: describe(health) };
}

interface Shown {
  readonly state: 'off' | 'waiting' | 'known';
  readonly hasMore: boolean;
}

function describe({ brokenLinks, unreadPages, searchedFromPages, stalePages, codeChangedPages }: Health): string {
  const parts: string[] = [];
  const add = (title: string, list: Shown, columns: string[], rows: string[][]): void => {
    const none = { off: 'Off.', waiting: 'Not enough data yet.', known: 'None.' }[list.state];
    const table = rows.length === 0 ? none : formatTable(columns, rows);
    parts.push(`${title}\n${table}${list.hasMore ? '\nMore: --list, --limit and --offset.' : ''}`);
  };
  if (brokenLinks !== null)
    add(
      `Broken links (${brokenLinks.checked} of ${brokenLinks.links} checked)`,
      brokenLinks,
      ['answer', 'pages', 'first page', 'address'],
      brokenLinks.rows.map(({ url, status, pageCount, pages }) => [
        status === null ? 'unknown host' : String(status),
        String(pageCount),
        shorten(pages[0] ?? ''),
        url,
      ]),
    );
  if (unreadPages !== null)
    add(
      `Pages without readers${unreadPages.since === null ? '' : ` (since ${unreadPages.since})`}`,
      unreadPages,
      ['page', 'title'],
      unreadPages.rows.map(({ path, title }) => [path, shorten(title)]),
    );
  if (searchedFromPages !== null)
    add(
      'Pages readers search from',
      searchedFromPages,
      ['share', 'searched', 'readers', 'page'],
      searchedFromPages.rows.map(({ path, readers, searchers, share }) => [
        `${Math.round(share * 100)}%`,
        String(searchers),
        String(readers),
        path,
      ]),
    );
  if (stalePages !== null)
    add(
      'Pages unchanged for a long time',
      stalePages,
      ['unchanged since', 'views', 'page'],
      stalePages.rows.map(({ path, unchangedSince, views }) => [
        unchangedSince.slice(0, 10),
        views === null ? '' : String(views),
        path,
      ]),
    );
  if (codeChangedPages !== null)
    add(
      `Pages whose cited code changed${codeChangedPages.fault === null ? '' : ` (last check failed: ${codeChangedPages.fault})`}`,
      codeChangedPages,
      ['since', 'page', 'code'],
      codeChangedPages.rows.map(({ since, path, location, reason }) => [
        since.slice(0, 10),
        path,
        reason === 'missing' ? `${location} (missing)` : location,
      ]),
    );
  return parts.join('\n\n');
}
