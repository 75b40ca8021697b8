const day = 86_400;

/** How long readers stay signed in. */
export const sessionSeconds = { default: 7 * day, min: 300, max: 30 * day } as const;
