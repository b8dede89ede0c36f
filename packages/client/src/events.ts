export type ServerEvent = { event: string; data: unknown }

/** Reads server-sent events; ends with the connection. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const blocks = `${rest}${decoder.decode(next.value, { stream: true })}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
        const [event, data] = [fields.get('event'), fields.get('data')]
        if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
