import { Problem } from '../../core/problem.ts'

/** Limit for the boundaries, the headers and the other fields of a form before the file, in bytes. */
const maxAroundBytes = 64 * 1024
const lineBreak = '\r\n'

/**
 * Streams the bytes of one field of form data (RFC 7578). Buffers only the few bytes that may be the
 * end of the form. Skips other fields. `onFileName` receives the name of the file before its first byte.
 */
export async function* readFormFile(
  request: Request,
  field: string,
  onFileName?: (name: string | undefined) => void,
): AsyncGenerator<Uint8Array> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (!boundary || !request.body) throw new Problem('unsupported_media_type')
  const delimiter = Buffer.from(`${lineBreak}--${boundary}`)
  const chunks = request.body[Symbol.asyncIterator]()
  // The first delimiter begins a line, as the others do.
  let buffer: Buffer = Buffer.from(lineBreak)
  let around = 0

  async function readMore(): Promise<void> {
    const next = await chunks.next().catch(() => undefined)
    // The body is truncated, or the sender has disconnected.
    if (!next || next.done) throw new Problem('invalid_input', { fields: { [field]: 'file_unreadable' } })
    buffer = Buffer.concat([buffer, next.value])
  }
  /** Consumes everything through the mark and returns the part before it. */
  async function readTo(mark: string | Buffer): Promise<Buffer> {
    for (;;) {
      const at = buffer.indexOf(mark)
      // Boundaries count, because a form may consist of nothing else.
      around += at === -1 ? 0 : at + mark.length
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
      // An empty line ends the headers, even if there are none.
      buffer = Buffer.concat([Buffer.from(lineBreak), buffer])
      const headers = (await readTo(lineBreak + lineBreak)).toString('utf8')
      const parameters = parametersOf(headers)
      if (parameters.get('name') !== field) continue
      onFileName?.(fileNameOf(parameters))
      break
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

/** Reads the parameters of Content-Disposition. A quoted value may contain others' names and escaped quotation marks. */
function parametersOf(headers: string): Map<string, string> {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(headers)?.[1] ?? ''
  const found = disposition.matchAll(/;\s*([^\s;="]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^\s;"]*))/g)
  return new Map([...found].map(([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain]))
}

/** The name of the file: from `filename*` (RFC 8187), which some clients send for other alphabets, or else from `filename`. */
function fileNameOf(parameters: Map<string, string>): string | undefined {
  const extended = decodeExtended(parameters.get('filename*') ?? '')
  // Browsers escape these characters, and no others.
  return (
    extended ??
    parameters
      .get('filename')
      ?.replaceAll(/%22|\\"/g, '"')
      .replaceAll(/%0[da]/gi, ' ')
  )
}

/** Decodes `UTF-8''%D0%B9.txt`; undefined for what is not of this form. */
function decodeExtended(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^(utf-8|iso-8859-1)'[^']*'([^']+)$/i.exec(value) ?? []
  if (!encoded) return undefined
  const bytes = Buffer.from(
    encoded.replaceAll(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return bytes.toString(charset.toLowerCase() === 'utf-8' ? 'utf8' : 'latin1')
}
