/** The operation as the page passes it to the playground: written by the builder, read in the browser. */
export interface PlaygroundData {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly servers: readonly { readonly url: string; readonly label: string }[];
  /** Alternatives; each is a set that is sent together. */
  readonly auth: readonly (readonly PlaygroundAuth[])[];
  readonly fields: readonly PlaygroundField[];
  readonly bodies: readonly PlaygroundBody[];
  /** Address of the deployment's proxy, which may not exist; `''` if none should be tried. */
  readonly proxy: string;
  readonly credentials: boolean;
}

/** A WebSocket channel as the page passes it to the playground. */
export interface ChannelData {
  readonly kind: 'channel';
  /** Addresses of the servers, `wss://host/base`; the channel's own address follows. */
  readonly servers: readonly { readonly url: string; readonly label: string }[];
  readonly path: string;
  /** Fields of the address and of its query, and keys in the query. */
  readonly fields: readonly PlaygroundField[];
  /** Names of headers that the channel requires but a browser can't send. */
  readonly headers: readonly string[];
  /** The channel's subprotocol, which is offered first. */
  readonly protocol: string | undefined;
  /** The messages that a client may send, with an example of each. */
  readonly messages: readonly { readonly name: string; readonly text: string }[];
}

export interface PlaygroundAuth {
  readonly label: string;
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  readonly name: string;
}

export interface PlaygroundField {
  readonly name: string;
  readonly type: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'body';
  readonly required: boolean;
  readonly value: string;
  readonly hint: string;
  /** Allowed values; empty if any value is allowed. */
  readonly values: readonly string[];
  readonly isList: boolean;
  readonly isFile: boolean;
  /** Whether the value is an object, which is entered as JSON. */
  readonly isObject: boolean;
  /** `style` in the specification; `''` for the default of the field's place. */
  readonly style: string;
  /** Whether a list is sent as one pair per item. */
  readonly explode: boolean;
  /** Whether reserved URL characters are sent unencoded. */
  readonly allowReserved?: boolean | undefined;
  /** Content type of a part of a multipart body; `''` if its value determines the type. */
  readonly contentType: string;
}

export interface PlaygroundBody {
  readonly type: string;
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'file';
  readonly text: string;
  readonly fields: readonly PlaygroundField[];
}
