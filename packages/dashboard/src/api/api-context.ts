import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api, Client } from './create-api.ts';
import type { Store } from './store.ts';

export const ApiContext = createContext<Api | undefined>(undefined);

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('the component is outside an ApiContext');
  return api;
}

export const useClient = (): Client => useApi().client;

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);
