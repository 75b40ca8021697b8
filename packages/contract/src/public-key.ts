import { Type, type Static } from 'typebox';
import { RollApiKeyBody } from './api-key.ts';
import { json, operation, projectId } from './define-operation.ts';
import { DateTime, Id, Nullable } from './ids.ts';

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const allowedOrigins = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'Origins that may use the key from a browser, such as `https://www.example.com`, without a path.',
});

const CreatePublicKeyBody = Type.Object({ name, allowedOrigins }, { $id: 'CreatePublicKey' });
export type CreatePublicKeyBody = Static<typeof CreatePublicKeyBody>;

const UpdatePublicKeyBody = Type.Object(
  { name: Type.Optional(name), allowedOrigins: Type.Optional(allowedOrigins) },
  { $id: 'UpdatePublicKey' },
);
export type UpdatePublicKeyBody = Static<typeof UpdatePublicKeyBody>;

export const PublicKey = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    name: Type.String(),
    key: Type.String({ description: 'The key itself; it is not secret.' }),
    allowedOrigins: Type.Array(Type.String()),
    createdAt: DateTime('When the key was created.'),
    expiresAt: Nullable(DateTime('When a rolled key stops working.')),
    revokedAt: Nullable(DateTime('When the key was revoked.')),
  },
  { $id: 'PublicKey' },
);
export type PublicKey = Static<typeof PublicKey>;

const PublicKeyList = Type.Object({ publicKeys: Type.Array(PublicKey) }, { $id: 'PublicKeyList' });

const tag = 'Public keys';
const path = '/v1/projects/{projectId}/public-keys';
const one = Type.Object({ ...projectId, id: Id('Public key.') });
const authority = 'The caller needs `discovery:read` for the project, without an expiry date.';

export const publicKeyOperations = {
  createPublicKey: operation({
    method: 'POST',
    path,
    tag,
    summary: 'Create a public key',
    description: `Creates a key that other websites use to search the project's live site. ${authority}`,
    scope: 'projects:write',
    params: Type.Object(projectId),
    body: CreatePublicKeyBody,
    success: json(201, 'The key.', PublicKey),
    errors: ['public_key_limit_reached'],
  }),
  listPublicKeys: operation({
    method: 'GET',
    path,
    tag,
    summary: 'List public keys',
    description: 'Newest first, with the keys themselves, including revoked ones.',
    scope: 'projects:read',
    params: Type.Object(projectId),
    success: json(200, 'The keys.', PublicKeyList),
  }),
  updatePublicKey: operation({
    method: 'PATCH',
    path: `${path}/{id}`,
    tag,
    summary: 'Change a public key',
    description: `Changes its name and allowed origins, on every replica within 5 seconds. ${authority}`,
    scope: 'projects:write',
    params: one,
    body: UpdatePublicKeyBody,
    success: json(200, 'The key.', PublicKey),
    errors: ['api_key_revoked'],
  }),
  rollPublicKey: operation({
    method: 'POST',
    path: `${path}/{id}/roll`,
    tag,
    summary: 'Roll a public key',
    description: `Creates a key with the same name and origins; the old key stops working after the overlap. ${authority}`,
    scope: 'projects:write',
    params: one,
    body: RollApiKeyBody,
    bodyOptional: true,
    success: json(201, 'The new key.', PublicKey),
    errors: ['api_key_revoked', 'public_key_limit_reached'],
  }),
  revokePublicKey: operation({
    method: 'POST',
    path: `${path}/{id}/revoke`,
    tag,
    summary: 'Revoke a public key',
    description: `The key stops working on every replica within 5 seconds. ${authority}`,
    scope: 'projects:write',
    params: one,
    success: json(200, 'The revoked key.', PublicKey),
  }),
} as const;
