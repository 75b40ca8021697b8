/** A subscription to one NOTIFY channel on a connection of its own. */
export interface Listener {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Called with the payload of each notification, in order. */
  readonly onMessage: (payload: string) => void;
  /**
   * Called after every (re)subscription, the first included. Whatever was notified while no connection stood is lost,
   * so read the state again here.
   */
  readonly onSubscribed?: () => void;
  readonly onError?: (error: Error) => void;
}
