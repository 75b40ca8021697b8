export { BundleSource, openBundleSource, type BundleSourceOptions } from './bundle/bundle-source.ts';
export { listFolderFiles, openFileSource, type FileAtHand, type FileSourceOptions } from './files/file-source.ts';
export { BodyCache } from './caches/body-cache.ts';
export { DiskCache, type DiskCacheOptions } from './caches/disk-cache.ts';
export { SharedReads, type PieceCache } from './caches/piece-cache.ts';
export { Exchange, HttpExchange, type ExchangeObserver, type StreamedBody } from './answer/exchange.ts';
export type { Encoding } from './answer/negotiate.ts';
export { securityHeaders, sendJson, sendText, sendUnavailable } from './answer/plain-answers.ts';
export type { PolicyMode } from './answer/prepare-file.ts';
export { PreparedBudget } from './answer/prepared-budget.ts';
export { ServedSite } from './answer/served-site.ts';
export type { SiteService } from './answer/site-service.ts';
export { SiteAnswers, type AnswerSettings } from './answer/site-answers.ts';
export { Slots } from './answer/slots.ts';
export { ListeningServers, type ListenSettings, type RequestListener } from './connections/listening-servers.ts';
export type { SimpleConnectionOptions } from './connections/accept-simple-connections.ts';
export type { SimpleExchange } from './connections/simple-connection.ts';
export { createSiteListeners, type SiteListeners, type SiteListenersOptions } from './connections/site-listeners.ts';
export { requestedHost } from './connections/requested-host.ts';
export { splitTarget } from './connections/split-target.ts';
export { SiteError, siteErrorCodes, type SiteErrorCode } from './errors.ts';
export { bareHost, createAddressRules, type AddressRules } from './outgoing/address-rules.ts';
export {
  checkedLookup,
  hostAndPort,
  requireAllowedLiteral,
  showUrl,
  type AddressCheck,
} from './outgoing/checked-lookup.ts';
export { PlaygroundProxy, type PlaygroundProxySettings } from './playground/answer-playground.ts';
export type { FileFacts, Part, SiteFile, SiteSource } from './site-source.ts';
