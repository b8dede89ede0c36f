import type { EngineOptions } from '../protocol/options.ts'
import type { SpeechLanguage } from '../protocol/voices.ts'

export type Task = EngineOptions['sketch-text']['task']

/** The vocabulary of instructions as fragments of regular expressions. */
export type InstructionWords = {
  /** Greetings and polite openings. */
  lead: string
  /** Verbs that ask for something to be made: "write", "list". */
  give: string
  /** Words between such a verb and the thing: "a short". */
  before: string
  /** The text that is meant: "of this article, please". */
  source: { prepositions: string; pointers: string; names: string; tail: string }
  /** The requested length: "in three sentences", with the groups `number` and `unit`. */
  size: string
  after: string
  /** Verbs that name the task by themselves, and the things that can be asked for. */
  tasks: readonly { task: Exclude<Task, 'verse'>; verbs?: string; things: string }[]
  verse: { things: string; haiku: RegExp; about: string }
  /** One to ten. */
  numbers: readonly string[]
  /** Units that ask for brevity rather than a number. */
  words: RegExp
}

/** Joins the lines of a long alternation. */
const alternatives = (list: string) =>
  list
    .split('|')
    .map((alternative) => alternative.trim())
    .join('|')

const english: InstructionWords = {
  lead: alternatives(`hi|hello|hey|please|kindly|now|ok|okay|just|so|help me(?: to)?|(?:can|could|would|will) you|i(?: would|'d|’d)? (?:want|need|like)(?: you)? to|
    i (?:want|need)|let's|let’s|quickly`),
  give: `(?:${alternatives(`write|make|give|create|provide|generate|produce|prepare|draft|compose|do|list|extract|find|get|pull out|pick out|identify|suggest|
    propose|come up with|think of|show|tell|turn (?:this|it|the text) into|convert (?:this|it|the text) (?:in)?to|what (?:is|are)|what's|what’s`)})(?: me| us)?`,
  before:
    alternatives(`a|an|the|some|its|my|all|\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|top|main|good|better|best|catchy|short|brief|quick|concise|long|
    detailed|possible|bulleted|simple|nice|new|few|several|list of|set of|couple of|little|funny|sad|happy|beautiful|sweet|lovely|romantic|rhyming|rhymed|small`),
  source: {
    prepositions: 'of|for|from|about|on|in|to|based on|out of',
    pointers: 'this|that|these|those|it|the|my|our|following|below|above|next|given|pasted|whole|entire',
    names:
      alternatives(`text|article|passage|paragraphs?|story|post|blog post|e-?mail|letter|message|news|notes?|content|document|essay|review|page|chapter|report|
      transcript|speech|recipe|description|piece|excerpt|thread|conversation|meeting notes|meeting|minutes|sentences|lines|words`),
    tail: 'below|above|here|for me|for us|please',
  },
  size: `(?:,? (?:in|into|to|as|within|using|with) (?:about |at most |no more than |up to |just |only )?(?:a |an )?(?<number>\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|few|several)?(?: ?(?:short|brief|bullet|key|main|simple|single))* ?(?<unit>sentences?|lines?|words?|bullets?|points?|paragraphs?|plain english|nutshell|brief))?`,
  after: 'briefly|shortly|concisely|quickly|please|in short|thanks|thank you',
  tasks: [
    {
      task: 'key-points',
      verbs: 'bullet|bulletize',
      things: alternatives(
        `key (?:points|ideas|takeaways|facts)|main (?:points|ideas|takeaways|facts)|bullet[- ]?points|bullets|takeaways|highlights|theses|points|important points`,
      ),
    },
    { task: 'outline', verbs: 'outline|structure', things: 'outline|table of contents|structure|plan' },
    { task: 'keywords', things: 'key[-\\s]?words(?: and phrases)?|key terms|tags|terms|key phrases|keyphrases' },
    {
      task: 'search-snippet',
      things: 'meta ?descriptions?|search snippet|snippet|seo (?:title|description|snippet)|title and description|description for search',
    },
    { task: 'headlines', things: 'headlines?|titles?|title ideas|headings?|headline ideas|subject lines?' },
    {
      task: 'readability',
      verbs: '(?:check|rate|measure|assess) (?:the )?readability|how (?:readable|easy to read) is',
      things: 'readability(?: report| score)?',
    },
    {
      task: 'summary',
      verbs: alternatives(
        `summari[sz]e|sum(?: it)? up|shorten|condense|abridge|tl;?dr|make (?:it|this|the text|this text) shorter|cut (?:it|this|the text|this text) down|in short|in brief|recap`,
      ),
      things: alternatives('summary|summaries|abstract|digest|gist|recap|synopsis|tl;?dr|short version|shorter version'),
    },
  ],
  verse: {
    things: 'haikus?|poems?|verses?|poetry|rhymes?|sonnet|ballad|limerick|ode|song|lyrics|quatrain|stanza',
    haiku: /haiku/iu,
    about: 'about|on|of|for|to|with the words|with|called|titled|dedicated to|on the (?:theme|topic|subject) of',
  },
  numbers: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  words: /^(?:words?|plain|nutshell|brief|paragraph)/iu,
}

/** The endings of a verb that is asked for in any form: «составь», «составьте», «составить». */
const russianGive =
  alternatives(`напиши(?:те)?|написать|попиши|сделай(?:те)?|сделать|дай(?:те)?|дать|создай(?:те)?|создать|составь(?:те)?|составить|сгенерируй(?:те)?|сгенерировать|
  подготовь(?:те)?|подготовить|выдели(?:те|ть)?|выпиши(?:те)?|выписать|найди(?:те)?|найти|извлеки(?:те)?|извлечь|подбери(?:те)?|подобрать|придумай(?:те)?|придумать|
  предложи(?:те|ть)?|назови(?:те)?|назвать|перечисли(?:те|ть)?|покажи(?:те)?|показать|определи(?:те|ть)?|сочини(?:те|ть)?|сформулируй(?:те)?|сформулировать|приведи(?:те)?|
  оформи(?:те|ть)?|преврати(?:те|ть)? (?:это|текст|его) в|разбей(?:те)?(?: (?:это|текст|его))?(?: на| по)?|расскажи(?:те)?|прочти(?:те)?|прочитай(?:те)?|какие|каковы|сложи(?:те|ть)?|вытащи(?:те|ть)?`)

const russian: InstructionWords = {
  lead: alternatives(`привет|здравствуйте|здравствуй|добрый день|добрый вечер|доброе утро|пожалуйста|плиз|слушай|ну|а|теперь|можешь|можете|не мог(?:ли)? бы (?:ты|вы)|
    мог(?:ли)? бы (?:ты|вы)|помоги(?:те)?(?: мне)?|мне (?:нужно|надо|нужен|нужна|нужны)|нужно|надо|нужен|нужна|нужны|хочу|давай(?:те)?|попробуй(?:те)?|прошу|быстро`),
  give: `(?:${russianGive})(?: мне| нам)?`,
  before:
    alternatives(`\\d{1,2}|один|одно|одну|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|пару|несколько|список|списком|варианты|вариант|все|самые|самое|самую|какой-нибудь|
    какое-нибудь|мне|нам|очень|этого|(?:кратк|коротк|небольш|маленьк|хорош|красив|ярк|цепк|цепляющ|подробн|развёрнут|развернут|прост|важн|нов|лучш|возможн|смешн|весёл|весел|грустн|печальн|
    детск|добр|осенн|зимн|весенн|летн|романтическ|шуточн|милы|нежн|японск|рифмованн)[а-яё]{1,3}`),
  source: {
    prepositions: 'из|к|ко|для|по|о|об|на|в|про',
    pointers:
      alternatives(`этот|эту|это|этого|этой|этому|этом|этих|него|неё|нему|ней|мой|моего|моей|мою|моему|следующий|следующего|следующее|следующему|данный|
      данного|данному|ниже|весь|всего|его|приведённый|приведенный|вот`),
    names:
      alternatives(`текст(?:а|у|е|ом)?|стать[яюеи]|статей|абзац(?:а|у|е)?|письм[оау]|сообщени[еяю]|новост[ьи]|рассказ(?:а|у|е)?|отрывок|отрывк[ау]|документ(?:а|у|е)?|
      пост(?:а|у|е)?|заметк[аиуе]|заметок|описани[еяю]|отзыв(?:а|у|е)?|доклад(?:а|у|е)?|отч[её]т(?:а|у|е)?|рецепт(?:а|у|е)?|глав[аыуе]|страниц[аыуе]|публикаци[яюи]|
      лекци[яюи]|конспект(?:а|у)?`),
    tail: 'ниже|выше|для меня|для нас|пожалуйста',
  },
  size: `(?:,? (?:в|до|за|на|из|по) (?<number>\\d{1,2}|один|одно|одном|одного|одному|два|двух|две|три|тр[её]х|четыре|четыр[её]х|пять|пяти|шесть|шести|семь|семи|восемь|восьми|девять|девяти|десять|десяти|пару|паре|пары|несколько|нескольких)?(?: (?:кратких|коротких|главных|простых))* ?(?<unit>предложени[а-яё]+|строк[а-яё]*|слов[а-яё]*|абзац[а-яё]*|пункт[а-яё]*|тезис[а-яё]*|фраз[а-яё]*))?`,
  after: 'кратко|коротко|вкратце|сжато|своими словами|тезисно|пожалуйста|спасибо|понятно',
  tasks: [
    {
      task: 'key-points',
      verbs: 'тезисно(?: (?:изложи|перескажи)(?:те)?)?|по пунктам(?: (?:изложи|перескажи)(?:те)?)?',
      things: alternatives(
        `(?:ключев|главн|основн)[а-яё]{2,3} (?:мысл(?:ь|и|ей)|момент(?:ы|а|ов)?|тезис(?:ы|а|ов)?|иде[яийю]|пункт(?:ы|а|ов)?|факт(?:ы|а|ов)?)|тезис(?:ы|а|ов)?|главное|основное|самое (?:главное|важное)|важное|пункты|пунктам|тезисный план`,
      ),
    },
    { task: 'outline', things: 'план(?: текста)?|структур[ауы]|оглавление|развёрнутый план' },
    {
      task: 'keywords',
      things: '(?:ключевы|главны|основны)[ех] (?:слова?|термин(?:ы|ов)|поняти[йя]|фраз[ы]?)|ключевик(?:и|ов)|т[еэ]г(?:и|ов)|термин(?:ы|ов)',
    },
    {
      task: 'search-snippet',
      things:
        'мета[- ]?(?:описание|теги)|сниппет|(?:заголовок и )?описание для поиска|seo[- ]?(?:описание|заголовок)|заголовок и описание(?: для поиска)?',
    },
    { task: 'headlines', things: 'заголов(?:ок|ки|ков|ка)|названи[ея]|названий|тем[уы] письма' },
    {
      task: 'readability',
      verbs:
        '(?:оцени|проверь|посчитай)(?:те)? (?:читаемость|удобочитаемость|читабельность)|легко ли читать|насколько (?:легко|просто) читать',
      things: 'читаемость|удобочитаемость|читабельность|отч[её]т о читаемости',
    },
    {
      task: 'summary',
      verbs:
        alternatives(`(?:(?:кратко|коротко|вкратце|сжато|быстро) )?(?:перескажи(?:те)?|пересказать|изложи(?:те|ть)?(?: (?:главное|суть|содержание|основное))?|сократи(?:те|ть)?|сожми(?:те)?|сжать|резюмируй(?:те)?|резюмировать|
        суммируй(?:те)?|суммаризируй(?:те)?|суммаризуй(?:те)?|саммаризируй(?:те)?|подытожь(?:те)?|подытожить|обобщи(?:те|ть)?|укороти(?:те|ть)?|ужми(?:те)?)|
        сделай(?:те)?(?: (?:текст|его|это|этот текст))? (?:короче|покороче)|о ч[её]м (?:этот|эта|это|данный)?|кратко|коротко|вкратце|в двух словах|tl;?dr|тл;?др|если коротко`),
      things: alternatives(
        `резюме|саммари|пересказ|изложение|краткое содержание|содержание|выжимк[ауи]|конспект|сводк[ауи]|аннотаци[яюи]|дайджест|суть|итоги?|выводы?|главную мысль|основную мысль`,
      ),
    },
  ],
  verse: {
    things:
      'стих(?:и|отворени[ея]|отворенье|ок|а|ов)?|хокку|хайку|поэм[ау]|четверостиши[ея]|частушк[аиу]|рифм[уыа]|стиш(?:ок|ки)|од[ау]|строчк[уи] стихов|песн[юя]|песенк[уа]|куплет',
    haiku: /хокку|хайку/iu,
    about: 'про|обо|об|о|на тему|по теме|посвящённ[а-яё]{2,3}|к|ко|для|с|со словами|на слова|под названием',
  },
  numbers: [
    'од(?:ин|но|ну|ном|ного|ному)',
    'дв(?:а|е|ух|ум)|пар[уыае]',
    'тр(?:и|ёх|ех|ём|ем)',
    'четыр(?:е|ёх|ех)',
    'пят[ьи]',
    'шест[ьи]',
    'сем[ьи]',
    'вос(?:емь|ьми)',
    'девят[ьи]',
    'десят[ьи]',
  ],
  words: /^(?:слов|абзац)/iu,
}

export const instructionWords: Record<SpeechLanguage, InstructionWords> = { en: english, ru: russian }
