import type { KeyObject } from 'node:crypto';
import { parsePublicKey } from '@docwright/bundle';
import { isProxyEntry } from '@docwright/site-server';
import { address, words, type Kind } from '@docwright/site-server/settings';

/** SHA-256 in lowercase hexadecimal digits. */
export const digest: Kind<string> = {
  read: (value, refuse) => (/^(?:[0-9a-f]{64})?$/i.test(value) ? value.toLowerCase() : refuse('64 hexadecimal digits')),
};

export const publicKey: Kind<KeyObject> = {
  read: (value, refuse) => {
    try {
      return parsePublicKey(value);
    } catch {
      return refuse('an Ed25519 public key: PEM or 32 bytes in Base64');
    }
  },
};

export const proxies: Kind<readonly string[]> = {
  read: (value, refuse) => {
    const entries = words.read(value, refuse);
    const wrong = entries.find((entry) => !isProxyEntry(entry));
    if (wrong === undefined) return entries;
    return refuse('a list of addresses, networks, loopback, linklocal and uniquelocal', wrong);
  },
};

/** An address without a user or a password, because the host has separate settings for keys. */
export const plainAddress: Kind<string> = {
  read: (value, refuse) => {
    if (!value.includes('@')) return address.read(value, refuse);
    return refuse('an http or https URL without user and password', '(not shown)');
  },
};

export const onOff = ['on', 'off'] as const;
