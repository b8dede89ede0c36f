/** The languages of speech and text. */
export type SpeechLanguage = 'en' | 'ru'

export type Voice = {
  /** The value of the option. */
  id: string
  /** `null` for `auto` only. */
  language: SpeechLanguage | null
  sex: 'female' | 'male' | null
  /** The voice for words in the other language: of the same sex and of similar character. */
  partner: string | null
}

/** The first voice is the default; it stands for a voice in the language of the text. */
export const voices = [
  { id: 'auto', language: null, sex: null, partner: null },
  { id: 'emma', language: 'en', sex: 'female', partner: 'anna' },
  { id: 'grace', language: 'en', sex: 'female', partner: 'maria' },
  { id: 'lily', language: 'en', sex: 'female', partner: 'alisa' },
  { id: 'james', language: 'en', sex: 'male', partner: 'ivan' },
  { id: 'oliver', language: 'en', sex: 'male', partner: 'pavel' },
  { id: 'arthur', language: 'en', sex: 'male', partner: 'dmitry' },
  { id: 'ewan', language: 'en', sex: 'male', partner: 'pavel' },
  { id: 'anna', language: 'ru', sex: 'female', partner: 'emma' },
  { id: 'maria', language: 'ru', sex: 'female', partner: 'grace' },
  { id: 'alisa', language: 'ru', sex: 'female', partner: 'lily' },
  { id: 'ivan', language: 'ru', sex: 'male', partner: 'james' },
  { id: 'pavel', language: 'ru', sex: 'male', partner: 'oliver' },
  { id: 'dmitry', language: 'ru', sex: 'male', partner: 'arthur' },
] as const satisfies readonly Voice[]

export const automaticVoice = { en: 'emma', ru: 'anna' } as const

/** The language of most of a text's letters. */
export function languageOf(text: string): SpeechLanguage {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return cyrillic > latin ? 'ru' : 'en'
}
