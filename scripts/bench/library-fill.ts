import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import type { Kind } from '#app/contract/base/values.ts'
import { makePlaceholder } from '#app/server/core/making/files/make-placeholder.ts'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collectionItems, collections } from '#app/server/db/schema/library.ts'
import type { Storage } from '#app/server/storage/storage.ts'

const shapes = [
  [1, 1],
  [16, 9],
  [9, 16],
  [4, 3],
  [3, 2],
  [2, 3],
] as const
const things = ['lighthouse', 'mountain lake', 'old harbour', 'fox in the snow', 'city at night', 'field of poppies', 'glass tower']
const thingsRu = ['маяк', 'горное озеро', 'старая гавань', 'лиса на снегу', 'ночной город', 'маковое поле', 'стеклянная башня']
const times = ['at dawn', 'in the rain', 'under northern lights', 'in winter', 'at sunset', 'in fog']
const timesRu = ['на рассвете', 'под дождём', 'под северным сиянием', 'зимой', 'на закате', 'в тумане']
const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('the list is empty')
  return found
}

/** Inserts a year of a person's work into the database: `count` works of all kinds in both languages, with real images. */
export async function fillLibrary(db: Database, { storage, userId, count }: { storage: Storage; userId: string; count: number }) {
  const stills = await makeStills(storage)
  const collectionIds = await Promise.all(
    ['Favourite places', 'Обложки', 'Client work'].map(async (name) => {
      const id = uuidv7()
      await db.insert(collections).values({ id, userId, name })
      return id
    }),
  )
  const now = Date.now()
  for (let begin = 0; begin < count; begin += 500) {
    const works: (typeof generations.$inferInsert)[] = []
    const made: (typeof files.$inferInsert)[] = []
    const sorted: (typeof collectionItems.$inferInsert)[] = []
    for (let index = begin; index < Math.min(count, begin + 500); index += 1) {
      const at = new Date(now - (count - index) * 45 * 60_000)
      const id = uuidv7({ msecs: at.getTime() })
      const type = pick<Kind>(['image', 'image', 'video', 'image', 'text', 'audio'], index)
      const prompt =
        index % 2 === 0
          ? `${pick(things, index)} ${pick(times, index * 7)}, no. ${index}`
          : `${pick(thingsRu, index)} ${pick(timesRu, index * 7)}, № ${index}`
      works.push({
        id,
        userId,
        type,
        model: `sketch-${type}`,
        prompt,
        options: { seed: index, aspect: '16:9' },
        inputs: [],
        status: 'succeeded',
        progress: 1,
        text: type === 'text' ? `# ${prompt}\n\n${`A paragraph about ${prompt}. `.repeat(20)}` : null,
        price: 4,
        priceMilli: 4_000,
        charged: 4,
        chargedMilli: 4_000,
        favorite: index % 9 === 0,
        createdAt: at,
        startedAt: at,
        finishedAt: at,
        updatedAt: at,
      })
      if (index % 25 === 0) sorted.push({ collectionId: pick(collectionIds, index / 25), generationId: id })
      if (type === 'text') continue
      const still = pick(stills, index * 5)
      const owner = { userId, generationId: id, mediaType: 'image/webp', createdAt: at }
      const small = ['poster', 'thumbnail'].map((name) => ({
        ...owner,
        ...(name === 'poster' ? still.poster : still.thumbnail),
        id: uuidv7(),
      }))
      if (type !== 'audio') made.push(...small)
      made.push({
        ...owner,
        ...still.poster,
        id: uuidv7(),
        position: 0,
        ...(type === 'audio'
          ? {
              mediaType: 'audio/mpeg',
              durationMs: 30_000,
              width: null,
              height: null,
              peaks: Array.from({ length: 200 }, (_, at) => Math.round(Math.abs(Math.sin(at + index)) * 1000) / 1000),
            }
          : {
              posterId: small[0]?.id ?? null,
              thumbnailId: small[1]?.id ?? null,
              placeholder: still.placeholder,
              ...(type === 'video' && { mediaType: 'video/mp4', durationMs: 5_000 }),
            }),
      })
    }
    await db.insert(generations).values(works)
    await db.insert(files).values(made)
    if (sorted.length > 0) await db.insert(collectionItems).values(sorted)
  }
}

type Picture = { poster: Still; thumbnail: Still; placeholder: string | null }
type Still = { storageKey: string; bytes: number; sha256: string; width: number; height: number }

/** A few dozen different images, as detailed as real ones. */
async function makeStills(storage: Storage): Promise<Picture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quartet-stills-'))
  const made: Picture[] = []
  for (let index = 0; index < 36; index += 1) {
    const [w, h] = pick(shapes, index)
    let placeholder: string | null = null
    const write = async (name: string, width: number): Promise<Still> => {
      const height = Math.round((width * h) / w)
      const path = join(folder, `${index}-${name}.webp`)
      await sharp(Buffer.from(drawing(index, width, height)))
        .flatten()
        .webp({ quality: 78 })
        .toFile(path)
      // The placeholder comes first, because the file is moved away.
      placeholder = await makePlaceholder(path)
      const storageKey = `bench/${index}-${name}`
      return { storageKey, ...(await storage.putFile(storageKey, path)), width, height }
    }
    const poster = await write('poster', 640)
    const thumbnail = await write('thumbnail', 320)
    made.push({ poster, thumbnail, placeholder })
  }
  await rm(folder, { recursive: true, force: true })
  return made
}

function drawing(index: number, width: number, height: number): string {
  const hue = (index * 47) % 360
  const hills = Array.from({ length: 24 }, (_, place) => {
    const x = (place * 137 + index * 61) % width
    const y = height * (0.4 + ((place * 31) % 60) / 100)
    return `<circle cx="${x}" cy="${y}" r="${20 + ((place * 13) % 70)}" fill="hsl(${(hue + place * 9) % 360} 55% ${30 + ((place * 7) % 45)}%)" opacity=".7"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 70% 72%)"/><stop offset="1" stop-color="hsl(${(hue + 60) % 360} 60% 28%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>${hills}</svg>`
}
