import { writeFile } from 'node:fs/promises'
import { captionFits } from '../film/captions.ts'
import { videoSize } from '../film/size.ts'
import type { JobContext } from '../job.ts'
import { writeVideo } from '../media/write-video.ts'
import type { Cut, CutStep } from '../protocol/cut.ts'
import type { EngineFile, EngineResult } from '../protocol/engine.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { type Cue, formatSubtitles, subtitleTypes } from '../speech/cues.ts'
import { captionsOf } from './cues.ts'
import { openPictures } from './pictures.ts'
import { makeSound } from './sound.ts'
import { speakLines } from './speak-lines.ts'

type Options = EngineOptions['sketch-film']

/** Share of the progress for the sound. */
const soundShare = 0.1

/** Takes one of the two steps of a film: its words, or everything. */
export async function renderCut(cut: CutStep, options: Options, context: JobContext): Promise<EngineResult> {
  return cut.step === 'speak' ? { text: null, files: [], spoken: await speakLines(cut.lines, context) } : renderFilm(cut, options, context)
}

async function renderFilm(cut: Cut, options: Options, context: JobContext): Promise<EngineResult> {
  const size = videoSize(options.shape, options.resolution)
  const framesPerSecond = Number(options.fps)
  const sound = await makeSound({ cut, framesPerSecond, context, onProgress: (done) => context.progress(soundShare * done) })
  const isDrawn = options.captions === 'picture'
  const cues = captionsOf({
    ...cut,
    framesPerSecond,
    lines: cut.lines.map((line, index) => ({ ...line, seconds: sound.lineSeconds[index] ?? 0 })).filter(({ seconds }) => seconds > 0),
    ...(isDrawn && { fits: captionFits(size) }),
  })
  const pictures = openPictures({ cut, size, framesPerSecond, captions: isDrawn ? cues : [], context })
  try {
    const video = await writeVideo({
      path: context.path('film.mp4'),
      size,
      framesPerSecond,
      frames: cut.frames,
      picture: pictures.at,
      sound: sound.read,
      poster: pictures.poster,
      context,
      onProgress: (done) => context.progress(soundShare + (1 - soundShare) * done),
    })
    const files = [video]
    if (options.captions !== 'none' && cues.length > 0) files.push(await writeCaptions(cues, video.durationMs, context))
    return { text: null, files, film: { standIns: [...pictures.standIns], cues } }
  } finally {
    await pictures.close()
    await sound.close()
  }
}

async function writeCaptions(cues: readonly Cue[], durationMs: number | null, context: JobContext): Promise<EngineFile> {
  const path = context.path('captions.vtt')
  await writeFile(path, formatSubtitles(cues, 'webvtt'))
  return { path, mediaType: subtitleTypes.webvtt, width: null, height: null, durationMs, poster: null, thumbnail: null, peaks: null }
}
