/** The process of one speech model, which it loads at its first job: Whisper with Silero VAD, or a voice of Piper or Kokoro. */
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { JobError, readSettings, serveJobs } from './child-process.ts'
import { type SherpaJob, sherpaJobSchema, type SherpaSettings } from './local-messages.ts'

/** The part of sherpa-onnx-node that is used here; the package is installed on demand, so its own types are not there. */
type Samples = { samples: Float32Array; sampleRate: number }
type Passage = { start: number; samples: Float32Array }
type Stream = { acceptWaveform(wave: Samples): void }
type Recognizer = {
  createStream(): Stream
  decodeAsync(stream: Stream): Promise<{ text: string; lang?: string }>
}
type Vad = {
  acceptWaveform(samples: Float32Array): void
  isEmpty(): boolean
  front(enableExternalBuffer: boolean): Passage
  pop(): void
  flush(): void
  reset(): void
}
type Tts = {
  generateAsync(request: {
    text: string
    sid: number
    speed: number
    enableExternalBuffer: boolean
    onProgress(): number
  }): Promise<Samples>
}
type Library = {
  OfflineRecognizer: { createAsync(config: object): Promise<Recognizer> }
  Vad: new (config: object, bufferSeconds: number) => Vad
  OfflineTts: { createAsync(config: object): Promise<Tts> }
}

/** Samples per second of the models that listen, and samples that the detector reads at once. */
const rate = 16_000
const step = 512
/** Whisper hears 30 seconds at once. */
const longestPassageSeconds = 28
const vadBufferSeconds = 60
const mostSamplesOfText = 24_000 * 60 * 60

const given = readSettings()
if (given.child === 'sherpa') {
  const settings = given
  let opened: ReturnType<typeof openModel> | undefined
  serveJobs(sherpaJobSchema, async (job, { signal }) => {
    const model = await (opened ??= openModel(settings))
    signal.throwIfAborted()
    if (job.kind === 'transcription' && model.kind === 'transcription') return listen(model, job, signal)
    if (job.kind === 'speech' && model.kind === 'speech') return speak(model, job, signal)
    throw new Error(`the model has no jobs of the kind ${job.kind}`)
  })
}

async function openModel(settings: SherpaSettings) {
  const library: Library = createRequire(join(settings.runtime, 'package.json'))('sherpa-onnx-node')
  const { threads: numThreads } = settings
  const run = { numThreads, provider: 'cpu', debug: 0 }
  if (settings.kind === 'speech') {
    const path = (name: string) => join(settings.folder, name)
    const files = { model: path(settings.model), tokens: path('tokens.txt'), dataDir: path('espeak-ng-data') }
    const model = settings.family === 'kokoro' ? { kokoro: { ...files, voices: path('voices.bin') } } : { vits: files }
    const tts = await library.OfflineTts.createAsync({ model: { ...model, ...run }, maxNumSentences: 1 })
    return { kind: 'speech' as const, tts }
  }
  const { encoder, decoder, tokens, vad } = settings
  const languages = new Map<string, Promise<Recognizer>>()
  /** The language is part of a recognizer; the last one stays loaded. */
  function recognizer(language: string): Promise<Recognizer> {
    const known = languages.get(language)
    if (known) return known
    languages.clear()
    const opening = library.OfflineRecognizer.createAsync({
      featConfig: { sampleRate: rate, featureDim: 80 },
      modelConfig: { whisper: { encoder, decoder, language, task: 'transcribe', tailPaddings: -1 }, tokens, ...run },
    })
    languages.set(language, opening)
    return opening
  }
  const detector = new library.Vad(
    {
      sileroVad: {
        model: vad,
        threshold: 0.5,
        minSilenceDuration: 0.3,
        minSpeechDuration: 0.1,
        windowSize: step,
        maxSpeechDuration: longestPassageSeconds,
      },
      sampleRate: rate,
      ...run,
      numThreads: 1,
    },
    vadBufferSeconds,
  )
  return { kind: 'transcription' as const, recognizer, detector }
}

type Opened = Awaited<ReturnType<typeof openModel>>
type Job<Kind> = Extract<SherpaJob, { kind: Kind }>

/** Cuts a recording into passages of speech and writes down each. Only a piece of the recording is in memory. */
async function listen(
  { recognizer, detector }: Extract<Opened, { kind: 'transcription' }>,
  job: Job<'transcription'>,
  signal: AbortSignal,
) {
  const ear = await recognizer(job.language)
  detector.reset()
  const segments: { start_ms: number; end_ms: number; text: string }[] = []
  let language: string | null = job.language || null
  async function writeDown(): Promise<void> {
    while (!detector.isEmpty()) {
      signal.throwIfAborted()
      const { start, samples } = detector.front(false)
      detector.pop()
      const stream = ear.createStream()
      stream.acceptWaveform({ samples, sampleRate: rate })
      const { text, lang } = await ear.decodeAsync(stream)
      language ??= lang?.replaceAll(/[<|>]/g, '') || null
      if (text.trim() === '') continue
      segments.push({ start_ms: toMs(start), end_ms: toMs(start + samples.length), text: text.trim() })
    }
  }
  let left = new Float32Array(0)
  for await (const piece of decode(job.recording)) {
    signal.throwIfAborted()
    const all = new Float32Array(left.length + piece.length)
    all.set(left)
    all.set(piece, left.length)
    const whole = all.length - (all.length % step)
    for (let at = 0; at < whole; at += step) detector.acceptWaveform(all.subarray(at, at + step))
    left = all.slice(whole)
    await writeDown()
  }
  detector.flush()
  await writeDown()
  return { language, segments }
}

const toMs = (samples: number) => Math.round((samples / rate) * 1_000)

/** Decodes a recording into pieces at the rate of the models, in mono. */
async function* decode(path: string): AsyncGenerator<Float32Array> {
  // Must come first, because mediabunny looks for it when it is loaded.
  await import('@quartet/engine/protocol/codecs.ts').catch(() => undefined)
  const { ALL_FORMATS, AudioSampleSink, FilePathSource, Input } = await import('mediabunny')
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
  const track = await input.getPrimaryAudioTrack().catch(() => null)
  if (!track || !(await track.canDecode())) throw new JobError('unreadable')
  const resample = openResampler()
  for await (const sample of new AudioSampleSink(track).samples()) {
    const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const options = { format: 'f32-planar' as const, planeIndex }
      const plane = new Float32Array(sample.allocationSize(options) / Float32Array.BYTES_PER_ELEMENT)
      sample.copyTo(plane, options)
      return plane
    })
    const { sampleRate } = sample
    sample.close()
    yield resample(mix(planes), sampleRate)
  }
}

function mix(planes: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = planes
  if (planes.length === 1) return first
  return first.map((_, at) => planes.reduce((sum, plane) => sum + (plane[at] ?? 0), 0) / planes.length)
}

/** Averages the samples around each new one, which is enough for speech, and continues across pieces. */
function openResampler(): (samples: Float32Array, from: number) => Float32Array {
  let position = 0
  let last = 0
  return (samples, from) => {
    if (from === rate) return samples
    const ratio = from / rate
    const made: number[] = []
    const at = (index: number) => (index < 0 ? last : (samples[Math.min(index, samples.length - 1)] ?? 0))
    for (; position + ratio <= samples.length; position += ratio) {
      const [start, end] = [Math.floor(position), Math.max(Math.floor(position) + 1, Math.floor(position + ratio))]
      let sum = 0
      for (let index = start; index < end; index += 1) sum += at(index)
      made.push(sum / (end - start))
    }
    position -= samples.length
    last = at(samples.length - 1)
    return Float32Array.from(made)
  }
}

async function speak({ tts }: Extract<Opened, { kind: 'speech' }>, job: Job<'speech'>, signal: AbortSignal) {
  const { text, sid, speed, output } = job
  const { samples, sampleRate } = await tts.generateAsync({
    text,
    sid,
    speed,
    enableExternalBuffer: false,
    // Called after each sentence; 0 stops.
    onProgress: () => (signal.aborted ? 0 : 1),
  })
  signal.throwIfAborted()
  if (samples.length === 0 || samples.length > mostSamplesOfText) throw new Error(`the voice gave ${samples.length} samples`)
  await writeFile(output, toWave(samples, sampleRate))
  return { seconds: samples.length / sampleRate }
}

/** Returns a WAV file in 16 bits. */
function toWave(samples: Float32Array, sampleRate: number): Buffer {
  const head = Buffer.alloc(44)
  const size = samples.length * 2
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + size, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(size, 40)
  const full = 32_767
  const body = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * full)
  return Buffer.concat([head, Buffer.from(body.buffer)])
}
