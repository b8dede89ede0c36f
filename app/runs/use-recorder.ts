import { useEffect, useRef, useState } from 'react'

export type RecorderState = 'idle' | 'asking' | 'recording' | 'paused' | 'denied' | 'no_microphone' | 'insecure' | 'unsupported' | 'failed'

/** Formats that browsers record, the smallest first. */
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const
/** Bits a second, enough for speech. */
const audioBitsPerSecond = 48_000
const sliceMs = 1_000

/** States by the name of the error with which the microphone is refused. */
const stateAfter: Record<string, RecorderState> = {
  NotAllowedError: 'denied',
  NotFoundError: 'no_microphone',
  NotSupportedError: 'unsupported',
}

/** Records the microphone. `onRecorded` receives each finished recording. The microphone is released when the recording ends. */
export function useRecorder(onRecorded: (file: File) => void) {
  const [state, setState] = useState<RecorderState>('idle')
  const [elapsedMs, setElapsedMs] = useState(0)
  const [level, setLevel] = useState(0)
  const session = useRef<{ recorder: MediaRecorder; release: () => void; isDropped: boolean } | null>(null)

  useEffect(() => () => drop(), [])

  useEffect(() => {
    if (state !== 'recording') return
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      setElapsedMs((ms) => ms + now - last)
      last = now
    }, 200)
    return () => clearInterval(timer)
  }, [state])

  function drop() {
    if (!session.current) return
    session.current.isDropped = true
    const { recorder, release } = session.current
    session.current = null
    if (recorder.state === 'inactive') release()
    else recorder.stop()
  }

  async function start() {
    drop()
    // Browsers hide the microphone from pages without HTTPS.
    if (!window.isSecureContext) return setState('insecure')
    if (typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator)) return setState('unsupported')
    setState('asking')
    setElapsedMs(0)
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      record(stream)
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      setState(stateAfter[name] ?? 'failed')
    }
  }

  function record(stream: MediaStream) {
    const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format))
    const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond })
    const meter = watchLevel(stream, setLevel)
    const chunks: Blob[] = []
    const own = {
      recorder,
      isDropped: false,
      release() {
        meter.stop()
        for (const track of stream.getTracks()) track.stop()
      },
    }
    recorder.addEventListener('dataavailable', ({ data }) => void chunks.push(data))
    // Also when the microphone is unplugged: what was said is kept.
    recorder.addEventListener('stop', () => {
      own.release()
      if (own.isDropped) return
      session.current = null
      setState('idle')
      const [type = 'audio/webm'] = recorder.mimeType.split(';')
      const ending = type.split('/')[1] ?? 'webm'
      onRecorded(new File(chunks, `recording.${ending}`, { type }))
    })
    session.current = own
    recorder.start(sliceMs)
    setState('recording')
  }

  return {
    state,
    elapsedMs,
    /** Loudness, 0..1. */
    level: state === 'recording' ? level : 0,
    start: () => void start(),
    pause() {
      session.current?.recorder.pause()
      setState('paused')
    },
    resume() {
      session.current?.recorder.resume()
      setState('recording')
    },
    /** Ends the recording and hands it over. */
    finish: () => session.current?.recorder.stop(),
    /** Ends the recording without a result. */
    discard() {
      drop()
      setState('idle')
    },
  }
}

function watchLevel(stream: MediaStream, onLevel: (level: number) => void) {
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 1_024 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    // Speech lies between about -50 and -10 dB.
    onLevel(Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-9) + 50) / 40)))
  }, 80)
  return {
    stop() {
      clearInterval(timer)
      void context.close()
    },
  }
}
