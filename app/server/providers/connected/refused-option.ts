import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { placeOfFailure, ProviderError } from '../provider.ts'

/** The names that services use for the options that models share, in lower case. */
const wireNames: Readonly<Record<string, readonly string[]>> = {
  aspect: ['aspect_ratio', 'aspectratio', 'ratio', 'size', 'image_size', 'imagesize', 'width', 'height'],
  count: ['n', 'num_images', 'num_outputs', 'numberofimages', 'samplecount'],
  duration: ['seconds', 'durationseconds', 'duration_seconds', 'music_length_ms'],
  effort: ['reasoning_effort', 'output_config', 'thinking_level', 'thinkinglevel', 'thinkingbudget', 'thinking_budget'],
  format: ['output_format', 'response_format', 'outputformat', 'mime_type', 'mimetype'],
  max_output_tokens: ['max_tokens', 'max_completion_tokens', 'maxoutputtokens'],
  negative: ['negative_prompt', 'negativeprompt'],
  resolution: ['size', 'output_resolution', 'image_size', 'imagesize'],
  search: ['tools'],
  sound: ['generate_audio', 'generateaudio', 'audio'],
  speed: ['speaking_rate', 'speakingrate'],
  thinking: ['summary', 'reasoning', 'includethoughts'],
  voice: ['voice_id', 'voiceid', 'voicename', 'voice_name'],
}

/** Adds the option to a refusal in which the service names a parameter of this request. Other errors stay as they are. */
export function withRefusedOption(error: unknown, { options, wire }: CatalogueModel, given: OptionValues): unknown {
  if (!(error instanceof ProviderError) || error.code !== 'invalid_input' || error.named.length === 0) return error
  const namesOf = (option: string) => [option, wire?.options[option]?.name.split('.').at(-1)?.toLowerCase(), ...(wireNames[option] ?? [])]
  const known = Object.keys(options).filter((option) => given[option] !== undefined)
  const option = error.named.map((name) => known.find((one) => namesOf(one).includes(name))).find((one) => one !== undefined)
  if (option === undefined) return error
  const { message, nothingStarted } = error
  return new ProviderError('invalid_input', message, { ...placeOfFailure(error), cause: error, option, nothingStarted })
}

/** Adds the parameter that the service names to a refusal of a program's request, whose parameters reach the service by the same names. */
export function withRefusedParameter(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.code !== 'invalid_input') return error
  const [option] = error.named
  if (option === undefined) return error
  const { message, nothingStarted } = error
  return new ProviderError('invalid_input', message, { ...placeOfFailure(error), cause: error, option, nothingStarted })
}
