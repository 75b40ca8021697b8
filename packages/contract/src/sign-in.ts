/** Whether readers of a site must sign in for what isn't restricted. */
export const signIns = ['required', 'optional'] as const;
export type SignIn = (typeof signIns)[number];
