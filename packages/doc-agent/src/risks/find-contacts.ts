import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';
import type { TextLine } from './read-lines.ts';
import { decodeEscapes } from './decode-text.ts';
import { findHiddenCharacters } from '../policy/find-hidden-text.ts';

const email = /(?<![\w.+%@/:-])([a-z0-9][\w.+%-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24})(?![\w@-])/gi;
const reservedMail =
  /@(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|test|invalid|local)$|\.(?:png|jpe?g|gif|svg|webp|avif)$/i;
const phone = /\btel:\s{0,2}(\+?[\d().\s-]{6,24}\d)|(?<![\w+.])(\+[1-9][\d().\s-]{7,22}\d)(?!\w)/gi;
const ethereum = /\b0x[0-9a-f]{40}\b/gi;
const bech32 = /\b(?:bc1|ltc1|addr1)[02-9ac-hj-np-z]{20,100}\b/gi;
const base58 = /\b[1-9A-HJ-NP-Za-km-z]{25,44}\b/g;
const payment =
  /wallet|donat|send|pay|crypto|bitcoin|ethereum|solana|tron|monero|\b(?:btc|eth|sol|trx|usdt|usdc|xmr|ltc|xrp|ton)\b/i;
const iban = /\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?\b/g;
const keys: readonly RegExp[] = [
  /\b(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-\w{4,20}|sk-ssh-\w{4,30}(?:@[\w.]{1,20})?)\s{1,3}[A-Za-z0-9+/=]{20,}/g,
  /-----BEGIN (?:PGP PUBLIC KEY BLOCK|CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)-----/g,
  /\bage1[02-9ac-hj-np-z]{50,70}\b|\bRW[A-Za-z0-9+/]{54}\b/g,
  /\bsha(?:256|384|512)[-:][A-Za-z0-9+/=]{40,100}/gi,
];
const fingerprint =
  /\b(?:[0-9a-f]{4}[ :]{0,2}){10}\b|\b(?:[0-9a-f]{2}:){15,31}[0-9a-f]{2}\b|\b[0-9a-f]{64}\b|\b[0-9a-f]{128}\b/gi;
const trusted = /fingerprint|checksum|sha-?(?:1|256|384|512)|digest|pgp|gpg|signing|public key|verif/i;
/** Instructions to a program that reads the page, not to its human reader. */
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|my\s+){0,3}(?:previous|prior|above|earlier|other|system|original)\s+(?:instructions?|prompts?|rules|directions|guidelines|context)/i,
  /\b(?:if\s+you\s+are|you\s+are|as|attention|dear|note\s+to|instructions?\s+(?:for|to))\s+(?:an?\s+|the\s+|all\s+|any\s+){0,2}(?:ai|llm|language[\s-]model|coding|chatgpt|claude|copilot|cursor)[\s-]?(?:agents?|assistants?|models?|systems?|tools?|bots?|crawlers?)?s?\b(?=\s*[,:;—-]|\s+(?:reading|must|should|always|please|tell|do|run|send|never))/i,
  /<\/?(?:system|assistant|agent-instructions|instructions|system-reminder|tool_call|important)>|\[(?:system|inst)\]|<\|(?:im_start|system|user|assistant)\|>/i,
  /\b(?:do not|don't|never)\s+(?:tell|mention|reveal|inform|show|disclose)\b.{0,40}\b(?:the\s+)?(?:user|human|developer|operator|reader)\b/i,
  /<Visibility\b[^>]{0,100}\bfor\s{0,3}=\s{0,3}["'{]{1,3}(?:agents?|ai|llms?)/i,
];

export function findContacts(source: TextLine): Finding[] {
  const { number: line, text, fence } = source;
  const decoded = decodeEscapes(text);
  const found: Finding[] = [];
  const add = (
    kind: Finding['kind'],
    value: string,
    shown = value,
    askedBy: readonly string[] = [value.toLowerCase()],
  ) => found.push({ kind, value, shown, line, askedBy });
  if (decoded.includes('@'))
    for (const [, address = ''] of decoded.matchAll(email))
      if (!reservedMail.test(address)) add('email', address.toLowerCase());
  if (/\d/.test(decoded)) {
    for (const match of decoded.matchAll(phone)) readPhone(match[1] ?? match[2] ?? '', add);
    for (const address of findAccounts(decoded)) add('account', address.replaceAll(' ', ''), address);
  }
  for (const pattern of keys) for (const [key] of decoded.matchAll(pattern)) add('key', key);
  if (trusted.test(decoded)) for (const [key] of decoded.matchAll(fingerprint)) add('key', key.toLowerCase());
  for (const pattern of orders) {
    const order = pattern.exec(decoded)?.[0];
    if (order !== undefined) add('order', order.toLowerCase());
  }
  // Hidden characters are dangerous in code that is copied and run, and in text with changed direction.
  const hidden = findHiddenCharacters(text).filter(
    ({ name, codePoint }) => (fence !== undefined && codePoint !== 0xfeff) || /direction|tag\)/.test(name),
  );
  if (hidden[0] !== undefined) add('hidden', `${hidden[0].name}: ${text.trim()}`, hidden[0].name, []);
  return found;
}

function readPhone(
  written: string,
  add: (kind: 'phone', value: string, shown: string, askedBy: readonly string[]) => void,
): void {
  const digits = written.replaceAll(/\D/g, '');
  // 555-0100 to 555-0199 are reserved for fiction.
  if (digits.length < 8 || digits.length > 15 || /55501\d\d$/.test(digits)) return;
  add('phone', digits, written.trim(), [written.trim(), digits]);
}

function findAccounts(text: string): string[] {
  const found: string[] = [...text.matchAll(ethereum), ...text.matchAll(bech32)].map(([address]) => address);
  for (const [address] of text.matchAll(base58)) if (isBitcoin(address) || isPaidTo(address, text)) found.push(address);
  for (const [number] of text.matchAll(iban)) if (isIban(number.replaceAll(' ', ''))) found.push(number);
  return found;
}

const isPaidTo = (address: string, text: string): boolean =>
  address.length >= 32 && /[a-z]/.test(address) && /[A-Z]/.test(address) && /\d/.test(address) && payment.test(text);

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Whether an address in Bitcoin's format is valid. Base58Check: a version, 20 bytes, 4 bytes of a double SHA-256. */
function isBitcoin(address: string): boolean {
  if (!/^[13LMDT]/.test(address) || address.length > 35) return false;
  let value = 0n;
  for (const digit of address) value = value * 58n + BigInt(alphabet.indexOf(digit));
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex');
  if (bytes.length !== 25) return false;
  const hash = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
  return hash(hash(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

/** Whether an IBAN is valid. ISO 13616: the rearranged number is 1 modulo 97. */
function isIban(number: string): boolean {
  if (number.length < 15 || number.length > 34) return false;
  const digits = (number.slice(4) + number.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
