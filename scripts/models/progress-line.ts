import type { DownloadProgress } from '#app/server/providers/local/download-file.ts'

/** Milliseconds between two updates, on a terminal and in a log. */
const terminalMs = 250
const logMs = 10_000
/** Milliseconds over which the speed is measured. */
const windowMs = 10_000

export const sizeText = (bytes: number): string => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)

type Out = { write(text: string): unknown; isTTY?: boolean }

/** Shows bytes, speed and time left of a download: in place on a terminal, as lines elsewhere. */
export function openProgressLine(out: Out, now: () => number = () => performance.now()) {
  const every = out.isTTY ? terminalMs : logMs
  const points: { at: number; bytes: number }[] = []
  let shownAt = Number.NEGATIVE_INFINITY
  let isOpen = false

  function show({ bytes, total }: DownloadProgress): void {
    const at = now()
    points.push({ at, bytes })
    while (points.length > 2 && at - (points[0]?.at ?? at) > windowMs) points.shift()
    if (at - shownAt < every && bytes < total) return
    shownAt = at
    const [first = { at, bytes }] = points
    const perSecond = at > first.at ? ((bytes - first.bytes) / (at - first.at)) * 1_000 : 0
    const left = perSecond > 0 ? `, ${timeText((total - bytes) / perSecond)} left` : ''
    const text = `${Math.floor((bytes / total) * 100)} %  ${sizeText(bytes)} of ${sizeText(total)}  ${(perSecond / 1e6).toFixed(1)} MB/s${left}`
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
