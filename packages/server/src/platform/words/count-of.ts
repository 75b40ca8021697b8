/** Returns `1 page` or `2 pages`. The third argument is an irregular plural, such as `entries`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
