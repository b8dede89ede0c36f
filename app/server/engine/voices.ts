/** Languages that speech and text understand. */
export type SpeechLanguage = 'en' | 'ru'

export type Voice = {
  /** What the person chooses, and what eSpeak NG calls it (a variant follows the plus sign). */
  id: string
  /** `null` only for `auto`. */
  language: SpeechLanguage | null
  /** What the voice sounds like, for the form's words. */
  character: 'automatic' | 'male' | 'female' | 'deep' | 'whisper'
  region: 'us' | 'gb' | 'scotland' | null
}

/** The first is the default; it picks a voice by the text's letters. */
export const voices = [
  { id: 'auto', language: null, character: 'automatic', region: null },
  { id: 'en-us', language: 'en', character: 'male', region: 'us' },
  { id: 'en-us+f3', language: 'en', character: 'female', region: 'us' },
  { id: 'en-gb', language: 'en', character: 'male', region: 'gb' },
  { id: 'en-gb+f2', language: 'en', character: 'female', region: 'gb' },
  { id: 'en-gb-scotland', language: 'en', character: 'male', region: 'scotland' },
  { id: 'en-us+m7', language: 'en', character: 'deep', region: 'us' },
  { id: 'en-us+whisper', language: 'en', character: 'whisper', region: 'us' },
  { id: 'ru', language: 'ru', character: 'male', region: null },
  { id: 'ru+f2', language: 'ru', character: 'female', region: null },
  { id: 'ru+f4', language: 'ru', character: 'female', region: null },
  { id: 'ru+m7', language: 'ru', character: 'deep', region: null },
  { id: 'ru+whisper', language: 'ru', character: 'whisper', region: null },
] as const satisfies readonly Voice[]

export const automaticVoice = { en: 'en-us', ru: 'ru' } as const

/** The language most of a text's letters belong to. */
export function languageOf(text: string): SpeechLanguage {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return cyrillic > latin ? 'ru' : 'en'
}
