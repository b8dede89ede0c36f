/** Well-known sentences, which guessers try however long they are. */
const phrases = `correct horse battery staple
  the quick brown fox jumps over the lazy dog
  to be or not to be that is the question
  may the force be with you
  i will be back
  ill be back
  hasta la vista baby
  winter is coming
  one ring to rule them all
  you shall not pass
  live long and prosper
  luke i am your father
  houston we have a problem
  let me in please
  open sesame open sesame
  this is my password
  my password is secret
  i forgot my password
  never gonna give you up never gonna let you down
  we will rock you
  we are the champions
  all you need is love
  let it be let it be
  hello darkness my old friend
  twinkle twinkle little star how i wonder what you are
  mary had a little lamb
  happy birthday to you
  we wish you a merry christmas
  jingle bells jingle bells
  in the beginning god created the heaven and the earth
  our father who art in heaven
  the lord is my shepherd
  jesus loves me this i know
  in god we trust
  we the people of the united states
  four score and seven years ago
  i have a dream
  make america great again
  just do it
  i love you so much
  i love you forever
  i love my mom and dad
  lorem ipsum dolor sit amet consectetur
  once upon a time
  call me ishmael
  it was the best of times it was the worst of times
  an apple a day keeps the doctor away
  the answer is forty two
  мама мыла раму
  съешь же ещё этих мягких французских булок да выпей чаю
  съешь ещё этих мягких французских булок
  в лесу родилась ёлочка в лесу она росла
  у лукоморья дуб зелёный златая цепь на дубе том
  мой дядя самых честных правил
  я помню чудное мгновенье передо мной явилась ты
  буря мглою небо кроет вихри снежные крутя
  мороз и солнце день чудесный
  белеет парус одинокий
  скажи ка дядя ведь не даром
  быть или не быть вот в чём вопрос
  быть или не быть
  ехал грека через реку видит грека в реке рак
  карл у клары украл кораллы
  на дворе трава на траве дрова
  шла саша по шоссе и сосала сушку
  каждый охотник желает знать где сидит фазан
  раз два три четыре пять вышел зайчик погулять
  пусть всегда будет солнце
  я тебя люблю
  я тебя очень люблю
  люблю тебя больше жизни
  с новым годом
  с днём рождения
  слава россии
  спартак чемпион
  зенит чемпион
  победа будет за нами
  никто не забыт ничто не забыто
  союз нерушимый республик свободных
  россия священная наша держава
  мир труд май
  отче наш иже еси на небесех
  спаси и сохрани
  сим сим откройся
  не скажу никому
  хочу домой
  это мой пароль
  мой секретный пароль
  я забыл пароль
  самый сложный пароль
  не забудь пароль`

/** Length in characters; shorter pieces occur in ordinary passwords. */
const minLength = 10

/** Every sequence of words in the sentences, without spaces, the best known first. `ё` is written as `е`. */
export const knownPhrases: readonly string[] = [
  ...new Set(
    phrases
      .replaceAll('ё', 'е')
      .split('\n')
      .flatMap((phrase) => runsOf(phrase.trim().split(' '))),
  ),
]

function runsOf(words: readonly string[]): string[] {
  return words
    .flatMap((_, from) => words.slice(from).map((_last, length) => words.slice(from, from + length + 1).join('')))
    .filter((run) => run.length >= minLength)
}

/** Signs that people substitute for letters. */
const disguises: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
export const undisguise = (text: string) => text.replace(/[013457@$!]/g, (sign) => disguises[sign] ?? sign)

/** Number of characters around a word, a name or a phrase that add no strength: enough for a year and a sign. */
export const fewExtras = 5

export function isKnownPhrase(password: string): boolean {
  const plain = password.toLowerCase().replaceAll('ё', 'е')
  return [plain, undisguise(plain)].some((text) => {
    const written = text.replaceAll(/[\s\p{P}]+/gu, '')
    return knownPhrases.some((phrase) => written.includes(phrase) && written.length - phrase.length <= fewExtras)
  })
}
