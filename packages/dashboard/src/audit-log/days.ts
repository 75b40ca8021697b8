/** Converts a date field's day to the local time at which the day begins. With `addDays` 1, returns its end. */
export function toMoment(day: string, addDays: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined || day.length !== 10) return undefined;
  const moment = new Date(year, month - 1, date + addDays);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** Converts a time back to the date field's day. */
export function toDay(moment: string | undefined, addDays: number): string {
  const at = moment === undefined ? Number.NaN : Date.parse(moment);
  if (Number.isNaN(at)) return '';
  const date = new Date(at);
  date.setDate(date.getDate() + addDays);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
