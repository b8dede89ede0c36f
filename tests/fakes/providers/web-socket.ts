import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Accepts a WebSocket (RFC 6455) that only sends: what it receives is ignored. */
export function acceptWebSocket(request: IncomingMessage, socket: Duplex) {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`)
  socket.on('error', () => undefined)
  socket.resume()
  const frame = (opcode: number, payload: Buffer) => {
    const length = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 0xff]
    return Buffer.concat([Buffer.from([0x80 | opcode, ...length]), payload])
  }
  return {
    send: (message: object) => void socket.write(frame(1, Buffer.from(JSON.stringify(message)))),
    sendBytes: (bytes: Uint8Array) => void socket.write(frame(2, Buffer.from(bytes))),
    destroy: () => void socket.destroy(),
  }
}
