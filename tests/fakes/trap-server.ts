import { serveOnLoopback } from '../fixtures/serve-on-loopback.ts'

/** Starts a server that nothing may call: `opened` has the paths of the calls that came all the same. */
export async function openTrap() {
  const opened: string[] = []
  const server = await serveOnLoopback((request) => {
    const { pathname, search } = new URL(request.url)
    opened.push(pathname + search)
    return new Response()
  })
  return { url: server.url, opened, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
