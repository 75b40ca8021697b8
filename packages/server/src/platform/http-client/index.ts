export { createHttpClient, createUrlCheck, type CheckUrl } from './create-http-client.ts';
export { toExactOrigin } from './check-url.ts';
export { HttpClientError } from './errors.ts';
export type { HttpClient, HttpClientErrorCode, HttpClientSettings, HttpRequest, HttpResponse } from './http-client.ts';
export { isLoopback } from './is-loopback.ts';
