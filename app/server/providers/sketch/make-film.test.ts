import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Cut } from '@quartet/engine/protocol/cut.ts'
import { type Engine, EngineError, stuckFilm } from '@quartet/engine/protocol/engine.ts'
import { type EngineJob, engineOptions } from '@quartet/engine/protocol/options.ts'
import { mergePatch } from '#app/contract/base/merge-patch.ts'
import { filmDocumentSchema } from '#app/contract/films/film-document.ts'
import type { FilmFile } from '#app/contract/films/film-cut.ts'
import { chargeOf, priceOf } from '#app/server/core/making/models/price.ts'
import { makeFilm } from './make-film.ts'
import { describeSketchModels } from './models.ts'

const document = v.parse(filmDocumentSchema, {
  v: 1,
  language: 'en',
  roles: { annaaa: { name: 'Anna', voice: 'grace', colour: 3 } },
  order: ['shotaa', 'shotbb'],
  shots: {
    shotaa: { place: 'Lighthouse', light: 'dusk', action: 'The lamp wakes.', seconds: 3 },
    shotbb: {
      people: ['annaaa'],
      action: 'Anna looks up.',
      words: [
        { who: 'annaaa', text: 'There you are.' },
        { who: 'narrator', text: 'Nobody answered.' },
      ],
      transition: 'fade',
    },
  },
})

/** An engine that says every line in 2 s and makes any film; a stuck one only those without a clip. */
function fakeEngine({ isStuck = false } = {}) {
  const jobs: EngineJob[] = []
  const engine: Pick<Engine, 'run'> = {
    async run(job) {
      jobs.push(job)
      const shots = job.model === 'sketch-film' && job.cut.step === 'film' ? job.cut.shots : []
      if (isStuck && shots.some(({ source }) => source.kind === 'clip' && source.path !== ''))
        throw new EngineError('invalid_input', stuckFilm)
      const lines = job.model === 'sketch-film' && job.cut.step === 'speak' ? job.cut.lines : []
      return {
        text: null,
        files: [],
        spoken: lines.map((_, index) => ({ path: `/nowhere/${index}`, durationMs: 2_000, words: [] })),
        film: {
          standIns: shots.flatMap(({ id, source }) => (source.kind === 'clip' && source.path === '' ? [id] : [])),
          cues: [{ startMs: 3_300, endMs: 5_000, lines: ['There you are.'] }],
        },
      }
    },
  }
  return { jobs, engine }
}

type Given = Parameters<typeof fakeEngine>[0] & { of?: typeof document }

async function make(files: [string, FilmFile][] = [], { of = document, ...given }: Given = {}) {
  const { jobs, engine } = fakeEngine(given)
  const options = v.parse(engineOptions['sketch-film'], {})
  const run = { signal: new AbortController().signal, onProgress: () => {}, onText: () => {} }
  const result = await makeFilm(engine, { cut: { film: '0197-ab12cd3', document: of }, files: new Map(files) }, { options, run })
  const cuts = jobs.flatMap((job) => (job.model === 'sketch-film' ? [job.cut] : []))
  return { result, spoken: cuts.find(({ step }) => step === 'speak'), cut: cuts.find((cut): cut is Cut => cut.step === 'film') }
}

test('lines without a recording are spoken by the voice of their role, and shots are as long as their real words', async () => {
  const { spoken, cut, result } = await make()
  expect(spoken).toEqual({
    step: 'speak',
    lines: [
      { text: 'There you are.', voice: 'grace' },
      { text: 'Nobody answered.', voice: 'auto' },
    ],
  })
  // 0.3 + 2 + 0.25 + 2 + 0.5 s are 122 frames of 24 a second.
  expect(cut?.shots.map(({ starts, frames }) => [starts, frames])).toEqual([
    [0, 72],
    [72, 122],
  ])
  expect(cut?.lines.map(({ starts }) => starts)).toEqual([79, 133])
  expect(result.usage).toEqual({ seconds: 194 / 24 })
})

const file = (name: string): FilmFile => ({ path: `/files/${name}`, mediaType: 'any', durationMs: 1_000 })

test('a recorded line, a still and a clip take the place of voice and card', async () => {
  const { spoken, cut } = await make([
    ['line:shotbb.1', file('line')],
    ['still:shotaa', file('still')],
    ['clip:shotbb', file('clip')],
  ])
  expect(spoken).toMatchObject({ lines: [{ text: 'Nobody answered.' }] })
  expect(cut?.lines.map(({ path }) => path)).toEqual(['/files/line', '/nowhere/0'])
  expect(cut?.shots.map(({ source, transition }) => [source.kind, transition])).toEqual([
    ['still', { kind: 'cut', frames: 0 }],
    ['clip', { kind: 'fade', frames: 12 }],
  ])
})

test.each([
  // The start is a whole frame of 24 a second.
  [1.3, 5_000, 31 / 24],
  [0, 5_000, 0],
  // Of a shorter take, the last half second is shown.
  [4, 3_000, 2.5],
])('a clip begins %d s into a video of %i ms at %d s', async (from, durationMs, start) => {
  const of = v.parse(filmDocumentSchema, mergePatch(document, { shots: { shotaa: { from } } }))
  const { cut } = await make([['clip:shotaa', { ...file('clip'), durationMs }]], { of })
  expect(cut?.shots[0]).toMatchObject({ frames: 72, source: { kind: 'clip', from: start } })
})

test('the subtitles of a film are the transcript of its run', async () => {
  const { result } = await make()
  expect(result).toMatchObject({
    text: 'There you are.',
    transcript: { language: 'en', segments: [{ start_ms: 3_300, end_ms: 5_000, text: 'There you are.' }] },
    standIns: ['shotaa', 'shotbb'],
  })
})

test('a clip that stops the parser gives way to its stand-in, and the film is made', async () => {
  const { result } = await make(
    [
      ['still:shotaa', file('still')],
      ['clip:shotbb', file('clip')],
    ],
    { isStuck: true },
  )
  expect(result.standIns).toEqual(['shotbb'])
})

test('a film costs a token per started five seconds, twice at 720p and four times at 1080p, and at most what was held', () => {
  const film = describeSketchModels(capable).find(({ id }) => id === 'sketch-film')
  if (!film) throw new Error('no film')
  const priced = (resolution: string, duration: number) => ({ prompt: '', options: { resolution, duration } })
  expect(['480p', '720p', '1080p'].map((resolution) => priceOf(film.price, priced(resolution, 31)))).toEqual([7_000, 14_000, 28_000])
  const held = priceOf(film.price, priced('720p', 36))
  const charge = (seconds: number) => chargeOf(film.price, { priced: priced('720p', 36), usage: { seconds }, held })
  expect([charge(30), charge(30.1), charge(90)]).toEqual([12_000, 14_000, held])
})

const capable = {
  'sketch-image': null,
  'sketch-video': null,
  'sketch-speech': null,
  'sketch-music': null,
  'sketch-text': null,
  'sketch-join': null,
  'sketch-film': null,
}
