import type { ServerText } from '../../i18n.ts'

/** Problems of a model's definition, by code. Each text says what the key at the problem's path must be. */
export const problemTexts = {
  unknown_key: /*i18n*/ { id: 'definition.unknown_key', message: 'is not known here' },
  missing: /*i18n*/ { id: 'definition.missing', message: 'is missing' },
  invalid: /*i18n*/ { id: 'definition.invalid', message: 'is not valid' },
  map: /*i18n*/ { id: 'definition.map', message: 'must be a map of keys and values' },
  list: /*i18n*/ { id: 'definition.list', message: 'must be a list' },
  text: /*i18n*/ { id: 'definition.text', message: 'must be a text' },
  empty: /*i18n*/ { id: 'definition.empty', message: 'must not be empty' },
  words: /*i18n*/ { id: 'definition.words', message: 'must be a text, or a text in "en" and "ru"' },
  flag: /*i18n*/ { id: 'definition.flag', message: 'must be true or false' },
  true: /*i18n*/ { id: 'definition.true', message: 'must be true' },
  number: /*i18n*/ { id: 'definition.number', message: 'must be a number' },
  negative: /*i18n*/ { id: 'definition.negative', message: 'must not be negative' },
  whole_number: /*i18n*/ { id: 'definition.whole_number', message: 'must be a whole number' },
  too_small: /*i18n*/ { id: 'definition.too_small', message: 'must be at least {limit}' },
  too_large: /*i18n*/ { id: 'definition.too_large', message: 'must be at most {limit}' },
  not_above: /*i18n*/ { id: 'definition.not_above', message: 'must be more than {limit}' },
  one_of: /*i18n*/ { id: 'definition.one_of', message: 'must be one of {names}' },
  day: /*i18n*/ { id: 'definition.day', message: 'must be a day such as 2027-01-31' },
  clock: /*i18n*/ { id: 'definition.clock', message: 'must be a time such as 16:30' },
  web_address: /*i18n*/ { id: 'definition.web_address', message: 'must be an address that begins with https://' },
  path: /*i18n*/ { id: 'definition.path', message: 'must be a path that begins with /' },
  media_type: /*i18n*/ { id: 'definition.media_type', message: 'must be a media type such as {example}' },
  service: /*i18n*/ { id: 'definition.service', message: 'must be the name of a service or server' },
  model_name: /*i18n*/ { id: 'definition.model_name', message: 'must be the name of the model at its service' },
  other_model: /*i18n*/ { id: 'definition.other_model', message: 'must be the id of another model' },
  id_too_long: /*i18n*/ { id: 'definition.id_too_long', message: 'must have at most {limit} characters' },
  price_form: /*i18n*/ {
    id: 'definition.price_form',
    message:
      'must be one of per_run, per_image, per_second, per_input_second, per_minute and per_1000_characters, or per_1000_tokens_in with per_1000_tokens_out, with numbers that are not negative; "base" can be added to each but the first',
  },
  price_kind: /*i18n*/ { id: 'definition.price_kind', message: 'must be one of {names} for a model of type {type}' },
  price_needs_option: /*i18n*/ {
    id: 'definition.price_needs_option',
    message: 'counts the option "{option}", which the model must have',
  },
  price_uncountable: /*i18n*/ { id: 'definition.price_uncountable', message: 'counts something that the options of this model lack' },
  later_needs: /*i18n*/ { id: 'definition.later_needs', message: 'must have a "{key}", like the model' },
  needs_key: /*i18n*/ { id: 'definition.needs_key', message: 'needs "{key}"' },
  needs_option: /*i18n*/ { id: 'definition.needs_option', message: 'needs the option "{option}"' },
  only_new: /*i18n*/ { id: 'definition.only_new', message: 'can only be set for a new model, together with "provider"' },
  new_needs: /*i18n*/ { id: 'definition.new_needs', message: 'adds a model, which must have a "{key}"' },
  fixed: /*i18n*/ { id: 'definition.fixed', message: 'must not be set: what this model does is fixed' },
  needs_provider: /*i18n*/ {
    id: 'definition.needs_provider',
    message: 'must name a "provider", because no connected service has this model',
  },
  not_connected: /*i18n*/ { id: 'definition.not_connected', message: 'must be a connected service or server' },
  not_made: /*i18n*/ { id: 'definition.not_made', message: 'can’t be made by this service or server' },
  task_kind: /*i18n*/ {
    id: 'definition.task_kind',
    message: 'must be {count, plural, one {{names}} other {one of {names}}} for a model of type {type}',
  },
  no_task: /*i18n*/ { id: 'definition.no_task', message: 'must not be set for a model of type {type}' },
  via_audio: /*i18n*/ { id: 'definition.via_audio', message: 'must not be transcription unless the type is audio' },
  via_transcription: /*i18n*/ { id: 'definition.via_transcription', message: 'must be transcription for the task transcribe' },
  via_text: /*i18n*/ { id: 'definition.via_text', message: 'must not be embedding unless the type is text' },
  via_embedding: /*i18n*/ { id: 'definition.via_embedding', message: 'must be embedding for the task embed' },
  no_files: /*i18n*/ { id: 'definition.no_files', message: 'must not be set: an embedding model takes texts only' },
  one_recording: /*i18n*/ {
    id: 'definition.one_recording',
    message: 'must be one recording, with the role "source", for a transcription',
  },
  only_transcription: /*i18n*/ { id: 'definition.only_transcription', message: 'can only be set for a transcription' },
  only_language: /*i18n*/ { id: 'definition.only_language', message: 'can only be set for a language model' },
  only_openai_image: /*i18n*/ { id: 'definition.only_openai_image', message: 'can only be set for an image model of openai' },
  role_twice: /*i18n*/ { id: 'definition.role_twice', message: 'has the role "{role}" a second time' },
  role_needs_field: /*i18n*/ {
    id: 'definition.role_needs_field',
    message: 'must have "sends": the field of the service that takes a "{role}"',
  },
  text_has_no_fields: /*i18n*/ {
    id: 'definition.text_has_no_fields',
    message: 'must not have "sends": messages carry the inputs of a text model',
  },
  task_needs_role: /*i18n*/ { id: 'definition.task_needs_role', message: 'must have one with the role "{role}" for the task {task}' },
  task_needs_type: /*i18n*/ { id: 'definition.task_needs_type', message: 'must contain {type} for the task {task}' },
  needs_type: /*i18n*/ { id: 'definition.needs_type', message: 'needs {type} among the "types"' },
  needs_recording: /*i18n*/ { id: 'definition.needs_recording', message: 'needs audio or video among the "types"' },
  more_than_key: /*i18n*/ { id: 'definition.more_than_key', message: 'must not be more than "{key}"' },
  not_above_key: /*i18n*/ { id: 'definition.not_above_key', message: 'must be more than "{key}"' },
  longer_than_key: /*i18n*/ { id: 'definition.longer_than_key', message: 'must not be longer than "{key}"' },
  outside: /*i18n*/ { id: 'definition.outside', message: 'must be from {from} to {to}' },
  needs_required: /*i18n*/ { id: 'definition.needs_required', message: 'needs "required: true"' },
  no_such_role: /*i18n*/ { id: 'definition.no_such_role', message: 'has the role "{role}", which is no other input of this model' },
  excludes_needed: /*i18n*/ { id: 'definition.excludes_needed', message: 'must not contain "{role}", which is needed' },
  option_name: /*i18n*/ { id: 'definition.option_name', message: 'must be a–z, 0–9 and _' },
  option_form: /*i18n*/ {
    id: 'definition.option_form',
    message: 'must have "choices", "from" and "to", "max_length", "switch" or "seed"',
  },
  choices: /*i18n*/ {
    id: 'definition.choices',
    message: 'must be a list of values, or values that may have "label", "sends", "price_factor" and "only_with"',
  },
  choice_settings: /*i18n*/ { id: 'definition.choice_settings', message: 'may have "label", "sends", "price_factor" and "only_with"' },
  choice_value: /*i18n*/ { id: 'definition.choice_value', message: 'must be a text or a number' },
  choice_needs_field: /*i18n*/ {
    id: 'definition.choice_needs_field',
    message: 'needs "sends" at the option: the field of the service',
  },
  limits_default: /*i18n*/ { id: 'definition.limits_default', message: 'must not limit the default' },
  field: /*i18n*/ { id: 'definition.field', message: 'must be the name of a field at the service, or a path of names with dots' },
  reserved_name: /*i18n*/ {
    id: 'definition.reserved_name',
    message: 'must not be named __proto__, constructor or prototype: these names belong to the programming language',
  },
  value: /*i18n*/ { id: 'definition.value', message: 'must be a text, a number, true or false' },
  one_condition: /*i18n*/ { id: 'definition.one_condition', message: 'must name one other option and its values' },
  not_sent: /*i18n*/ {
    id: 'definition.not_sent',
    message: 'is not sent to this model: without "sends", only {names} are. Name the field of the service in "sends"',
  },
  nothing_sent: /*i18n*/ {
    id: 'definition.nothing_sent',
    message: 'is not sent to this model. Name the field of the service in "sends"',
  },
  form_not_sent: /*i18n*/ {
    id: 'definition.form_not_sent',
    message: 'is sent to this model only with {names}. For other values, name the field of the service in "sends"',
  },
  no_pictures: /*i18n*/ {
    id: 'definition.no_pictures',
    message: 'can’t be set for this model, which gets images only in "inputs"',
  },
  ratio: /*i18n*/ { id: 'definition.ratio', message: 'must be a ratio such as 16:9, or the option must have "sends"' },
  lines: /*i18n*/ { id: 'definition.lines', message: 'must be a resolution such as 720p or 4k, or the option must have "sends"' },
  seconds: /*i18n*/ { id: 'definition.seconds', message: 'must be a number of seconds, or the option must have "sends"' },
  no_such_option: /*i18n*/ { id: 'definition.no_such_option', message: 'is no other option of this model' },
  no_such_value: /*i18n*/ { id: 'definition.no_such_value', message: 'has the value {value}, which "{option}" can’t have' },
} as const satisfies Record<string, ServerText>

export type ProblemCode = keyof typeof problemTexts

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problemTexts, code)

/** A problem at a key. `wrong` is the value to find the nearest known one of. */
export type FileProblem = {
  path: string[]
  code: ProblemCode
  /** The values that its text names. */
  values?: Record<string, string | number>
  known?: readonly string[]
  wrong?: string
}
