/** Returns the host names in text, separated by commas, spaces or line breaks. */
export const toDomains = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
