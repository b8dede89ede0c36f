import { createServer } from 'node:http'

export type MirrorFault =
  /** Sends so many bytes and waits for `cut`, which breaks the connection. */
  | { cutAfter: number }
  /** Ignores the requested range and sends the whole file. */
  | 'no_ranges'
  /** Sends a byte and then nothing. */
  | 'silent'
  | { status: number }
  /** Sends a piece at a time, and the next one on `release`. */
  | 'slow'

/**
 * A mirror of model files with faults. Each request consumes one fault; without one, the file is sent. `pointer`: the Git LFS pointer that it
 * has next to each file.
 */
export async function startMirror(file: Uint8Array, { pointer }: { pointer?: string } = {}) {
  const faults: MirrorFault[] = []
  const ranges: (string | undefined)[] = []
  let release: (() => void) | undefined
  let cut: (() => void) | undefined
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.pointer')) return void response.writeHead(pointer === undefined ? 404 : 200).end(pointer)
    const { range } = request.headers
    ranges.push(range)
    const fault = faults.shift()
    if (typeof fault === 'object' && 'status' in fault) return void response.writeHead(fault.status).end()
    const start = range === undefined || fault === 'no_ranges' ? 0 : Number(/^bytes=(\d+)-$/.exec(range)?.[1])
    const body = file.subarray(start)
    response.writeHead(range === undefined || fault === 'no_ranges' ? 200 : 206, {
      'content-length': body.byteLength,
      ...(range !== undefined && fault !== 'no_ranges' && { 'content-range': `bytes ${start}-${file.byteLength - 1}/${file.byteLength}` }),
    })
    if (fault === 'silent') return void response.write(body.subarray(0, 1))
    if (fault === 'slow') {
      response.write(body.subarray(0, 1_000))
      release = () => void response.end(body.subarray(1_000))
      return
    }
    if (typeof fault === 'object') {
      cut = () => void request.socket.destroy()
      return void response.write(body.subarray(0, fault.cutAfter))
    }
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults,
    ranges,
    release: () => release?.(),
    cut: () => cut?.(),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
