import * as v from 'valibot'
import type { ServiceId } from '../../../env.ts'
import { noteAnswer } from '../../call-report.ts'
import { ProviderError } from '../../provider.ts'
import { classifyFailure } from '../classify-error.ts'
import { final } from './operations.ts'

/**
 * Verdicts within successful answers that the packages drop or turn into errors without a cause. Each reader returns the answer without
 * refused results, or throws if nothing is left.
 */
type Reader = { marks: RegExp; read(answer: unknown): unknown }

const resultRefused = (service: string) =>
  new ProviderError('result_refused', `${service}: the service refused the result`, { phase: 'result' })
const workFailed = (service: string, body: unknown) => final(classifyFailure(service, { body }))

const xaiImages = v.looseObject({ data: v.array(v.looseObject({ respect_moderation: v.optional(v.nullable(v.boolean())) })) })
const xaiVideo = v.looseObject({
  status: v.optional(v.string()),
  respect_moderation: v.optional(v.nullable(v.boolean())),
  video: v.optional(v.nullable(v.object({ respect_moderation: v.optional(v.nullable(v.boolean())) }))),
  error: v.optional(v.unknown()),
})

function readXai(answer: unknown): unknown {
  const images = v.safeParse(xaiImages, answer)
  if (images.success) {
    const data = images.output.data.filter((image) => image.respect_moderation !== false)
    if (data.length === 0 && images.output.data.length > 0) throw resultRefused('xai')
    return { ...images.output, data }
  }
  const video = v.safeParse(xaiVideo, answer)
  if (!video.success) return answer
  const { status, error } = video.output
  if (video.output.respect_moderation === false || video.output.video?.respect_moderation === false) throw resultRefused('xai')
  if (status === 'failed' && error != null) throw workFailed('xai', error)
  return answer
}

const googleContent = v.object({
  candidates: v.optional(
    v.array(
      v.object({
        finishReason: v.optional(v.nullable(v.string())),
        content: v.optional(v.nullable(v.object({ parts: v.optional(v.array(v.unknown())) }))),
      }),
    ),
    [],
  ),
  promptFeedback: v.optional(v.nullable(v.object({ blockReason: v.optional(v.nullable(v.string())) }))),
})
const googleWork = v.object({
  done: v.literal(true),
  error: v.optional(v.nullable(v.looseObject({}))),
  response: v.optional(
    v.nullable(
      v.object({
        generateVideoResponse: v.optional(
          v.nullable(
            v.object({
              generatedSamples: v.optional(v.nullable(v.array(v.unknown()))),
              raiMediaFilteredCount: v.optional(v.nullable(v.number())),
              raiMediaFilteredReasons: v.optional(v.nullable(v.array(v.unknown()))),
            }),
          ),
        ),
      }),
    ),
  ),
})
const unspecified = /^BLOCKE?D?_?REASON_UNSPECIFIED$/
const refusedEnds = /^(?:(?:IMAGE_)?(?:SAFETY|PROHIBITED_CONTENT|RECITATION)|BLOCKLIST|SPII)$/
const emptyEnds = /^(?:NO_IMAGE|IMAGE_OTHER)$/

function readGoogle(answer: unknown): unknown {
  const work = v.safeParse(googleWork, answer)
  if (work.success) {
    const { error, response } = work.output
    if (error) throw workFailed('google', error)
    const made = response?.generateVideoResponse
    const isFiltered = (made?.raiMediaFilteredCount ?? made?.raiMediaFilteredReasons?.length ?? 0) > 0
    if (isFiltered && !made?.generatedSamples?.length) throw resultRefused('google')
    return answer
  }
  const content = v.safeParse(googleContent, answer)
  if (!content.success) return answer
  const { candidates, promptFeedback } = content.output
  const blocked = promptFeedback?.blockReason
  if (blocked && !unspecified.test(blocked))
    throw new ProviderError('refused', 'google: the service refused the content', { phase: 'result' })
  const ends = (pattern: RegExp) =>
    candidates.length > 0 && candidates.every((one) => pattern.test(one.finishReason ?? '') && !hasMedia(one))
  if (ends(refusedEnds)) throw resultRefused('google')
  if (ends(emptyEnds)) throw new ProviderError('empty_answer', 'google: the service made no image', { phase: 'result' })
  return answer
}

const mediaPart = v.object({ inlineData: v.object({ data: v.string() }) })
const hasMedia = ({ content }: v.InferOutput<typeof googleContent>['candidates'][number]) =>
  content?.parts?.some((part) => v.is(mediaPart, part)) ?? false

const alibabaTask = v.object({
  output: v.object({ task_status: v.literal('FAILED'), code: v.optional(v.string()), message: v.optional(v.string()) }),
})

function readAlibaba(answer: unknown): unknown {
  const task = v.safeParse(alibabaTask, answer)
  if (!task.success) return answer
  const { code, message } = task.output.output
  throw workFailed('alibaba', { code, message })
}

const flags = v.optional(v.nullable(v.array(v.boolean())))
const falImages = v.looseObject({ images: v.array(v.unknown()), has_nsfw_concepts: flags, nsfw_content_detected: flags })

/** fal replaces a refused image by a black one. */
function readFal(answer: unknown): unknown {
  const parsed = v.safeParse(falImages, answer)
  if (!parsed.success) return answer
  const { images, ...rest } = parsed.output
  const flagged = rest.has_nsfw_concepts ?? rest.nsfw_content_detected ?? []
  const kept = images.filter((_, index) => flagged[index] !== true)
  if (kept.length === 0 && images.length > 0) throw resultRefused('fal')
  const unflagged = kept.map(() => false)
  return { ...rest, images: kept, has_nsfw_concepts: unflagged, nsfw_content_detected: unflagged }
}

const readers: Partial<Record<ServiceId, Reader>> = {
  xai: { marks: /"respect_moderation"\s*:\s*false|"status"\s*:\s*"failed"/, read: readXai },
  google: {
    marks:
      /"blockReason"|"raiMediaFiltered|"(?:IMAGE_)?(?:SAFETY|PROHIBITED_CONTENT|RECITATION|OTHER)"|"(?:BLOCKLIST|SPII|NO_IMAGE)"|"done"\s*:\s*true/,
    read: readGoogle,
  },
  alibaba: { marks: /"task_status"\s*:\s*"FAILED"/, read: readAlibaba },
  fal: { marks: /"(?:has_nsfw_concepts|nsfw_content_detected)"/, read: readFal },
}

/** Whether successful answers of the service may hide a verdict. */
export const hidesVerdicts = (service: ServiceId): boolean => readers[service] !== undefined

/** Returns the text of a JSON answer without refused results. Throws the `ProviderError` of a verdict. Other texts are returned as they are. */
export function readVerdict(service: ServiceId, text: string): string {
  const reader = readers[service]
  if (!reader?.marks.test(text)) return text
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return text
  }
  try {
    const left = reader.read(answer)
    return left === answer ? text : JSON.stringify(left)
  } catch (error) {
    noteAnswer(answer)
    throw error
  }
}
