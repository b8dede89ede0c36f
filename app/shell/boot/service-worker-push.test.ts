import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

const script = readFileSync('public/service-worker.js', 'utf8')

type Page = { visibilityState: 'visible' | 'hidden' }
type Known = { status?: number; subscription?: { endpoint: string; kinds: string[]; prompts: boolean } | null }
type WorkerOptions = { pages?: Page[]; stored?: string; languages?: string[]; blocked?: boolean; known?: Known; replaced?: boolean }

const renewed = { endpoint: 'https://push.example/new', keys: { p256dh: 'the key', auth: 'the secret' } }

/** The service worker in the parts of a browser that its notifications use. */
function startWorker({
  pages = [],
  stored,
  languages = ['de', 'ru-RU'],
  blocked = false,
  known = {},
  replaced = false,
}: WorkerOptions = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const showNotification = vi.fn<(title: string, options: object) => Promise<void>>(async () => {})
  const openWindow = vi.fn<(url: string) => Promise<void>>(async () => {})
  const open = pages.map((page) => ({
    ...page,
    focus: vi.fn<() => Promise<void>>(async () => {}),
    postMessage: vi.fn<(message: object) => void>(),
  }))
  /** Calls of the server, and of the browser's push service. */
  const asked: unknown[] = []
  /** Whether a subscription with another key of the server stands in the way. */
  let isInTheWay = replaced
  const pushManager = {
    async subscribe(options: object) {
      if (isInTheWay) throw new Error('InvalidStateError')
      asked.push(['subscribe', options])
      return { toJSON: () => renewed }
    },
    getSubscription: async () => (isInTheWay ? { unsubscribe: async () => void (isInTheWay = false) } : null),
  }
  const browser = {
    async fetch(path: string, { method = 'GET', body }: { method?: string; body?: string }) {
      asked.push([method, path, ...(body === undefined ? [] : [JSON.parse(body)])])
      const { status = 200, subscription = null } = known
      return Response.json({ public_key: 'the server’s key', subscription }, { status })
    },
    self: {
      addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
      clients: { matchAll: async () => open, openWindow },
      registration: { showNotification, pushManager },
      navigator: { languages },
    },
    caches: {
      async open() {
        if (blocked) throw new Error('SecurityError')
        return { match: async () => (stored === undefined ? undefined : new Response(stored)) }
      },
    },
  }
  new Function(...Object.keys(browser), script)(...Object.values(browser))
  /** Dispatches an event, and waits as the browser does before it stops the worker. */
  async function dispatch(name: string, event: object) {
    const work: Promise<unknown>[] = []
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => void work.push(promise) })
    expect(work).toHaveLength(1)
    await Promise.all(work)
  }
  return {
    open,
    openWindow,
    asked,
    renew: () => dispatch('pushsubscriptionchange', {}),
    shown: showNotification.mock.calls,
    push: (text: string | null) => dispatch('push', { data: text === null ? null : { json: (): unknown => JSON.parse(text) } }),
    async click(data: object | null) {
      const close = vi.fn<() => void>()
      await dispatch('notificationclick', { notification: { close, data } })
      expect(close).toHaveBeenCalledOnce()
    },
  }
}

const navigate = 'https://quartet.example/dashboard?item=1'
const notification = { title: 'Your result is ready', body: 'a lake', lang: 'en', tag: 'run-1', navigate }
const message = JSON.stringify({ web_push: 8030, notification })

test.each([[[]], [['hidden']]] as const)('a message is shown with its text, subject and page while pages are %j', async (pages) => {
  const worker = startWorker({ pages: pages.map((visibilityState) => ({ visibilityState })) })
  await worker.push(message)
  expect(worker.shown).toEqual([
    ['Your result is ready', { body: 'a lake', lang: 'en', tag: 'run-1', icon: '/icon-192.png', data: { url: '/dashboard?item=1' } }],
  ])
})

test('nothing is shown while the person looks at a page, which shows the same', async () => {
  const worker = startWorker({ pages: [{ visibilityState: 'hidden' }, { visibilityState: 'visible' }] })
  await worker.push(message)
  await worker.push(null)
  expect(worker.shown).toEqual([])
})

test.each([
  ['no content', null],
  ['an empty text', ''],
  ['broken JSON', message.slice(0, -5)],
  ['no notification', '{"web_push":8030}'],
  ['null', 'null'],
  ['no title', JSON.stringify({ notification: { ...notification, title: '' } })],
  ['no page', JSON.stringify({ notification: { ...notification, navigate: 'nowhere' } })],
])('a message with %s shows a general notification in the language of the person', async (_, text) => {
  const worker = startWorker({ stored: 'en' })
  await worker.push(text)
  const options = { body: 'Open it to see more.', lang: 'en', tag: 'news', data: { url: '/dashboard' } }
  expect(worker.shown).toEqual([['There is news in your account', expect.objectContaining(options)]])
})

test.each([
  ['the browser’s without a page that reported one', {}, 'В вашем аккаунте есть новости'],
  ['English if the browser has none of ours', { languages: ['de'] }, 'There is news in your account'],
  ['English if the storage is blocked', { blocked: true }, 'There is news in your account'],
])('the language of a general notification is %s', async (_, options, title) => {
  const worker = startWorker(options)
  await worker.push(null)
  expect(worker.shown.map(([shown]) => shown)).toEqual([title])
})

test('a click opens the page of the message, or its works without one', async () => {
  const worker = startWorker()
  await worker.click({ url: '/approvals/1' })
  await worker.click(null)
  expect(worker.openWindow.mock.calls).toEqual([['/approvals/1'], ['/dashboard']])
})

test('a click focuses a page that is open, which goes to that page, and opens no other', async () => {
  const worker = startWorker({ pages: [{ visibilityState: 'hidden' }] })
  await worker.click({ url: '/approvals/1' })
  const [page] = worker.open
  expect([page?.focus.mock.calls.length, page?.postMessage.mock.calls, worker.openWindow.mock.calls]).toEqual([
    1,
    [[{ open: '/approvals/1' }]],
    [],
  ])
})

const subscription = { endpoint: 'https://push.example/old', kinds: ['approval_asked'], prompts: true }

test.each([
  ['ended', false],
  ['replaced by one with another key', true],
])('a subscription that the browser has %s is renewed with the server’s key and the kinds that were chosen', async (_, replaced) => {
  const worker = startWorker({ known: { subscription }, replaced })
  await worker.renew()
  expect(worker.asked).toEqual([
    ['GET', '/push'],
    ['subscribe', { userVisibleOnly: true, applicationServerKey: 'the server’s key' }],
    ['PUT', '/push', { ...renewed, kinds: ['approval_asked'], prompts: true }],
  ])
})

test.each([
  ['that has notifications off', { subscription: null }],
  ['that has ended', { status: 401 }],
])('nothing is renewed for a session %s', async (_, known) => {
  const worker = startWorker({ known })
  await worker.renew()
  expect(worker.asked).toEqual([['GET', '/push']])
})
