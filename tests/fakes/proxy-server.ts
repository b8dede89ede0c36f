import { createServer, request } from 'node:http'
import { connect } from 'node:net'

/** An HTTP proxy on this machine: every name leads to one server here, and what it was asked for is recorded. */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const calls: { target: string; authorization: string | undefined }[] = []
  const server = createServer((asked, answer) => {
    const { pathname, search, host } = new URL(asked.url ?? '')
    calls.push({ target: host, authorization: asked.headers['proxy-authorization'] })
    const passed = request({ host: hostname, port, path: pathname + search, method: asked.method, headers: asked.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    asked.pipe(passed)
  })
  server.on('connect', (asked, socket) => {
    calls.push({ target: asked.url ?? '', authorization: asked.headers['proxy-authorization'] })
    const tunnel = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.pipe(socket)
      socket.pipe(tunnel)
    })
    for (const end of [socket, tunnel]) end.on('error', () => (socket.destroy(), tunnel.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
