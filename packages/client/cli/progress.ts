import type { RunEvent } from '../src/client.ts'

const width = 24

/** Draws a line about a run on a terminal, and nothing anywhere else. */
export function openProgress(label: string, stream: NodeJS.WriteStream = process.stderr) {
  let shown = ''
  const draw = (text: string) => {
    if (!stream.isTTY || text === shown) return
    shown = text
    stream.write(`\r\u001b[2K${text}`)
  }
  return {
    show({ event, data }: RunEvent): void {
      if (event !== 'generation' || data.status === undefined) return
      if (data.status === 'queued') return draw(data.ahead ? `${label}: ${data.ahead} ahead` : `${label}: waiting`)
      const share = data.progress ?? 0
      const done = Math.round(share * width)
      draw(`${label} ${'█'.repeat(done)}${'░'.repeat(width - done)} ${Math.round(share * 100)} %`)
    },
    end: () => draw(''),
  }
}
