export type { HttpClient, HttpClientErrorCode, HttpClientSettings, HttpRequest, HttpResponse } from './http-client.ts';
