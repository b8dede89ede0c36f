import { expect, test } from 'vitest'
import { dropServiceWorker } from './keep-service-worker.ts'

function fakeBrowser({ registered }: { registered: boolean }) {
  const stored = new Set(['quartet-assets-1', 'quartet-offline-1', 'somebody-elses'])
  let unregistered = 0
  const registration = {
    unregister: () => {
      unregistered += 1
      return Promise.resolve(true)
    },
  }
  const getRegistration = () => Promise.resolve(registered ? registration : undefined)
  const caches = { keys: () => Promise.resolve([...stored]), delete: (name: string) => Promise.resolve(stored.delete(name)) }
  return { serviceWorker: { getRegistration }, caches, stored, unregistered: () => unregistered }
}

test('a service worker that is switched off removes itself and its own caches only', async () => {
  const browser = fakeBrowser({ registered: true })
  await dropServiceWorker(browser.serviceWorker, browser.caches)
  expect(browser.unregistered()).toBe(1)
  expect([...browser.stored]).toEqual(['somebody-elses'])
})

test('a browser that never had a service worker is left alone', async () => {
  const browser = fakeBrowser({ registered: false })
  await dropServiceWorker(browser.serviceWorker, browser.caches)
  expect(browser.stored.size).toBe(3)
})
