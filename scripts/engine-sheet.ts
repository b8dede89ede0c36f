/**
 * Renders 48 prompts with the built-in engine, 24 in English and 24 in Russian, covering every place, style, time of day and weather: `node
 * scripts/engine-sheet.ts [folder]` writes the images, a contact sheet, and a page with the terms understood.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import { typeface } from '../engine/media/typeface.ts'
import type { EngineFile } from '@quartet/engine/protocol/engine.ts'
import type { Aspect } from '@quartet/engine/protocol/options.ts'
import { readPrompt } from '../engine/understanding/read-prompt.ts'

type Entry = { prompt: string; aspect: Aspect; seed: number }

const entries: Entry[] = [
  { prompt: 'three sailing boats on a calm sea at dawn, watercolour', aspect: '4:3', seed: 11 },
  { prompt: 'mountain lake at sunset, pine forest, reflections', aspect: '16:9', seed: 12 },
  { prompt: 'cat on a windowsill watching the rain, night', aspect: '4:3', seed: 13 },
  { prompt: 'snowy mountains under northern lights, lake', aspect: '16:9', seed: 14 },
  { prompt: 'city skyline at night, seen across the river', aspect: '21:9', seed: 15 },
  { prompt: 'birch forest in autumn, path, sunbeams', aspect: '3:4', seed: 16 },
  { prompt: 'lighthouse in a storm, big waves, lightning', aspect: '4:3', seed: 17 },
  { prompt: 'sand dunes in the desert at sunset, no clouds', aspect: '16:9', seed: 18 },
  { prompt: 'meadow of red poppies, windmill, summer day', aspect: '4:3', seed: 19 },
  { prompt: 'ringed planet and a violet nebula in space', aspect: '1:1', seed: 20 },
  { prompt: 'waterfall in a misty forest', aspect: '3:4', seed: 21 },
  { prompt: 'tropical island with palms, turquoise sea, day', aspect: '16:9', seed: 22 },
  { prompt: 'whale underwater, sun rays, small fish', aspect: '16:9', seed: 23 },
  { prompt: 'abstract, teal and gold', aspect: '1:1', seed: 24 },
  { prompt: 'old street in the rain at night, lanterns, people with umbrellas', aspect: '3:4', seed: 25 },
  { prompt: 'five hot air balloons over mountains at dawn, flat poster', aspect: '3:4', seed: 26 },
  { prompt: 'pine forest in fog, deer, ink drawing', aspect: '3:4', seed: 27 },
  { prompt: 'a cabin in the snow, smoke, starry night, low-poly', aspect: '4:3', seed: 28 },
  { prompt: 'pixel art castle on a hill at sunset', aspect: '16:9', seed: 29 },
  { prompt: 'paper cut mountains, moon and stars', aspect: '1:1', seed: 30 },
  { prompt: 'line drawing of a village in the hills', aspect: '4:3', seed: 31 },
  { prompt: 'neon city in the rain, synthwave', aspect: '16:9', seed: 32 },
  { prompt: 'fireworks over the city and the bridge, night', aspect: '4:3', seed: 33 },
  { prompt: 'red heart', aspect: '1:1', seed: 34 },
  { prompt: 'маяк на скале в шторм, тушь', aspect: '3:4', seed: 35 },
  { prompt: 'уличные фонари, мокрый асфальт, ночь, неон', aspect: '9:16', seed: 36 },
  { prompt: 'горная река, осень, туман утром', aspect: '4:3', seed: 37 },
  { prompt: 'зимний лес, снегопад, вечер', aspect: '3:4', seed: 38 },
  { prompt: 'поезд едет через горы, лето, день', aspect: '16:9', seed: 39 },
  { prompt: 'две лодки на тихом озере, акварель', aspect: '4:3', seed: 40 },
  { prompt: 'лавандовое поле на закате', aspect: '16:9', seed: 41 },
  { prompt: 'пустыня, кактусы, полдень', aspect: '4:3', seed: 42 },
  { prompt: 'космос, спиральная галактика', aspect: '16:9', seed: 43 },
  { prompt: 'подводный мир, кораллы и рыбки', aspect: '4:3', seed: 44 },
  { prompt: 'абстракция в розовых и синих тонах', aspect: '1:1', seed: 45 },
  { prompt: 'северное сияние над заснеженным лесом', aspect: '16:9', seed: 46 },
  { prompt: 'водопад, радуга, летний день, без людей', aspect: '3:4', seed: 47 },
  { prompt: 'ночной город, вид сверху, огни', aspect: '16:9', seed: 48 },
  { prompt: 'остров в море на рассвете, из бумаги', aspect: '4:3', seed: 49 },
  { prompt: 'палатка и костёр у озера, звёздная ночь', aspect: '4:3', seed: 50 },
  { prompt: 'мост через реку, весна, плакат', aspect: '4:3', seed: 51 },
  { prompt: 'комната, за окном зимние горы, уютный вечер', aspect: '4:3', seed: 52 },
  { prompt: 'пиксельный лес, ночь, луна', aspect: '16:9', seed: 53 },
  { prompt: 'радуга над лугом после дождя', aspect: '16:9', seed: 54 },
  { prompt: 'горы на рассвете, low-poly', aspect: '16:9', seed: 55 },
  { prompt: 'океан, лунная ночь, кит', aspect: '3:4', seed: 56 },
  { prompt: 'контурный рисунок: кот у окна', aspect: '1:1', seed: 57 },
  { prompt: 'воздушные фонарики над озером, сумерки', aspect: '9:16', seed: 58 },
]

const folder = process.argv[2] ?? 'engine-sheet'
const scratchDir = join(tmpdir(), `engine-sheet-${process.pid}`)
const columns = 6
const cell = { width: 420, height: 470, picture: 380, margin: 20 }

type Made = Entry & { file: string; understood: string; ignored: string }

async function make(entry: Entry, index: number): Promise<Made> {
  const { files } = await engine.run(
    {
      model: 'sketch-image',
      prompt: entry.prompt,
      options: {
        aspect: entry.aspect,
        size: '1024',
        style: 'auto',
        card: 'none',
        headline: '',
        message: '',
        detail: '',
        negative: '',
        count: 1,
        transparent: false,
        format: 'png',
        embed_prompt: true,
        seed: entry.seed,
      },
      inputs: [],
    },
    { signal: new AbortController().signal, onProgress: () => {}, onText: () => {} },
  )
  const file = `${String(index + 1).padStart(2, '0')}.png`
  await moveOnly(files, join(folder, file))
  const { used, ignored } = readPrompt(entry.prompt)
  return { ...entry, file, understood: used.map((concept) => concept.replace(':', ' ')).join(' · '), ignored: ignored.join(', ') }
}

async function moveOnly([file]: EngineFile[], to: string): Promise<void> {
  if (!file) throw new Error('the engine made no file')
  // Files cannot be renamed across file systems.
  await rename(file.path, to).catch(async () => writeFile(to, await readFile(file.path)))
}

async function drawSheet(made: Made[]): Promise<Buffer> {
  const rows = Math.ceil(made.length / columns)
  const canvas = createCanvas(columns * cell.width, rows * cell.height)
  const g = canvas.getContext('2d')
  g.fillStyle = '#f6f4ef'
  g.fillRect(0, 0, canvas.width, canvas.height)
  for (const [index, entry] of made.entries()) {
    const left = (index % columns) * cell.width + cell.margin
    const top = Math.floor(index / columns) * cell.height + cell.margin
    const picture = await loadImage(join(folder, entry.file))
    const share = cell.picture / Math.max(picture.width, picture.height)
    const [width, height] = [picture.width * share, picture.height * share]
    g.imageSmoothingQuality = 'high'
    g.drawImage(picture, left + (cell.picture - width) / 2, top + (cell.picture - height) / 2, width, height)
    g.fillStyle = '#222'
    g.font = `15px ${typeface()}`
    g.fillText(`${index + 1}. ${entry.prompt}`, left, top + cell.picture + 22, cell.picture)
    g.fillStyle = '#777'
    g.font = `12px ${typeface()}`
    g.fillText(
      `${entry.understood}${entry.ignored ? ` — ignored: ${entry.ignored}` : ''} — ${entry.seed}`,
      left,
      top + cell.picture + 40,
      cell.picture,
    )
  }
  return canvas.encode('webp', 88)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const page = (made: Made[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Contact sheet</title>
<style>
body{margin:2rem;font:15px/1.5 system-ui;background:#f6f4ef;color:#222}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));gap:2rem}
figure{margin:0}img{width:100%;display:block}small{color:#777}
</style></head><body><main>
${made
  .map(
    (entry) =>
      `<figure><a href="${entry.file}"><img src="${entry.file}" alt=""></a><figcaption>${escaped(entry.prompt)}<br><small>${escaped(entry.understood)}${
        entry.ignored ? `<br>ignored: ${escaped(entry.ignored)}` : ''
      }<br>seed ${entry.seed}</small></figcaption></figure>`,
  )
  .join('\n')}
</main></body></html>
`

await mkdir(folder, { recursive: true })
const engine = openEngine({ scratchDir })
try {
  const made: Made[] = []
  for (const [index, entry] of entries.entries()) {
    made.push(await make(entry, index))
    process.stdout.write(`\r${index + 1} of ${entries.length}`)
  }
  await writeFile(join(folder, 'sheet.webp'), await drawSheet(made))
  await writeFile(join(folder, 'index.html'), page(made))
  console.log(`\n${join(folder, 'index.html')}`)
} finally {
  await engine.close()
  await rm(scratchDir, { recursive: true, force: true })
}
