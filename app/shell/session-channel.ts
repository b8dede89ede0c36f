import type { SessionEnding } from './session-endings.ts'
import type { Session } from './session.functions.ts'

const channelName = 'session'

/** What the tabs of one browser, which share their cookies, tell each other. */
export type SessionMessage = { type: 'session'; session: Session } | { type: 'signed-out'; ended: SessionEnding | null }

/** A tab of an older build may say something else. */
const isMessage = (data: unknown): data is SessionMessage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  (data.type === 'signed-out' || (data.type === 'session' && 'session' in data))

/** `onMessage` gets null for what is not understood. */
export function openSessionChannel(onMessage: (message: SessionMessage | null) => void) {
  // Without it each tab finds out by itself, when it next asks the server.
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(isMessage(data) ? data : null))
  return {
    tell: (message: SessionMessage) => channel?.postMessage(message),
    close: () => channel?.close(),
  }
}
