import { maxTokens, type ReaderStore, type StoredProfile, type StoredToken } from '../gate/reader-store.ts';

export interface MemoryStore extends ReaderStore {
  readonly profiles: Map<string, StoredProfile>;
  readonly tokens: Map<string, StoredToken>;
}

export function createMemoryStore(): MemoryStore {
  const profiles = new Map<string, StoredProfile>();
  const tokens = new Map<string, StoredToken>();
  const ofOwner = (owner: string): StoredToken[] => [...tokens.values()].filter((token) => token.owner === owner);
  return {
    profiles,
    tokens,
    putProfile: async (_site, owner, profile) => void profiles.set(owner, profile),
    findProfile: async (_site, owner) => profiles.get(owner),
    addToken: async (_site, token) => {
      if (ofOwner(token.owner).length >= maxTokens) return false;
      tokens.set(token.id, token);
      return true;
    },
    listTokens: async (_site, owner) => ofOwner(owner),
    findToken: async (_site, id) => {
      const token = tokens.get(id);
      return token && { token, profile: profiles.get(token.owner) };
    },
    deleteToken: async (_site, { id, owner }) => {
      if (tokens.get(id)?.owner === owner) tokens.delete(id);
    },
  };
}
