// Apart from the other codes, which are part of the first load of every page.

/** Causes of failed generations, as shown to the person. */
export const generationErrorCodes = [
  'refused',
  'invalid_input',
  'provider_auth',
  'rate_limited',
  'temporary',
  'timeout',
  'internal',
  'text_too_short',
  'nothing_to_say',
  'no_language_model',
  'answer_lost',
  'storage_unavailable',
  'storage_full',
  'empty_answer',
  'thoughts_only',
  'thought_to_limit',
  'called_tool',
  'result_refused',
  'too_long',
  'model_gone',
] as const
export type GenerationErrorCode = (typeof generationErrorCodes)[number]
