/** Returns the UTC calendar month of a time: `2026-11`. */
export const toMonth = (date: Date): string => date.toISOString().slice(0, 7);

/** @param by number of months, negative for earlier months */
export function moveMonth(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return toMonth(new Date(Date.UTC(year, number - 1 + by)));
}

/** Formats a month as `November 2026`. */
export const nameMonth = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
