import http2 from 'node:http2';

export const STREAMS_MAX = 100;

export type Session = { http2: http2.ClientHttp2Session; active: number; limit: number; connected: boolean; lastReplyAt: number };
type SessionListeners = {
  /** The session may accept more streams than before. */
  onRoom: () => void;
  /** The session accepts no further streams. */
  onGone: (session: Session) => void;
};

export const openSession = (origin: string, ca: string | undefined, { onRoom, onGone }: SessionListeners): Session => {
  const client = http2.connect(origin, { ...(ca && { ca }), settings: { enablePush: false } });
  const session: Session = { http2: client, active: 0, limit: STREAMS_MAX, connected: false, lastReplyAt: performance.now() };
  client.setMaxListeners(0);
  client.on('connect', () => {
    session.connected = true;
  });
  client.on('remoteSettings', (settings) => {
    session.limit = Math.max(1, Math.min(STREAMS_MAX, settings.maxConcurrentStreams ?? STREAMS_MAX));
    onRoom();
  });
  client.on('goaway', () => {
    onGone(session);
    client.close();
  });
  client.on('error', () => onGone(session));
  client.on('close', () => onGone(session));
  return session;
};
