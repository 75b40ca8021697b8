/** `1 page`, `2 pages`. */
export const countOf = (number: number, noun: string): string => `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
