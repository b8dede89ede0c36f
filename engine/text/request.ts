import type { SpeechLanguage } from '../protocol/voices.ts'

/** A longer prompt is a text, whatever it begins or ends with. */
const maxRequestWords = 60
const maxQuestionWords = 30
const maxOpenQuestionWords = 12

const edge = '(?![\\p{L}\\p{N}])'
const greetings = {
  en: 'hi|hello|hey|please|could you|can you|would you|will you|i want you to|i need you to|i would like you to|ok|okay',
  ru: 'привет|здравствуйте|здравствуй|добрый день|пожалуйста|можешь|можете|не могли бы вы|мог бы ты|слушай|хочу, чтобы ты|хочу, чтобы вы|ну|а',
}
/** Requests that people make of a chat assistant. */
const orders = {
  en: `write|tell|explain|give|make|create|generate|compose|draft|translate|describe|list|suggest|recommend|help|answer|show|solve|calculate|find|
    imagine|act as|pretend|invent|name|continue|rewrite|rephrase|teach|think of|come up with|let's|summari[sz]e|shorten`,
  ru: `напиши|напишите|расскажи|расскажите|объясни|объясните|дай|дайте|сделай|сделайте|создай|создайте|сгенерируй|сгенерируйте|сочини|сочините|
    придумай|придумайте|составь|составьте|переведи|переведите|опиши|опишите|перечисли|перечислите|предложи|предложите|посоветуй|посоветуйте|
    помоги|помогите|ответь|ответьте|покажи|покажите|реши|решите|посчитай|посчитайте|найди|найдите|представь|представьте|назови|назовите|
    продолжи|продолжите|перепиши|перепишите|научи|научите|подскажи|подскажите|перескажи|перескажите|сократи|сократите|давай|скажи|скажите`,
}
const questions = {
  en: 'how|what|why|who|whom|whose|where|when|which|is|are|am|was|were|do|does|did|can|could|should|would|will|shall|may|have|has',
  ru: 'как|что|почему|зачем|кто|кого|кому|чей|где|куда|откуда|когда|какой|какая|какое|какие|какова|каков|сколько|чем|можно ли|нужно ли|стоит ли|есть ли',
}

const words = (list: string) => list.split(/\|\s*/).join('|')
const opening = (language: SpeechLanguage, list: string) =>
  new RegExp(`^(?:(?:${words(greetings[language])})${edge}[\\s,.!]*){0,3}(?:${words(list)})${edge}`, 'iu')
const openings = {
  en: { order: opening('en', orders.en), question: opening('en', questions.en) },
  ru: { order: opening('ru', orders.ru), question: opening('ru', questions.ru) },
}

/** Verbs that ask for writing wherever they open a prompt, even one of several sentences. */
const strongOrders = {
  en: opening('en', 'write|tell me|explain|translate|rewrite|rephrase|calculate|solve|imagine|act as|pretend|invent|compose|draft|answer'),
  ru: opening(
    'ru',
    'напиши|напишите|расскажи|расскажите|объясни|объясните|переведи|переведите|перепиши|перепишите|посчитай|реши|представь|придумай|придумайте|сочини|сочините|ответь|ответьте',
  ),
}

/** Texts that people ask for by name alone: "birthday wishes for a colleague", «рецепт борща». */
const wanted = {
  en: /^(?:an? |the |some |\p{L}+ ){0,3}(?:posts?|captions?|recipes?|slogans?|toasts?|stor(?:y|ies)|fairy tales?|wishes|greetings?|congratulations|ads?|advertisements?|emails?|letters?|scripts?|articles?|essays?|descriptions?|jokes?|ideas|biograph(?:y|ies)|bio|speech(?:es)?|invitations?|names|tagline|plan|resume|lyrics)(?: (?:for|about|of|to|on) |$)/iu,
  ru: /^(?:\p{L}+(?:[ыиоа]й|[ая]я|[ое]е|[ыи]е) ){0,2}(?:пост|рецепт|слоган|тост|сказк[аи]|рассказ|истори[яи]|поздравлени[ея]|пожелани[ея]|объявлени[ея]|письмо|сценарий|стать[яи]|эссе|сочинени[ея]|описани[ея]|анекдот|шутк[аи]|иде[яи]|биографи[яи]|речь|приглашени[ея]|текст|план|резюме|названи[ея]|отзыв|комментарий)(?: |$)/iu,
}
const maxWantedWords = 12

/** The words of a prompt in one line, if they are few enough for a request; a longer one is a text, whatever it begins with. */
function shortLine(prompt: string): { text: string; count: number } | null {
  const text = prompt.slice(0, 2_000).replace(/\s+/gu, ' ').trim()
  const count = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return count === 0 || count > maxRequestWords || prompt.length > 2_000 ? null : { text, count }
}

/** Whether a prompt of at most one sentence is a request to an assistant. Two sentences are a text. */
export function isChatRequest(prompt: string, sentences: number, language: SpeechLanguage): boolean {
  const line = shortLine(prompt)
  if (!line || sentences > 1) return false
  if (openings[language].order.test(line.text)) return true
  if (line.count <= maxWantedWords && !/[.!…:\n]/u.test(line.text) && wanted[language].test(line.text)) return true
  const isQuestion = openings[language].question.test(line.text)
  if (line.count <= maxQuestionWords && (/\?["»”)\s!]*$/u.test(line.text) || (isQuestion && line.text.includes('?')))) return true
  return line.count <= maxOpenQuestionWords && isQuestion
}

/** Whether several sentences begin like a request for writing. They are processed as a text all the same. */
export function opensLikeRequest(prompt: string, language: SpeechLanguage): boolean {
  const line = shortLine(prompt)
  return line !== null && strongOrders[language].test(line.text)
}
