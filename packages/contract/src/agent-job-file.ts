import { Type } from 'typebox';

/** A file that a job has changed. */
export const AgentJobFile = Type.Object({
  path: Type.String(),
  change: Type.Enum(['added', 'modified', 'deleted']),
  added: Type.Integer({ minimum: 0, description: 'Lines.' }),
  removed: Type.Integer({ minimum: 0, description: 'Lines.' }),
  image: Type.Optional(
    Type.Object(
      {
        digest: Type.String({
          description: 'SHA-256 of the bytes, in hexadecimal. The image is downloaded with this digest.',
        }),
        mediaType: Type.String(),
        sizeBytes: Type.Integer({ minimum: 0 }),
      },
      { description: 'Only for an attached image that the agent added to the site.' },
    ),
  ),
});
