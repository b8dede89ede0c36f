/**
 * Makes the film of the home page and the dashboard from the example script, as the product makes an animatic:
 * `node scripts/make-film-sample.ts` fills `public/samples/` in both languages. Run it again when the cards, the voices or the example change.
 */
import { copyFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { arrange } from '#app/features/films/arrange.ts'
import { templates } from '#app/features/films/templates/templates.ts'
import { splitFilm } from '#app/server/core/making/films/split-film.ts'
import { makeFilm } from '#app/server/providers/sketch/make-film.ts'
import { locales } from '#config'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import { engineOptions } from '@quartet/engine/protocol/options.ts'

const shown = join(import.meta.dirname, '../public/samples')
const scratchDir = join(tmpdir(), `make-film-sample-${process.pid}`)
const seconds = 30
/** The beginning of the example: a film in full would be twice as large as the film of the home page. */
const shots = 3
const budget = 2_200_000
/** The places of the sample have the same shapes whenever it is made. */
const film = '00000000-0000-7000-8000-000000000003'
const posterQuality = 72

const engine = openEngine({ scratchDir })
try {
  for (const language of locales) {
    const whole = arrange(splitFilm({ text: templates[language].example, language, seconds, read_aloud: false }).document)
    const document = { ...whole, order: whole.order.slice(0, shots), music: { words: 'calm, piano', level: -6 } }
    const made = await makeFilm(
      engine,
      { cut: { film, document }, files: new Map() },
      {
        options: v.parse(engineOptions['sketch-film'], { shape: '16:9', resolution: '480p', captions: 'file' }),
        run: { signal: new AbortController().signal, onProgress: () => {}, onText: () => {} },
      },
    )
    const [video, captions] = made.files
    if (!video?.poster || captions?.mediaType !== 'text/vtt') throw new Error('a film without a poster or captions')
    await copyFile(video.path, join(shown, `film-${language}.mp4`))
    await copyFile(captions.path, join(shown, `film-${language}.vtt`))
    await sharp(video.poster.path)
      .webp({ quality: posterQuality, effort: 6 })
      .toFile(join(shown, `film-${language}.webp`))
    const { size } = await stat(video.path)
    console.log(`film-${language}.mp4 ${Math.round(size / 1_000)} kB, ${video.width} × ${video.height}, ${video.durationMs} ms`)
    if (size > budget) throw new Error(`film-${language}.mp4 is ${size} bytes, over its budget of ${budget}`)
  }
} finally {
  await engine.close()
  await rm(scratchDir, { recursive: true, force: true })
}
