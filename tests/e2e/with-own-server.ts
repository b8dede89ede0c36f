import { test as base } from './fixtures.ts'

type Desk = { url: string; close(): Promise<void> }

/** Tests whose pages come from a server of their own, which a worker opens once. A start may take longer than a test. */
export const withDesk = <Own extends Desk>(open: () => Promise<Own>) =>
  base.extend<object, { desk: Own }>({
    desk: [
      async ({ browserName: _browser }, use) => {
        const desk = await open()
        await use(desk)
        await desk.close()
      },
      { scope: 'worker', timeout: 240_000 },
    ],
    baseURL: async ({ desk }, use) => use(desk.url),
  })
