import type { MemberCache } from '@docwright/bundle';

/** Compressed files that are kept, so that an export of a site that hardly changed compresses hardly anything. */
const maxBytes = 64 * 1024 * 1024;

/** In memory, oldest out first. Keys are digests of the content: organizations can share it and learn nothing. */
export function createMemberCache(): MemberCache {
  const members = new Map<string, Uint8Array>();
  let sizeBytes = 0;
  return {
    get: (key) => {
      const member = members.get(key);
      if (member === undefined) return undefined;
      members.delete(key);
      members.set(key, member);
      return member;
    },
    set: (key, member) => {
      sizeBytes += member.byteLength - (members.get(key)?.byteLength ?? 0);
      members.delete(key);
      members.set(key, member);
      for (const [oldest, { byteLength }] of members) {
        if (sizeBytes <= maxBytes) break;
        members.delete(oldest);
        sizeBytes -= byteLength;
      }
    },
  };
}
