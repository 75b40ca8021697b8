import type { Client } from '../api/create-api.ts';

/** A model of a project, as the API accepts it. */
export type SetModel = Parameters<Client['setProjectModels']>[0]['models'][number];

/** Provider of a model. */
export type Provider = SetModel['provider'];
