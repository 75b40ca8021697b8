/** Whether readers of a site must sign in for content that isn't restricted. */
export const signIns = ['required', 'optional'] as const;
export type SignIn = (typeof signIns)[number];
