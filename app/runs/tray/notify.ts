import { useSyncExternalStore } from 'react'

const storageKey = 'quartet.notifications'
const seenLock = 'quartet.seen'
const listeners = new Set<() => void>()

/** `missing`: not supported here (an iPhone before the app is installed). `insecure`: a page without HTTPS. */
export type NotificationState = 'missing' | 'insecure' | 'blocked' | 'unasked' | 'on' | 'off'

const isSupported = () => typeof Notification !== 'undefined' && window.isSecureContext

function isSwitchedOff(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'off'
  } catch {
    return false
  }
}

function readState(): NotificationState {
  if (!window.isSecureContext) return 'insecure'
  if (!isSupported()) return 'missing'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission === 'default') return 'unasked'
  return isSwitchedOff() ? 'off' : 'on'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useNotificationState = () => useSyncExternalStore(subscribe, readState, (): NotificationState => 'missing')

/** Asks for the browser's permission if needed; only on a click. */
export async function switchNotifications(on: boolean): Promise<void> {
  if (on && isSupported() && Notification.permission === 'default') await Notification.requestPermission()
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Blocked storage: only the browser's own permission counts.
  }
  for (const listener of listeners) listener()
}

/** Announces to the other tabs that this tab is visible. Returns a function that stops it. */
export function markSeen(): () => void {
  if (!('locks' in navigator)) return () => {}
  let release: (() => void) | undefined
  const update = () => {
    release?.()
    release = undefined
    if (document.visibilityState === 'hidden') return
    const { promise, resolve } = Promise.withResolvers<void>()
    release = resolve
    void navigator.locks.request(seenLock, { mode: 'shared' }, () => promise)
  }
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    release?.()
  }
}

async function isSeenElsewhere(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === seenLock)
}

type Notice = { title: string; body: string; url: string; icon: string; id: string; onOpen: () => void }

/**
 * Notifies people who are looking at none of our tabs. Several tabs may send the same notification, of which the browser shows one per tag.
 */
export async function notify({ title, body, url, icon, id, onOpen }: Notice): Promise<void> {
  if (document.visibilityState === 'visible' || readState() !== 'on' || (await isSeenElsewhere())) return
  const options: NotificationOptions = { body, icon, tag: id, data: { url } }
  // Phones allow notifications only through the service worker.
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (worker?.active) return worker.showNotification(title, options)
  try {
    const shown = new Notification(title, options)
    shown.addEventListener('click', () => {
      window.focus()
      onOpen()
      shown.close()
    })
  } catch {
    // On a phone without a service worker, the title and the icon have to suffice.
  }
}
