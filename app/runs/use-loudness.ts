import { useEffect, useState } from 'react'

export type Loudness = { peaks: readonly number[]; durationMs: number }

const bars = 96
/** Bytes; decoded, a compressed sound takes twenty times the memory. */
const mostBytes = 10_000_000
/** Hertz; more would not change the bars. */
const rate = 8_000
/** Even bars, until a sound is read and for one that the browser can't read. */
const unheard: Loudness = { peaks: Array.from({ length: bars }, () => 0.12), durationMs: 0 }

/** The loudness of a file or an address over time, and its length, which recordings of a browser do not state. */
export function useLoudness(sound: Blob | string | null): Loudness {
  const [heard, setHeard] = useState<{ sound: Blob | string; loudness: Loudness }>()
  useEffect(() => {
    if (sound === null) return
    const stopped = new AbortController()
    async function hear(wanted: Blob | string) {
      const loudness = await read(wanted, stopped.signal)
      if (loudness && !stopped.signal.aborted) setHeard({ sound: wanted, loudness })
    }
    void hear(sound)
    return () => stopped.abort()
  }, [sound])
  return heard && heard.sound === sound ? heard.loudness : unheard
}

async function read(sound: Blob | string, signal: AbortSignal): Promise<Loudness | null> {
  try {
    const bytes = typeof sound === 'string' ? await fetchBytes(sound, signal) : sound.size <= mostBytes ? await sound.arrayBuffer() : null
    if (!bytes) return null
    const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes)
    return { peaks: peaksOf(decoded.getChannelData(0), bars), durationMs: Math.round(decoded.duration * 1_000) }
  } catch {
    return null
  }
}

async function fetchBytes(url: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const answer = await fetch(url, { signal })
  if (answer.ok && Number(answer.headers.get('content-length')) <= mostBytes) return answer.arrayBuffer()
  await answer.body?.cancel()
  return null
}

/** The loudest sample of each section, as a share of the loudest of all. */
export function peaksOf(samples: ArrayLike<number>, count: number): number[] {
  const loudest = Array.from({ length: count }, (_, index) => {
    let most = 0
    const end = Math.floor(((index + 1) * samples.length) / count)
    for (let at = Math.floor((index * samples.length) / count); at < end; at += 1) most = Math.max(most, Math.abs(samples[at] ?? 0))
    return most
  })
  const top = Math.max(...loudest)
  return top === 0 ? loudest : loudest.map((peak) => peak / top)
}
