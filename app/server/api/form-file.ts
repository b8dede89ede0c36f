import { Problem } from '../core/problem.ts'

/** What stands around a file in a form is small. */
const maxAroundBytes = 64 * 1024
const lineBreak = '\r\n'

/**
 * The bytes of one field of form data (RFC 7578), as they come: nothing is held back but the few bytes that may turn out to be the
 * form's end. Other fields are read past.
 */
export async function* readFormFile(request: Request, field: string): AsyncGenerator<Uint8Array> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (!boundary || !request.body) throw new Problem('unsupported_media_type')
  const delimiter = Buffer.from(`${lineBreak}--${boundary}`)
  const chunks = request.body[Symbol.asyncIterator]()
  // The first delimiter stands at the beginning of a line like the others.
  let buffer: Buffer = Buffer.from(lineBreak)
  let around = 0

  async function readMore(): Promise<void> {
    const next = await chunks.next().catch(() => undefined)
    // It ended too early, or the sender went away.
    if (!next || next.done) throw new Problem('invalid_input', { fields: { [field]: 'file_unreadable' } })
    buffer = Buffer.concat([buffer, next.value])
  }
  /** Reads past what is searched for and returns what stood before it. */
  async function readTo(mark: string | Buffer): Promise<Buffer> {
    for (;;) {
      const at = buffer.indexOf(mark)
      around += at === -1 ? 0 : at
      if (around + (at === -1 ? buffer.length : 0) > maxAroundBytes) throw new Problem('payload_too_large')
      if (at === -1) {
        await readMore()
        continue
      }
      const before = buffer.subarray(0, at)
      buffer = buffer.subarray(at + mark.length)
      return before
    }
  }

  try {
    for (;;) {
      await readTo(delimiter)
      while (buffer.length < 2) await readMore()
      if (buffer.subarray(0, 2).toString('latin1') === '--') throw new Problem('invalid_input', { fields: { [field]: 'required' } })
      await readTo(lineBreak)
      // Headers of which there may be none still end with an empty line.
      buffer = Buffer.concat([Buffer.from(lineBreak), buffer])
      const headers = (await readTo(lineBreak + lineBreak)).toString('utf8')
      if (nameOf(headers) === field) break
    }
    for (;;) {
      const at = buffer.indexOf(delimiter)
      const sure = at === -1 ? buffer.length - delimiter.length : at
      if (sure > 0) {
        yield buffer.subarray(0, sure)
        buffer = buffer.subarray(sure)
      }
      if (at !== -1) return
      await readMore()
    }
  } finally {
    await chunks.return?.()
  }
}

function boundaryOf(contentType: string): string | undefined {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  return match?.[1] ?? match?.[2]
}

function nameOf(headers: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1]
  const match = /(?:^|;)\s*name=(?:"([^"]*)"|([^\s;]*))/i.exec(disposition ?? '')
  return match?.[1] ?? match?.[2]
}
