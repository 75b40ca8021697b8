export { createAccessCookies, type AccessCookies } from './gate/cookies.ts';
export type { GateAnswer } from './gate/gate-answer.ts';
export { isOwnForm, isPageRequest, type GateRequest, type Peer } from './gate/gate-request.ts';
export type { GateSite } from './gate/gate-site.ts';
export { ownPaths, type OwnPath } from './gate/own-paths.ts';
export type { EndedSessions, GateEvent, GatePorts, GuessResult, MemberPort, TestSignIns } from './gate/ports.ts';
export {
  maxTokens,
  StoreFullError,
  type FoundToken,
  type ReaderStore,
  type StoredProfile,
  type StoredToken,
} from './gate/reader-store.ts';
export { toReturnPath } from './gate/return-path.ts';
export { SiteGate, type GateResult } from './gate/site-gate.ts';
export {
  OutgoingError,
  type OutgoingFetch,
  type OutgoingRequest,
  type OutgoingResponse,
} from './oauth/outgoing-fetch.ts';
export { hashPassword, verifyPassword } from './password/hash-password.ts';
export type { Reader } from './reader.ts';
export type { SignInStep, SignInTestResult } from './sign-in-test.ts';
export { describeFailure, SignInError, signInErrorCodes, type SignInErrorCode } from './sign-in-error.ts';
export { maxSessionSeconds } from './session/session.ts';
export { isOpenToAll, isSignInOptional } from './site-access.ts';
export type {
  AccessMode,
  JwtAccess,
  JwtKey,
  MembersAccess,
  OAuthAccess,
  OAuthProvider,
  OidcProvider,
  PasswordAccess,
  ProxyAccess,
  ProxyProof,
  PublicAccess,
  SessionRules,
  SignIn,
  SiteAccess,
} from './site-access.ts';
