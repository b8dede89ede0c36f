import type { SpeechLanguage } from '../voices.ts'
import type { Sentence } from './sentences.ts'

/** Longer than this it is a text, whatever it begins or ends with. */
const maxRequestWords = 60
const maxQuestionWords = 30
const maxOpenQuestionWords = 12

const edge = '(?![\\p{L}\\p{N}])'
const greetings = {
  en: 'hi|hello|hey|please|could you|can you|would you|will you|i want you to|i need you to|i would like you to|ok|okay',
  ru: 'привет|здравствуйте|здравствуй|добрый день|пожалуйста|можешь|можете|не могли бы вы|мог бы ты|слушай|хочу, чтобы ты|хочу, чтобы вы|ну|а',
}
/** What people ask of somebody who can write and answer. */
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

/** Whether this is said to somebody who could answer, rather than pasted to be worked on. */
export function isChatRequest(prompt: string, sentences: Sentence[], language: SpeechLanguage): boolean {
  const text = prompt.slice(0, 2_000).replace(/\s+/gu, ' ').trim()
  const count = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (count === 0 || count > maxRequestWords || prompt.length > 2_000) return false
  if (openings[language].order.test(text)) return true
  if (/\?["»”)\s!?]*$/u.test(text) && count <= maxQuestionWords && sentences.length <= 2) return true
  if (openings[language].question.test(text) && text.includes('?') && count <= maxQuestionWords && sentences.length <= 2) return true
  return count <= maxOpenQuestionWords && sentences.length <= 1 && openings[language].question.test(text)
}
