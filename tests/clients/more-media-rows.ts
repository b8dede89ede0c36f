import { toFile } from 'openai'
import { expect } from 'vitest'
import { makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { refusal } from '#tests/fixtures/openai-server.ts'
import type { Outcome, Row } from './row.ts'
import type { World } from './world.ts'

/** Further calls of programs: images, sounds, vectors, videos and files. */

const wave = () => toFile(makeSound(), 'a.wav', { type: 'audio/wav' })
const png = async (width = 64) => toFile(await makePicture(width), 'a.png', { type: 'image/png' })
const row =
  (call: string) =>
  (shows: string, openai: (world: World) => Promise<unknown>, outcome: Outcome = 'works'): Row => ({
    call,
    shows,
    outcome,
    tries: { openai },
  })

const images = row('images/generations')
const draw = ({ openai }: World, more: object) => openai.images.generate({ model: 'picture', prompt: 'A lake', stream: false, ...more })
const edits = row('images/edits')
const change = async ({ openai }: World, more: object = {}) =>
  openai.images.edit({ model: 'picture', prompt: 'A lake', image: await png(), stream: false, ...more })

const speech = row('audio/speech')
const speak = async ({ openai }: World, more: object) => {
  const answer = await openai.audio.speech.create({ model: 'voice', voice: 'alloy', input: 'Hello', ...more })
  return Buffer.from(await answer.arrayBuffer())
}
const transcripts = row('audio/transcriptions')
const hear = async ({ openai }: World, more: object = {}) =>
  openai.audio.transcriptions.create({ model: 'ears', file: await wave(), ...more })

const vectors = row('embeddings')
const embed = ({ openai }: World, more: object = {}) => openai.embeddings.create({ model: 'desk/nomic-embed-text', input: 'Hi', ...more })

const videos = row('videos')
/** Makes a video, and waits for its end. */
async function film({ openai }: World): Promise<string> {
  const { id } = await openai.videos.create({ model: 'film', prompt: 'A lake' })
  await expect.poll(async () => (await openai.videos.retrieve(id)).status, { interval: 10 }).toBe('completed')
  return id
}
const files = row('files')
const upload = async ({ openai }: World) => openai.files.create({ file: await png(), purpose: 'vision' })

export const moreMediaRows: readonly Row[] = [
  row('models')('what each can: `kind`, `pricing`, `supported_parameters`, `context_length`', async ({ openai }) => {
    expect(await openai.models.retrieve('desk/able')).toMatchObject({
      created: expect.any(Number),
      kind: 'text',
      pricing: expect.anything(),
      supported_parameters: expect.arrayContaining(['tools', 'response_format']),
    })
  }),
  images('`response_format: url`', async (world) =>
    expect((await draw(world, { response_format: 'url' })).data?.[0]?.url).toMatch(/^http/),
  ),
  images('`size`, the nearest shape', (world) => draw(world, { size: '1536x1024' })),
  images('`output_format`', (world) => draw(world, { output_format: 'png' })),
  images('`user`', (world) => draw(world, { user: 'a-person' }), { ignores: 'user' }),
  images('`n` above what the model makes', (world) => draw(world, { n: 5 }), { refuses: 'n' }),
  edits('a stream', async ({ openai }) => {
    const types = []
    const stream = await openai.images.edit({ model: 'picture', prompt: 'A lake', image: await png(), stream: true })
    for await (const { type } of stream) types.push(type)
    expect(types).toEqual(['image_edit.completed'])
  }),
  edits('more images than the model takes', async (world) => change(world, { image: [await png(), await png(32)] }), { refuses: 'image' }),
  edits('`input_fidelity`', (world) => change(world, { input_fidelity: 'low' }), { ignores: 'input_fidelity' }),
  ...['mp3', 'opus', 'aac', 'wav', 'pcm'].map((format) =>
    speech(`\`response_format: ${format}\``, async (world) =>
      expect((await speak(world, { response_format: format })).byteLength).toBeGreaterThan(0),
    ),
  ),
  speech('`stream_format: sse`', async (world) =>
    expect((await speak(world, { response_format: 'wav', stream_format: 'sse' })).toString()).toContain('speech.audio.done'),
  ),
  speech('`instructions` for a model without them', (world) => speak(world, { instructions: 'Whisper' }), { ignores: 'instructions' }),
  speech('a voice that the model does not have', (world) => speak(world, { voice: 'nobody' }), { refuses: 'voice' }),
  transcripts('a stream', async ({ openai }) => {
    const events = []
    const stream = await openai.audio.transcriptions.create({ model: 'ears', file: await wave(), stream: true })
    for await (const event of stream) events.push(event)
    expect(events.at(-1)).toMatchObject({ type: 'transcript.text.done', text: 'Hello there' })
  }),
  transcripts('`verbose_json` with segments', async (world) =>
    expect(await hear(world, { response_format: 'verbose_json', timestamp_granularities: ['segment'] })).toMatchObject({
      segments: [{ text: 'Hello there', end: 0.5 }],
    }),
  ),
  transcripts('`text`, `srt`, `vtt`', async (world) => {
    for (const format of ['text', 'srt', 'vtt'])
      expect(JSON.stringify(await hear(world, { response_format: format }))).toContain('Hello there')
  }),
  transcripts('`temperature`', (world) => hear(world, { temperature: 0.2 }), { ignores: 'temperature' }),
  transcripts('the times of words', (world) => hear(world, { response_format: 'verbose_json', timestamp_granularities: ['word'] }), {
    refuses: 'timestamp_granularities',
  }),
  row('audio/translations')('a recording, for a model that translates', async ({ openai }) =>
    expect(await openai.audio.translations.create({ model: 'interpreter', file: await wave() })).toEqual({ text: 'Hello there' }),
  ),
  vectors('several texts', async (world) => expect((await embed(world, { input: ['One', 'Two'] })).data).toHaveLength(2)),
  vectors('`encoding_format: float`', async (world) =>
    expect((await embed(world, { encoding_format: 'float' })).data[0]?.embedding).toEqual(expect.arrayContaining([expect.any(Number)])),
  ),
  vectors('numbers of tokens', (world) => embed(world, { input: [1, 2, 3] }), { refuses: 'input' }),
  videos('a video, read and downloaded', async (world) => {
    const content = await world.openai.videos.downloadContent(await film(world))
    expect((await content.arrayBuffer()).byteLength).toBeGreaterThan(0)
  }),
  videos('the list', async (world) => {
    const id = await film(world)
    const ids = []
    for await (const video of world.openai.videos.list()) ids.push(video.id)
    expect(ids).toEqual([id])
  }),
  videos('a remix', async (world) => {
    const id = await film(world)
    expect(await world.openai.videos.remix(id, { prompt: 'At night' })).toMatchObject({ model: 'recut', remixed_from_video_id: id })
  }),
  videos('a video, deleted', async (world) => {
    const id = await film(world)
    expect(await world.openai.videos.delete(id)).toMatchObject({ id, deleted: true })
  }),
  videos(
    'a length that the model does not have',
    ({ openai }) => openai.post('/videos', { body: { model: 'film', prompt: 'A lake', seconds: 'long' } }),
    {
      refuses: 'seconds',
    },
  ),
  files('an upload, read and downloaded', async (world) => {
    const { id, bytes } = await upload(world)
    expect(await world.openai.files.retrieve(id)).toMatchObject({ id, bytes })
    expect((await (await world.openai.files.content(id)).arrayBuffer()).byteLength).toBe(bytes)
  }),
  files('the list', async (world) => {
    const { id } = await upload(world)
    const ids = []
    for await (const file of world.openai.files.list()) ids.push(file.id)
    expect(ids).toEqual([id])
  }),
  files('an upload, deleted', async (world) => {
    const { id } = await upload(world)
    expect(await world.openai.files.delete(id)).toMatchObject({ id, deleted: true })
    expect(await refusal(world.openai.files.retrieve(id))).toMatchObject({ status: 404 })
    // The refusal was the last answer.
    await upload(world)
  }),
]
