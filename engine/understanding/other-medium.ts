/** Characters. Requests for music are short; a longer text is meant to be read aloud. */
const longestRequest = 200
const english = {
  make: '(?:make|compose|create|write|play|generate|give me|i want|i need|produce)',
  music:
    '(?:songs?|tunes?|melody|melodies|music|soundtracks?|lullaby|waltz|symphony|ballad|jingle|anthem|beats?|instrumental|lo-?fi|techno|synthwave|ambient)',
  is: /\b(?:is|was|are|were|am|has|have|had|said|says|sings|sang|plays|played|will|can|could|would|should|don't|doesn't|didn't)\b/i,
}
const russian = {
  make: '(?:сочини|создай|сделай|напиши|сыграй|сгенерируй|хочу|нужна|нужен|придумай)',
  music:
    '(?:песн[яюи]|песенк[ау]|мелоди[яю]|музык[ау]|саундтрек|колыбельн(?:ая|ую)|вальс|симфони[яю]|баллад[ау]|джингл|гимн|бит|трек|марш|эмбиент|лоу-?фай|техно|синтвейв)',
  is: /(?<![а-яё])(?:был[аои]?|есть|будет|играла?|играет|звучала?|сказала?|говорит|любит|любил[аи]?)(?![а-яё])/i,
}

/** Matches up to five words before the noun: "an upbeat rock song about summer". */
const descriptionOf = ({ make, music }: { make: string; music: string }): RegExp =>
  new RegExp(
    `^(?:please |пожалуйста,? )?(?:${make} )?(?:an? |the |some |мне )?(?:[\\p{L}\\p{N}-]+,? ){0,5}?${music}(?![\\p{L}\\p{M}])`,
    'iu',
  )
const descriptions = [
  { is: english.is, pattern: descriptionOf(english) },
  { is: russian.is, pattern: descriptionOf(russian) },
]

/** Whether a text for a voice describes a piece of music: "an upbeat rock song about summer", not "The music was loud." */
export function asksForMusic(prompt: string): boolean {
  const text = prompt.trim().replace(/\s+/gu, ' ')
  if (text.length > longestRequest || /["“”«»:;]|[.!?…]\s/u.test(text)) return false
  return descriptions.some(({ is, pattern }) => pattern.test(text) && !is.test(text))
}

const toBeRead =
  /^(?:please |пожалуйста,? )?(?:say|read|read aloud|speak|announce|narrate|recite|pronounce|скажи(?:те)?|прочита(?:й|йте)|прочти(?:те)?|произнеси(?:те)?|озвучь(?:те)?|зачита(?:й|йте)|продиктуй(?:те)?)(?:[:,]| |$)/iu
/** Smallest size of a text that is not a description of music. */
const leastOfAParagraph = { characters: 240, sentences: 3 }

/** Whether a prompt for music is a text to be read aloud: "Say: …", «прочитай…», or a long paragraph. */
export function asksForSpeech(prompt: string): boolean {
  const text = prompt.trim()
  if (toBeRead.test(text)) return true
  const sentences = text.match(/[\p{L}\p{N}]{2}[.!?…]+(?=\s|$)/gu)?.length ?? 0
  return text.length >= leastOfAParagraph.characters && sentences >= leastOfAParagraph.sentences
}
