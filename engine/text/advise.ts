import type { Task } from './instruction-words.ts'
import { minSentences } from './plan.ts'
import type { TextPlan } from './plan.ts'
import { coversTheme, themesOf } from './verse/themes.ts'
import { themeWords } from './verse/vocabulary.ts'

/** Another run that works: a task on the same text, or a prompt that names its task itself. */
export type TextSuggestion = { task: Task; prompt: string; isInstruction: boolean }

export type TextAdvice = {
  kind: 'needs_language_model' | 'too_short'
  /** False: such a run fails. */
  possible: boolean
  /** The theme that a verse would not cover. */
  theme: string | null
  suggestions: TextSuggestion[]
}

const maxThemeWords = 6

/** Advice on a prompt that the text model cannot do, or would do differently than expected; null if there is nothing to say. */
export function adviseOnPlan(plan: TextPlan): TextAdvice | null {
  const { problem, task, subject, instruction, language, isRequestLike } = plan
  if (problem) return { kind: problem, possible: false, theme: null, suggestions: suggestFor(plan) }
  const theme = instruction?.theme ?? null
  if (task === 'verse' && theme !== null && !instruction?.isHaiku && !coversTheme(subject, language)) {
    const haiku = language === 'ru' ? `Напиши хокку ${withPreposition(theme)}` : `Write a haiku about ${theme}`
    return { kind: 'needs_language_model', possible: true, theme, suggestions: [{ task, prompt: haiku, isInstruction: true }] }
  }
  return isRequestLike ? { kind: 'needs_language_model', possible: true, theme: null, suggestions: [] } : null
}

function suggestFor(plan: TextPlan): TextSuggestion[] {
  const { task, subject, sentences, problem } = plan
  if (problem === 'needs_language_model' || sentences === 0) {
    const verse = verseOn(plan)
    return verse ? [verse] : []
  }
  const tasks = (['summary', 'key-points', 'keywords', 'headlines', 'readability', 'verse'] as const).filter(
    (other) => other !== task && sentences >= minSentences[other],
  )
  return tasks.map((other) => ({ task: other, prompt: subject, isInstruction: false }))
}

const about = {
  en: /\babout\s+([^.?!\n]{2,60})/iu,
  ru: /(?<!\p{L})((?:про|обо?|о|на тему)\s+[^.?!\n]{2,60})/iu,
}

/** Suggests a verse on the subject of a request. */
function verseOn({ subject, language }: TextPlan): TextSuggestion | null {
  const named = about[language].exec(subject)?.[1]?.trim()
  if (named && named.split(/\s+/u).length <= maxThemeWords)
    return verse(language === 'ru' ? `Напиши хокку ${named}` : `Write a haiku about ${named}`)
  const [theme] = themesOf(subject, language)
  if (theme) {
    const { name } = themeWords[language][theme]
    const lower = name.charAt(0).toLowerCase() + name.slice(1)
    return verse(language === 'ru' ? `Напиши стихи на тему: ${lower}` : `Write a verse about ${lower}`)
  }
  // Up to three words are a theme rather than a text.
  const isTheme = !/[?!.\n]/u.test(subject) && /\p{L}/u.test(subject) && /^\s*\S+(?:\s+\S+){0,2}\s*$/u.test(subject)
  return isTheme ? verse(language === 'ru' ? `Хокку: ${subject}` : `Haiku: ${subject}`) : null
}

const verse = (prompt: string): TextSuggestion => ({ task: 'verse', prompt, isInstruction: true })

const withPreposition = (theme: string) => (/^(?:про|обо?|о|на тему|для|к|ко|с)\s/iu.test(theme) ? theme : `на тему: ${theme}`)
