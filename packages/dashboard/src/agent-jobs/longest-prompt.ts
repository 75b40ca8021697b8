/** The service's limit, in characters. */
export const LONGEST_PROMPT = 100_000;
