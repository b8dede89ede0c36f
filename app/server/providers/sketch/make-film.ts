import { rm } from 'node:fs/promises'
import type { FilmCut } from '#app/contract/films/film-cut.ts'
import type { FilmDocument, Shot } from '#app/contract/films/film-document.ts'
import { narrator } from '#app/contract/films/film-values.ts'
import { linesOf, type Measured, startOfVideo, timelineOf, transitionSeconds } from '#app/contract/films/timeline.ts'
import type { Cut, CutLine, CutShot, CutSource, SpokenLine } from '@quartet/engine/protocol/cut.ts'
import { type Engine, EngineError, type EngineRunOptions, stuckFilm } from '@quartet/engine/protocol/engine.ts'
import type { EngineOptions } from '@quartet/engine/protocol/options.ts'
import type { RunRequest, RunResult } from '../provider.ts'

type FilmRequest = NonNullable<RunRequest['film']>
type Options = EngineOptions['sketch-film']

/** Share of the progress for the words. */
const speakingShare = 0.1

/**
 * Makes a film in two steps: the built-in voice speaks the lines without a recording, then the shots get their times by `timelineOf` from the
 * real lengths, as in plans and previews, and the engine makes the film.
 */
export async function makeFilm(
  engine: Pick<Engine, 'run'>,
  { cut, files }: FilmRequest,
  { options, run }: { options: Options; run: EngineRunOptions },
): Promise<RunResult> {
  const { document } = cut
  const wishes = wishesOf(document, files)
  const share = wishes.length > 0 ? speakingShare : 0
  const job = { model: 'sketch-film' as const, prompt: '', options, inputs: [] }
  const spoken =
    wishes.length === 0
      ? []
      : ((
          await engine.run(
            { ...job, cut: { step: 'speak', lines: wishes.map(({ wish }) => wish) } },
            { ...run, onProgress: (done) => run.onProgress(done * share) },
          )
        ).spoken ?? [])
  try {
    const recordings = new Map(wishes.flatMap(({ part }, index) => (spoken[index] ? [[part, spoken[index]] as const] : [])))
    const planned = toCut(cut, { options, files, spoken: recordings })
    const assemble = (whole: Cut) =>
      engine.run({ ...job, cut: whole }, { ...run, onProgress: (done) => run.onProgress(share + done * (1 - share)) })
    const { film, ...made } = await assemble(planned).catch((error: unknown) => {
      // Nobody knows which clip it was, so all of them give way.
      if (error instanceof EngineError && error.message === stuckFilm) return assemble(withoutClips(planned))
      throw error
    })
    const cues = film?.cues ?? []
    return {
      text: cues.length > 0 ? cues.map(({ lines }) => lines.join(' ')).join(' ') : null,
      files: made.files,
      usage: { seconds: planned.frames / Number(options.fps) },
      ...(cues.length > 0 && {
        transcript: {
          language: document.language,
          segments: cues.map(({ startMs, endMs, lines }) => ({ start_ms: startMs, end_ms: endMs, text: lines.join(' ') })),
        },
      }),
      standIns: planned.shots.flatMap(({ id, source }) => (source.kind === 'card' || film?.standIns.includes(id) ? [id] : [])),
    }
  } finally {
    await Promise.all(spoken.map(({ path }) => rm(path, { force: true })))
  }
}

/** A still or a card stands in for every clip: the path of none makes the engine report it. */
const withoutClips = (cut: Cut): Cut => ({
  ...cut,
  shots: cut.shots.map((shot) => (shot.source.kind === 'clip' ? { ...shot, source: { ...shot.source, path: '', level: null } } : shot)),
})

const linePart = (shot: string, index: number) => `line:${shot}.${index + 1}`

/** The lines that the built-in voice speaks. */
function wishesOf(document: FilmDocument, files: FilmRequest['files']) {
  return shotsOf(document).flatMap(({ id, shot }) =>
    shot.words.flatMap(({ who, text }, index) => {
      const part = linePart(id, index)
      return files.has(part) ? [] : [{ part, wish: { text, voice: voiceOf(document, who) } }]
    }),
  )
}

const shotsOf = ({ order, shots }: FilmDocument) =>
  order.flatMap((id) => {
    const shot = shots[id]
    return shot ? [{ id, shot }] : []
  })

const voiceOf = ({ roles, narrator: speaker }: FilmDocument, who: string): string =>
  (who === narrator ? speaker.voice : roles[who]?.voice) ?? 'auto'

type ToCutOptions = { options: Options; files: FilmRequest['files']; spoken: ReadonlyMap<string, SpokenLine> }

/** Gives everything in a film its time, in frames. */
export function toCut({ film, document }: FilmCut, { options, files, spoken }: ToCutOptions): Cut {
  const fps = Number(options.fps)
  const measured: Measured = (shot, line) => {
    const part = linePart(shot, line)
    const ms = spoken.get(part)?.durationMs ?? files.get(part)?.durationMs
    return ms == null ? undefined : ms / 1_000
  }
  const { seconds, slots } = timelineOf(document, measured)
  const frameAt = (at: number) => Math.round(at * fps)
  const whole = shotsOf(document)
  const shots = slots.map(({ shot: id, starts, seconds: length }, index): CutShot => {
    const shot = whole[index]?.shot
    if (!shot) throw new Error('a slot without a shot')
    const first = frameAt(starts)
    return {
      id,
      starts: first,
      frames: frameAt(starts + length) - first,
      transition: {
        kind: shot.transition,
        frames: shot.transition === 'cut' || index === 0 ? 0 : frameAt(Math.min(transitionSeconds, length / 2)),
      },
      place: shot.place ?? '',
      light: shot.light,
      framing: shot.framing,
      camera: shot.camera,
      action: shot.action,
      figures: figuresOf(document, shot),
      source: sourceOf(id, { shot, files }),
    }
  })
  const lines = slots.flatMap(({ shot: id, starts }, index): CutLine[] => {
    const shot = whole[index]?.shot
    if (!shot) return []
    return linesOf(id, shot, measured).flatMap(({ starts: within }, at): CutLine[] => {
      const said = spoken.get(linePart(id, at))
      const path = said?.path ?? files.get(linePart(id, at))?.path
      const text = shot.words[at]?.text
      return path === undefined || text === undefined
        ? []
        : [{ shot: index, starts: frameAt(starts + within), path, text, words: said?.words ?? [] }]
    })
  })
  const { music, look } = document
  return {
    step: 'film',
    frames: frameAt(seconds),
    title: document.title,
    language: document.language,
    seed: seedOf(film),
    look: { style: look.style ?? 'auto', words: look.words ?? '' },
    shots,
    lines,
    music: music && { words: music.words ?? '', path: files.get('music')?.path ?? null, level: music.level ?? 0 },
  }
}

function figuresOf({ roles }: FilmDocument, { people, words }: Shot): CutShot['figures'] {
  return people.flatMap((id) => {
    const role = roles[id]
    if (!role) return []
    const { name, kind, looks, colour } = role
    return [{ name, kind, looks, colour, speaks: words.some(({ who }) => who === id) }]
  })
}

/** The best that a shot has: its clip, its still, or a card. */
function sourceOf(id: string, { shot, files }: { shot: Shot; files: FilmRequest['files'] }): CutSource {
  const still = files.get(`still:${id}`)?.path ?? null
  const clip = files.get(`clip:${id}`)
  if (clip) return { kind: 'clip', path: clip.path, from: startOfVideo(shot, clip.durationMs), still, level: { alone: 0, underWords: -12 } }
  return still === null ? { kind: 'card' } : { kind: 'still', path: still }
}

/** The largest seed that the engine takes is below 2³¹. */
const seedOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(-7), 16) || 1
