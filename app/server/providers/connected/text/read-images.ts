import * as v from 'valibot'
import { ProviderError } from '../../provider.ts'

/** The name of OpenAI's tool that makes images. */
export const drawingTool = 'image_generation'

/** Characters of an encoded image, which is about 24 MB. */
const longestImage = 32 * 1024 * 1024

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Decodes an image, with or without the head of its `data:` URL. A retry would be billed as much again, so the error is final. */
export function decodePicture(provider: string, encoded: string): Uint8Array {
  const content = encoded.startsWith('data:') ? encoded.slice(encoded.indexOf(',') + 1) : encoded
  if (content.length > longestImage) throw new ProviderError('temporary', `${provider}: an image of the answer is too big`, { final: true })
  if (!base64.test(content)) throw new ProviderError('temporary', `${provider}: an image of the answer is not readable`, { final: true })
  return Buffer.from(content, 'base64')
}

const drawingSchema = v.object({ result: v.string() })
/** Returns the image that OpenAI's tool has made; an empty text, which is no image, for any other output. */
export function readDrawing(output: unknown): string {
  const parsed = v.safeParse(drawingSchema, output)
  return parsed.success ? parsed.output.result : ''
}

const imagesSchema = v.object({
  choices: v.array(v.object({ delta: v.object({ images: v.array(v.object({ image_url: v.object({ url: v.string() }) })) }) })),
})
/** Returns the images in an event of OpenAI's chat protocol, as OpenRouter extends it: as `data:` URLs only, because others would be fetched. */
export function readDeltaImages(event: unknown): string[] {
  const parsed = v.safeParse(imagesSchema, event)
  if (!parsed.success) return []
  return parsed.output.choices.flatMap(({ delta }) => delta.images.map(({ image_url: { url } }) => url))
}
