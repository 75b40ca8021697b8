/** Host names of a text in which people put commas, spaces or lines between them. */
export const toDomains = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
