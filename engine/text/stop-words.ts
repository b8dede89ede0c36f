import type { SpeechLanguage } from '../protocol/voices.ts'

const words = {
  en: `a an the and or but nor if of to in on at by for with from as is are was were be been being am it its this that these those he she
they them his her their him i me my you your we us our ours not no so than then there here which who whom whose what when where how why
can could should would may might will shall must do does did done doing has have had having also more most much many very just only into
over under about up down out off again once such own same too both each few other some any all between during before after above below
through while because until against however therefore although though yet still even ever never often well one two per via said says`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о об из ему
теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя ничего ей может они тут где
есть надо ней для мы тебя их чем была сам чтоб чтобы без будто чего раз тоже себе под будет ж тогда кто этот того потому этого какой
совсем ним здесь этом один почти мой тем нее сейчас были куда зачем всех никогда можно при наконец два другой хоть после над больше тот
через эти нас про всего них какая много разве три эту моя впрочем свою этой перед иногда лучше чуть том нельзя такой им более всегда
конечно всю между это также которые который которая которое которых которым однако поэтому именно хотя очень лишь свои своих свой своей
будут являются является могут например либо ни-чего друг весь вся каждый каждая этих этими данный затем сначала вскоре сегодня завтра вчера часто редко обычно почти около
значительно особенно например пока снова вместе далее поскольку нам вами нами котором которую которого которому которыми утром вечером днем ночью весной осенью летом зимой`,
}

export const stopWords: Record<SpeechLanguage, ReadonlySet<string>> = {
  en: new Set(words.en.split(/\s+/)),
  ru: new Set(words.ru.split(/\s+/)),
}
