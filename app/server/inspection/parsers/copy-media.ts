import {
  AdtsOutputFormat,
  Conversion,
  FilePathTarget,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import type { Tasks } from '../tasks.ts'
import { openInput } from './open-input.ts'

/** Remuxes the packets into a new container. */
export async function copyMedia({ from, to, mediaType }: Tasks['copyClean']): Promise<void> {
  using input = openInput(from)
  const output = new Output({ format: containerOf(mediaType), target: new FilePathTarget(to) })
  const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false })
  if (!conversion.isValid || conversion.discardedTracks.length > 0) throw new Error(`not all of a ${mediaType} can be copied`)
  await conversion.execute()
}

function containerOf(mediaType: string): OutputFormat {
  switch (mediaType) {
    // The index comes first, so that playback can start before the download ends.
    case 'video/mp4':
    case 'audio/mp4':
      return new Mp4OutputFormat({ fastStart: 'in-memory' })
    case 'video/webm':
    case 'audio/webm':
      return new WebMOutputFormat()
    case 'audio/mpeg':
      return new Mp3OutputFormat()
    case 'audio/ogg':
    case 'audio/opus':
      return new OggOutputFormat()
    case 'audio/wav':
      return new WavOutputFormat()
    case 'audio/flac':
      return new FlacOutputFormat()
    case 'audio/aac':
      return new AdtsOutputFormat()
    default:
      throw new Error(`no way to copy ${mediaType}`)
  }
}
