/** Formats a count with its noun: `1 page`, `2 pages`; the third argument is an irregular plural, as in `2 entries`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
