/** Compares a count with the previous period: `12% more than before`, `as many as before`, `none before`. */
export function describeChange(count: number, before: number, locale = 'en'): string {
  if (before === 0) return count === 0 ? 'none before either' : 'none before';
  if (count === before) return 'as many as before';
  const share = Math.abs(count - before) / before;
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(
    share,
  );
  return `${text} ${count > before ? 'more' : 'fewer'} than before`;
}
