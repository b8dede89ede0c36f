import * as config from '#config'

/**
 * The abilities of this browser. `insecure`: a page without HTTPS; `missing`: no support, as on an iPhone before the app is on the home screen;
 * `blocked`: the person has blocked notifications of this site.
 */
export type PushSupport = 'insecure' | 'missing' | 'blocked' | 'ready'

export function readPushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure'
  if (!config.serviceWorker || !('serviceWorker' in navigator) || !('PushManager' in window) || typeof Notification === 'undefined')
    return 'missing'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Subscribes this browser; asks for permission, so it is called on a click only. Null if the person declines. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription to an earlier key of the server stands in the way.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint !== undefined && p256dh !== undefined && auth !== undefined ? { endpoint, keys: { p256dh, auth } } : null
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
