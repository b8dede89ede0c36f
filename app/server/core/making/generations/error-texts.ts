import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { ServerText } from '#app/server/i18n.ts'

/** For `invalid_input` with a known option. */
export const optionRefusedText: ServerText = /*i18n*/ {
  id: 'generation.option_refused',
  message: 'The model doesn’t accept this value of “{option}”. Choose another one.',
}

/** For `too_long` with a known limit. */
export const tooLongText: ServerText = /*i18n*/ {
  id: 'generation.too_long_limit',
  message:
    'The request is too long: the model reads at most {limit, number} word pieces. Shorten the prompt, attach less, or start a new conversation.',
}

/** For `model_gone` with a known successor. */
export const goneTo: ServerText = /*i18n*/ {
  id: 'generation.model_gone_to',
  message: 'The service no longer offers this model. {successor} takes its place: choose it and try again.',
}

/** The messages of failed runs. The page adds that nothing was charged. */
export const generationErrorTexts: Record<GenerationErrorCode, ServerText> = {
  refused: /*i18n*/ {
    id: 'generation.refused',
    message: 'This request isn’t allowed by the model or this server’s rules. Change the prompt and try again.',
  },
  result_refused: /*i18n*/ {
    id: 'generation.result_refused',
    message: 'The model’s own check held back the result. Change the prompt or the attached files, or try again.',
  },
  too_long: /*i18n*/ {
    id: 'generation.too_long',
    message: 'The request is too long for this model. Shorten the prompt, attach less, or start a new conversation.',
  },
  model_gone: /*i18n*/ {
    id: 'generation.model_gone',
    message: 'The service no longer offers this model. Choose another model.',
  },
  invalid_input: /*i18n*/ {
    id: 'generation.invalid_input',
    message: 'The model couldn’t use this request. Change the prompt or the options.',
  },
  provider_auth: /*i18n*/ {
    id: 'generation.provider_auth',
    message: 'The model isn’t set up correctly on this server. Contact its administrator or choose another model.',
  },
  rate_limited: /*i18n*/ { id: 'generation.rate_limited', message: 'The model is too busy. Try again in a few minutes.' },
  temporary: /*i18n*/ { id: 'generation.temporary', message: 'The model returned no result. Try again.' },
  timeout: /*i18n*/ { id: 'generation.timeout', message: 'The model took too long. Try again.' },
  internal: /*i18n*/ { id: 'generation.internal', message: 'Something went wrong on our side. Try again.' },
  text_too_short: /*i18n*/ {
    id: 'generation.text_too_short',
    message: 'This text is already short. Paste a longer one or choose another task.',
  },
  nothing_to_say: /*i18n*/ { id: 'generation.nothing_to_say', message: 'There’s nothing to read aloud. Type some text.' },
  no_language_model: /*i18n*/ {
    id: 'generation.no_language_model',
    message: 'This model works on text you paste. It doesn’t answer questions or write from scratch: choose a language model for that.',
  },
  answer_lost: /*i18n*/ {
    id: 'generation.answer_lost',
    message: 'The service’s answer was lost or unusable. We stopped so that you don’t pay for it twice. Try again.',
  },
  storage_unavailable: /*i18n*/ {
    id: 'generation.storage_unavailable',
    message: 'The result couldn’t be saved because the file storage isn’t responding. Try again in a few minutes.',
  },
  storage_full: /*i18n*/ {
    id: 'generation.storage_full',
    message: 'The result couldn’t be saved because the server is out of disk space. Try again later.',
  },
  empty_answer: /*i18n*/ {
    id: 'generation.empty_answer',
    message: 'The answer is empty. Rephrase the prompt or choose another model.',
  },
  thoughts_only: /*i18n*/ {
    id: 'generation.thoughts_only',
    message: 'The model stopped after thinking, without an answer. Try again or choose another model.',
  },
  thought_to_limit: /*i18n*/ {
    id: 'generation.thought_to_limit',
    message: 'All tokens went into thinking. Raise the limit of the answer’s length, or let the model think less.',
  },
  called_tool: /*i18n*/ {
    id: 'generation.called_tool',
    message: 'The model called a tool instead of answering. Ask for an answer in words or choose another model.',
  },
}
