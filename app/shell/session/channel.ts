import type { SessionEnding } from '#app/shell/calls/session-endings.ts'
import type { Session } from '#app/shell/data/session.functions.ts'

export const channelName = 'session'

/** Messages between the tabs of one browser, which share their cookies. */
export type SessionMessage = { type: 'session'; session: Session } | { type: 'signed-out'; ended: SessionEnding | null }

/** Checks a message, because a tab with an older build may send other messages. */
const isMessage = (data: unknown): data is SessionMessage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  (data.type === 'signed-out' || (data.type === 'session' && 'session' in data))

/** Opens the channel; `onMessage` receives null for an unknown message. */
export function openSessionChannel(onMessage: (message: SessionMessage | null) => void) {
  // Without BroadcastChannel, each tab learns of changes with its next request.
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(isMessage(data) ? data : null))
  return {
    post: (message: SessionMessage) => channel?.postMessage(message),
    close: () => channel?.close(),
  }
}
