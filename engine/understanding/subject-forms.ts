const adjectives = {
  en: /(?:ous|ful|less|ish|ive|ical|able|ible|esque|ly|ic|ed)$/,
  ru: /(?:[ыи]й|[ая]я|[ое]е|[ыи]е|[ое]го|[ое]му|[уюь]ю|[ыи]м|[ыи]х|[ыи]ми)$/,
}
/** Adverbs in -о have no other noun's ending: «медленно», «красиво». */
const adverb = /(?:нно|ично|ельно|ливо|ошо)$/

/** Nouns with the ending of an adjective or adverb: «поздравление», «мороженое», "family". */
const deverbal = /(?:ени|ани|яти|ити|сти|вци|стви)[еяюй]м?$/
const substantives = new Set(
  `family butterfly jelly lily belly table vegetable fabric ceramic mosaic picnic comic bible olive dish rubbish finish radish polish hummus
  bed seed breed feed weed shed sled мороженое мороженого мороженым пирожное пирожные пирожных животное животные животных насекомое
  насекомые ванная ванной гостиная гостиной прихожая прихожей столовая столовой пригласительный пригласительные шея змея стая фея аллея галерея батарея сценарий планетарий герой музей фильм клип
  мультфильм грим режим экстрим керамика платье платья`.split(/\s+/),
)

export const isSubstantive = (key: string): boolean => substantives.has(key) || deverbal.test(key)

export const hasAdjectiveForm = (key: string): boolean =>
  key.length > 4 && (adjectives.en.test(key) || adjectives.ru.test(key) || adverb.test(key))

const verbs = {
  en: /^[a-z]+(?:ing|ed)$/i,
  ru: /(?:тся|[аяуе]ет|[аяую]ют|стоит|стоят|лежит|лежат|сидит|сидят|летит|летят|плыв[её]т|плывут|ид[её]т|идут|бежит|бегут|висит|висят|растут|раст[её]т|спит|спят|горит|горят|ест|пь[её]т|по[её]т|держит|несут|нес[её]т|вез[её]т|едет|едут)$/i,
}

/** Whether a word has the form of a verb: a participle or gerund in English, a present tense in Russian. */
export const isVerbForm = (word: string): boolean => verbs.en.test(word) || verbs.ru.test(word)
