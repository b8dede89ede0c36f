// The service worker keeps only the built files whose names change with their content, and a page that reports a missing connection.
// It keeps no person's page and no response of the API, so a newer build takes effect at once: its pages come from the network and
// name its own files. This file changes rarely, and one of an older build does no harm.
const assets = 'quartet-assets-1'
const offline = 'quartet-offline-1'
const settings = 'quartet-settings-1'
const ours = [assets, offline, settings]
/** Largest number of cached files, about four builds of what one person opens. */
const mostAssets = 400
const locales = ['en', 'ru']
const offlinePage = (locale) => `/offline/${locale}`
/** How long a built file is asked for while the network is away, and the longest pause between two attempts. */
const [patienceMs, longestPauseMs] = [120_000, 4_000]

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePages().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(start())
})

async function start() {
  for (const name of await caches.keys()) if (name.startsWith('quartet-') && !ours.includes(name)) await caches.delete(name)
  // Pages can be requested while the worker is starting.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function keepOfflinePages() {
  const cache = await caches.open(offline)
  await cache.addAll(locales.map((locale) => new Request(offlinePage(locale), { cache: 'reload', credentials: 'omit' })))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/') && !request.headers.has('range')) event.respondWith(openAsset(event))
})

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    // Downloads and parts of other pages are no pages of ours.
    if (event.request.destination !== 'document') throw error
    const cache = await caches.open(offline)
    const page = await cache.match(offlinePage(await readLocale()))
    if (!page) throw error
    return new Response(page.body, { status: 503, headers: page.headers })
  }
}

async function openAsset(event) {
  const cache = await caches.open(assets)
  const kept = await cache.match(event.request.url, { ignoreVary: true })
  if (kept) return kept
  const response = await fetchWhole(event.request)
  if (response.status === 200) event.waitUntil(keep(cache, event.request.url, response.clone()))
  return response
}

/**
 * Fetches a built file with its whole body. Without a network it tries again, because browsers remember a module that failed once for as
 * long as the page is open: that part of the page would stay lost after the connection is back.
 */
async function fetchWhole(request) {
  const last = Date.now() + patienceMs
  for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      const response = await fetch(request)
      return new Response(await response.arrayBuffer(), response)
    } catch (error) {
      if (request.signal.aborted || Date.now() > last) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

async function keep(cache, url, response) {
  await cache.put(url, response)
  const kept = await cache.keys()
  // The keys are in the order of insertion, so the oldest come first.
  for (const request of kept.slice(0, Math.max(0, kept.length - mostAssets))) await cache.delete(request)
}

/** Returns the person's language as an open page last reported it, otherwise the browser's. */
async function readLocale() {
  const cache = await caches.open(settings)
  const stored = await (await cache.match('/locale'))?.text()
  if (locales.includes(stored)) return stored
  const wanted = self.navigator.languages.map((language) => language.slice(0, 2))
  return wanted.find((language) => locales.includes(language)) ?? locales[0]
}

self.addEventListener('message', (event) => {
  const { locale } = event.data ?? {}
  if (!locales.includes(locale)) return
  event.waitUntil(caches.open(settings).then((cache) => cache.put('/locale', new Response(locale))))
})

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data))
})

/** The text of a message that can’t be read: browsers end the subscriptions of sites whose messages show nothing. */
const news = {
  en: { title: 'There is news in your account', body: 'Open it to see more.' },
  ru: { title: 'В вашем аккаунте есть новости', body: 'Откройте его, чтобы узнать подробности.' },
}

/** Shows a push message, unless the person is looking at a page of ours, which shows the same live. */
async function showPush(data) {
  const pages = await self.clients.matchAll({ type: 'window' })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, body, lang, tag, url } = readPush(data) ?? (await generalNews())
  await self.registration.showNotification(title, { body, lang, tag, icon: '/icon-192.png', data: { url } })
}

/** Returns the content of a push message; null if it is empty or broken. */
function readPush(data) {
  try {
    const { title, body, lang, tag, navigate } = data.json().notification
    const { pathname, search } = new URL(navigate)
    return title ? { title, body, lang, tag, url: pathname + search } : null
  } catch {
    return null
  }
}

async function generalNews() {
  const lang = await readLocale().catch(() => locales[0])
  return { ...news[lang], lang, tag: 'news', url: '/dashboard' }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openWork(event.notification.data?.url ?? '/dashboard'))
})

async function openWork(url) {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) return self.clients.openWindow(url)
  await open.focus()
  return open.postMessage({ open: url })
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewPush())
})

/**
 * Subscribes again with the server's key when the browser has ended or replaced its subscription, with the kinds that the person has
 * chosen. The server forgets the old address, because a session has one. Nothing happens for a session that has notifications off.
 */
async function renewPush() {
  const known = await fetch('/push', { headers: { accept: 'application/json' }, cache: 'no-store' })
  if (!known.ok) return
  const { public_key: applicationServerKey, subscription } = await known.json()
  if (!subscription) return
  const { pushManager } = self.registration
  const options = { userVisibleOnly: true, applicationServerKey }
  const renewed = await pushManager.subscribe(options).catch(async (error) => {
    // The browser has replaced it by one with an earlier key of the server.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = renewed.toJSON()
  const { kinds, prompts } = subscription
  await fetch('/push', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ endpoint, keys, kinds, prompts }),
  })
}
