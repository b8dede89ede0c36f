import type { DownloadProgress } from '#app/server/providers/local/download-file.ts'
import { sizeText } from '#app/server/providers/local/install-model.ts'

/** Milliseconds between two updates, on a terminal and in a log. */
const terminalMs = 250
const logMs = 10_000

type Out = { write(text: string): unknown; isTTY?: boolean }

/** Shows bytes, speed and time left of a download: in place on a terminal, as lines elsewhere. */
export function openProgressLine(out: Out, now: () => number = () => performance.now()) {
  const every = out.isTTY ? terminalMs : logMs
  let shownAt = Number.NEGATIVE_INFINITY
  let isOpen = false

  function show({ bytes, total, perSecond }: DownloadProgress & { perSecond: number | null }): void {
    const at = now()
    if (at - shownAt < every && bytes < total) return
    shownAt = at
    const left = perSecond !== null && perSecond > 0 ? `, ${timeText((total - bytes) / perSecond)} left` : ''
    const text = `${Math.floor((bytes / total) * 100)} %  ${sizeText(bytes)} of ${sizeText(total)}  ${((perSecond ?? 0) / 1e6).toFixed(1)} MB/s${left}`
    isOpen = true
    out.write(out.isTTY ? `\r\u001B[2K${text}` : `${text}\n`)
  }

  return {
    show,
    /** Ends the line, with a message if there is one. */
    end(message?: string): void {
      if (isOpen && out.isTTY) out.write('\n')
      isOpen = false
      if (message !== undefined) out.write(`${message}\n`)
    },
  }
}

function timeText(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60
    ? `${whole} s`
    : whole < 3_600
      ? `${Math.floor(whole / 60)} min ${whole % 60} s`
      : `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}
