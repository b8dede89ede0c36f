import { Duplex } from 'node:stream'

export type PgliteLink = {
  open: (socket: PgliteSocket) => void
  send: (socket: PgliteSocket, bytes: Uint8Array<ArrayBuffer>) => void
  close: (socket: PgliteSocket) => void
}

const terminate = 0x58

/** A socket for `pg` that exchanges bytes with PGlite's thread instead of a TCP connection. */
export class PgliteSocket extends Duplex {
  readonly #link: PgliteLink
  #greeted = false

  constructor(link: PgliteLink) {
    super()
    this.#link = link
  }

  connect() {
    this.#link.open(this)
    process.nextTick(() => {
      if (!this.destroyed) this.emit('connect')
    })
    return this
  }

  /** Takes ownership of the answer's bytes. */
  receive(bytes: Uint8Array<ArrayBuffer>) {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  override _read() {
    // Nothing to do: data is pushed as it arrives, because pg reads everything at once.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#send([chunk])
    done()
  }

  override _writev(writes: { chunk: Buffer }[], done: () => void) {
    this.#send(writes.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#link.close(this)
    done(error)
  }

  #send(writes: Buffer[]) {
    // Each write of pg is one message. `open` answers the first one, the startup message; the last one, Terminate, would end PGlite.
    const messages = writes.filter((message) => message[0] !== terminate)
    if (!this.#greeted) {
      messages.shift()
      this.#greeted = true
    }
    if (messages.length === 0) return
    // The bytes are copied, because the buffer is transferred to the other thread.
    const bytes = new Uint8Array(messages.reduce((length, message) => length + message.length, 0))
    let offset = 0
    for (const message of messages) {
      bytes.set(message, offset)
      offset += message.length
    }
    this.#link.send(this, bytes)
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }

  ref() {
    return this
  }

  unref() {
    return this
  }
}
