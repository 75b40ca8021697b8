import type { Api } from '../api/create-api.ts';
import { get, post } from '../accounts/session-endpoints.ts';

/** The steps in the order in which they are shown. */
export const firstSteps = ['example', 'codeHost', 'repository', 'model', 'job', 'published', 'members'] as const;
export type FirstStep = (typeof firstSteps)[number];

export interface FirstSteps {
  /** Created by the first start, if they still exist. */
  readonly exampleProjectId: string | null;
  readonly exampleJobId: string | null;
  readonly done: Readonly<Record<FirstStep, boolean>>;
  readonly dismissed: boolean;
}

const pathOf = (organizationId: string) => `first-steps/${encodeURIComponent(organizationId)}`;

export const readFirstSteps = (api: Api, organizationId: string): Promise<FirstSteps> =>
  get(api, pathOf(organizationId));

export const markFirstSteps = (
  api: Api,
  organizationId: string,
  mark: { readonly openedExample?: true; readonly dismissed?: boolean },
): Promise<void> => post(api, pathOf(organizationId), mark);
