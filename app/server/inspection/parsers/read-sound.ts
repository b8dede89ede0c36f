import { BufferTarget, Conversion, OggOutputFormat, Output, WavOutputFormat } from 'mediabunny'
import type { Answer, Tasks } from '../tasks.ts'
import { lengthOf } from './length-of.ts'
import { openInput } from './open-input.ts'

export async function shortenSound(job: Tasks['shortenSound']): Promise<Answer<'shortenSound'>> {
  const wave = await shorten(job).catch(() => undefined)
  return wave ? { wave } : { isSound: await isSound(job.path) }
}

/** Undefined if this machine has no decoder for the recording. */
async function shorten({ path, seconds, sampleRate }: Tasks['shortenSound']): Promise<Uint8Array | undefined> {
  using input = openInput(path)
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new WavOutputFormat(), target }),
    trim: { start: 0, end: seconds },
    video: { discard: true },
    audio: { codec: 'pcm-s16', numberOfChannels: 1, sampleRate },
    showWarnings: false,
  })
  if (!conversion.isValid) return undefined
  await conversion.execute()
  return target.buffer ? new Uint8Array(target.buffer) : undefined
}

async function isSound(path: string): Promise<boolean> {
  using input = openInput(path)
  return input.getPrimaryAudioTrack().then(
    (track) => track !== null,
    () => false,
  )
}

/** Bits a second. Speech stays clear at the lower one, at which four hours fit into a request. */
const bitrates = { least: 12_000, most: 32_000 }
const sampleRate = 16_000

export async function compressSound({ path, bytes }: Tasks['compressSound']): Promise<Uint8Array> {
  using input = openInput(path)
  const seconds = Math.max(1, await lengthOf(path, input))
  const fitting = Math.floor((bytes * 8 * 0.9) / seconds)
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new OggOutputFormat(), target }),
    video: { discard: true },
    audio: {
      codec: 'opus',
      bitrate: Math.min(bitrates.most, Math.max(bitrates.least, fitting)),
      numberOfChannels: 1,
      sampleRate,
      forceTranscode: true,
    },
    showWarnings: false,
  })
  if (!conversion.isValid) throw new Error('no sound in the recording can be decoded')
  await conversion.execute()
  if (!target.buffer) throw new Error('the conversion gave nothing')
  return new Uint8Array(target.buffer)
}
