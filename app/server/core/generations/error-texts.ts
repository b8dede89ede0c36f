import type { GenerationErrorCode } from '#app/contract/errors.ts'
import type { ServerText } from '../../i18n.ts'

/** What a person reads at a failed run. That nothing was charged stands beside it. */
export const generationErrorTexts: Record<GenerationErrorCode, ServerText> = {
  refused: /*i18n*/ {
    id: 'generation.refused',
    message: 'The model, or the rules of this server, do not allow this. Change the prompt and try again.',
  },
  invalid_input: /*i18n*/ {
    id: 'generation.invalid_input',
    message: 'The model could not use this input. Change the prompt or the options.',
  },
  provider_auth: /*i18n*/ {
    id: 'generation.provider_auth',
    message: 'The model is not set up properly on this server. Tell whoever runs it, or choose another.',
  },
  rate_limited: /*i18n*/ { id: 'generation.rate_limited', message: 'The model is too busy. Try again in a few minutes.' },
  temporary: /*i18n*/ { id: 'generation.temporary', message: 'The model did not answer. Try again.' },
  timeout: /*i18n*/ { id: 'generation.timeout', message: 'The model took too long. Try again.' },
  internal: /*i18n*/ { id: 'generation.internal', message: 'Something went wrong on our side. Try again.' },
  text_too_short: /*i18n*/ { id: 'generation.text_too_short', message: 'The text is too short for this. Paste at least three sentences.' },
  nothing_to_say: /*i18n*/ { id: 'generation.nothing_to_say', message: 'There is nothing to read aloud here. Type some words.' },
  no_language_model: /*i18n*/ {
    id: 'generation.no_language_model',
    message:
      'This tool works on a text that you paste: it cannot answer a question or write from scratch. For that, whoever runs this server can connect a language model: a provider’s key, or a local server such as Ollama through OPENAI_COMPATIBLE.',
  },
}
