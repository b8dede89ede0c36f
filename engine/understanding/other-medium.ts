import { formsOf, keyOf } from './word-forms.ts'

/** Characters. Requests for music are short; a longer text is meant to be read aloud. */
const longestRequest = 200
/** Words of a request before its noun: "an upbeat and slightly mad indie rock song". */
const mostWordsBefore = 7

const listOf = (words: string): string[] => words.split(/[,\s]+/).filter(Boolean)
const allForms = (words: string): Set<string> => new Set(listOf(words).flatMap((word) => formsOf(word).forms))

/** Pieces of music in every form, the last part of compounds included: «рок-песня», "synth-pop". */
const pieces = allForms(`song, tune, melody, music, soundtrack, lullaby, waltz, symphony, ballad, jingle, anthem, beat, instrumental, remix,
  lofi, techno, synthwave, ambient, jazz, blues, reggae, dubstep, disco, folk, pop, punk, hop,
  песня, песенка, мелодия, музыка, музычка, саундтрек, колыбельная, вальс, симфония, баллада, джингл, гимн, бит, трек, ремикс, марш,
  минусовка, эмбиент, лоуфай, техно!, синтвейв, джаз, блюз, регги!, дабстеп, диско!, шансон, рэп, реп, хоп, поп!, панк, ролл, попса, частушка,
  романс`)
/** Genres whose names mean something else too, so that a description or a hyphen must precede them: «тяжёлый рок», "lo-fi". */
const ambiguousPieces = allForms('rock, metal, rap, house, fi, bass, track, theme, рок, метал, хаус, фай, тема, композиция')
const descriptive = /(?:ый|ий|ой|ая|яя|ую|юю|ое|ее)$|^(?:rock|pop|jazz|indie|heavy|punk|soft|hard|upbeat|slow|sad|happy|epic|lo|hip|deep)$/

const politeness = 'please, hey, hi, hello, пожалуйста, привет, давай, давайте'
const wishes = `can, could, would, you, i, want, need, i'd, like, let's, have, give, get, me, us,
  можешь, можете, мог, могла, бы, ты, вы, я, мне, нам, хочу, хотим, хотел, хотела, хочется, нужен, нужна, нужно, нужны, дай, дайте`
const orders = `make, compose, create, write, sing, play, generate, produce, record, improvise,
  сочини, сочините, сочинить, создай, создайте, создать, сделай, сделайте, сделать, напиши, напишите, написать, сыграй, сыграйте, сыграть,
  спой, спойте, спеть, сгенерируй, сгенерируйте, сгенерировать, запиши, запишите, записать, придумай, придумайте, придумать, включи,
  включите, поставь, поставьте`
const openers = new Set(listOf(`${politeness}, ${wishes}, ${orders}`).map(keyOf))

/** Words after which the noun is no longer the thing asked for: "a text about music", «она поёт песню». */
const breaks = new Set(
  listOf(`of, to, in, about, on, from, by, at, i, we, he, she, they, you, it, my, our, his, her, their, this, that, these, those, not, no,
    lyrics, word, words, text, poem, story, history, love, loves, hear, heard, sing, sings, sang,
    о, об, обо, про, в, во, на, с, со, к, ко, из, от, под, у, я, мы, он, она, они, ты, вы, это, эта, эту, этот, мой, моя, мою, наш, наша, нашу,
    его, её, их, не, нет, текст, слова, стих, история, историю, рассказ, люблю, любит, поёт, пою, поют, слушаю, слушает`).map(keyOf),
)

const relativeClause = /(?<=[\s,])(?:that|which|who|where|when|how|about|for|котор[а-яё]+|чтобы|где|как|когда|о|об|про|для)\s.*/iu
const finiteVerb =
  /(?<!\p{L})(?:is|was|are|were|am|has|have|had|said|says|sings|sang|plays|played|began|begins|ended|started|stopped|will|can|could|would|should|don't|doesn't|didn't|был[аои]?|есть|будет|это|играла?|играет|играют|звуч(?:ит|ат|ала?|али)|сказала?|говорит|любит|любил[аи]?|люблю|началась|\p{L}{2,}(?:тся|лась|лось|лись|[аяе]ет|ует|ают|яют))(?!\p{L})/iu

/** Whether a text for a voice describes a piece of music: "an upbeat rock song about summer", not "The music was loud." */
export function asksForMusic(prompt: string): boolean {
  const text = prompt.normalize('NFC').trim().replace(/\s+/gu, ' ')
  if (text.length > longestRequest || /["“”«»:;]|[.!?…]\s/u.test(text)) return false
  const words = (text.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? []).map(keyOf)
  const first = words.findIndex((word) => !openers.has(word))
  if (first < 0) return false
  const described = words.slice(first, first + mostWordsBefore + 1)
  const noun = described.findIndex((word, index) => namesPiece(word, described[index - 1]))
  if (noun < 0 || described.slice(0, noun).some((word) => breaks.has(word)) || described[noun + 1] === 'lyrics') return false
  // The verb of a description belongs to a clause about the piece; a text to be read ends as a sentence does.
  const main = /[.!?…]$/u.test(text) ? text : text.replace(relativeClause, '')
  return !finiteVerb.test(main.replace(/^(?:can|could|would) you /iu, ''))
}

function namesPiece(word: string, before: string | undefined): boolean {
  const last = word.slice(word.lastIndexOf('-') + 1)
  if (pieces.has(last)) return true
  return ambiguousPieces.has(last) && (last !== word || (before !== undefined && descriptive.test(before)))
}

/** Names of sounds: "sound of rain", "birds singing", «лай собаки». A text with a verb is meant to be read. */
const noise =
  /^(?:(?:a|an|the|some|realistic|relaxing|loud|soft|distant|gentle) ){0,3}(?:(?:sounds?|noises?|audio|recording|ambience)(?: effects?)? (?:of|from) .+|(?:\p{L}+ ){1,4}(?:sounds?|noises?|sfx|ambience)(?: effects?)?|(?:\p{L}+ ){1,3}(?:barking|singing|chirping|crashing|crackling|falling|howling|meowing|purring|cheering|ringing|ticking|roaring|buzzing|knocking|rustling|laughing|thundering)|birdsong|applause|thunder|(?:ocean |sea )?waves(?:, .+)?|thunder and rain|rain and thunder)$/iu
const russianNoise =
  /^(?:(?:\p{L}+(?:[ыи]й|[ая]я|[ое]е|[ыи]е) ){0,2})(?:звуки?|шум|шумы|пение|лай|мяуканье|мурлыканье|плеск|треск|гул|вой|раскаты|стук|журчание|шелест|шорох|рёв|рев|скрип|звон|щебет|свист|гром|прибой|аплодисменты|белый шум|смех|топот)(?:,? \p{L}+){0,6}$/iu
const longestNoise = 80

/** Whether a prompt names a noise. */
export function asksForNoise(prompt: string): boolean {
  const text = prompt.normalize('NFC').trim().replace(/\s+/gu, ' ')
  return text.length <= longestNoise && !finiteVerb.test(text) && (noise.test(text) || russianNoise.test(text))
}

const spoken = `say, read, read aloud, speak, announce, narrate, recite, pronounce, voice, voice ?over, narration, narrator,
  скаж(?:и|ите), (?:про)?чита(?:й|йте|ть), прочесть, прочти(?:те)?, произнес(?:и|ите|ти), озвуч(?:ь|ьте|ить|ка), зачита(?:й|йте|ть), начита(?:й|йте|ть),
  продикту(?:й|йте), проговор(?:и|ите), диктор, текст для (?:озвучки|диктора)`
const toBeRead = new RegExp(
  `^(?:please |пожалуйста,? )?(?:can you |could you |можешь )?(?:${spoken
    .split(',')
    .map((word) => word.trim())
    .join('|')})(?:[:,]| |$)`,
  'iu',
)
/** "A calm male voice says good night", «спокойный женский голос читает сказку». */
const voiceThatReads =
  /^(?:\p{L}+ ){0,4}(?:voice|narrator|speaker|голос(?:ом)?|диктор)(?:,? (?:that|which|who|который))? (?:says?|saying|reads?|reading|announc(?:es|ing)|говорит|произносит|читает|объявляет|рассказывает)(?!\p{L})/iu
/** Smallest size of a text that is not a description of music. */
const leastOfAParagraph = { characters: 240, sentences: 3 }

/** Whether a prompt for music is a text to be read aloud: "Say: …", «прочитай…», or a long paragraph. */
export function asksForSpeech(prompt: string): boolean {
  const text = prompt.normalize('NFC').trim()
  if (toBeRead.test(text) || voiceThatReads.test(text)) return true
  const sentences = text.match(/[\p{L}\p{N}]{2}[.!?…]+(?=\s|$)/gu)?.length ?? 0
  return text.length >= leastOfAParagraph.characters && sentences >= leastOfAParagraph.sentences
}
