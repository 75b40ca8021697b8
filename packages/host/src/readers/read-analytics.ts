import { HostError } from '../errors.ts';
import { requireSite } from '../require-site.ts';
import type { HostSettings } from '../settings/parse-settings.ts';
import { analyticsFolder, listDays, readDay } from './event-files.ts';
import type { KeptEvent } from './kept-event.ts';
import { FigureSum, type HostFigures } from './sum-up.ts';

export interface FiguresQuery {
  /** Required if the settings have several sites. */
  readonly site?: string | undefined;
  /** First day in UTC, `2026-01-31`; the default is the oldest stored day. */
  readonly from?: string | undefined;
  /** The day after the last one. */
  readonly to?: string | undefined;
}

/** A site's reader figures, read from the data folder's files, even while a server is running. @throws HostError */
export async function readHostFigures(settings: HostSettings, asked: FiguresQuery): Promise<HostFigures> {
  const { folder, days } = await findDays(settings, asked);
  const sum = new FigureSum();
  for (const day of days) for await (const event of readDay(folder, day)) sum.add(day, event);
  const { from = days[0] ?? null, to = null } = asked;
  return sum.figures({ from, to });
}

/** Individual events and feedback without duplicates, oldest day first. @throws HostError */
export async function* readHostEvents(settings: HostSettings, asked: FiguresQuery): AsyncGenerator<KeptEvent> {
  const { folder, days } = await findDays(settings, asked);
  for (const day of days) yield* readDay(folder, day);
}

async function findDays(settings: HostSettings, { site, from, to }: FiguresQuery) {
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (day !== undefined && !isDay(day))
      throw new HostError('setting-invalid', `${name} must be a day such as 2026-01-31, not ${JSON.stringify(day)}`);
  const folder = analyticsFolder(settings.dataDir, requireSite(settings, site).name);
  const days = (await listDays(folder)).filter((day) => day >= (from ?? '') && (to === undefined || day < to));
  return { folder, days };
}

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};
