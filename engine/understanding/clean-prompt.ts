export const maxPromptLength = 50_000

/**
 * Makes any string safe to process: at most 50,000 characters, well-formed Unicode, one kind of line break, no control characters and no
 * invisible formatting characters (except joiners within an emoji).
 */
export function cleanPrompt(prompt: string): string {
  return prompt
    .slice(0, maxPromptLength)
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replace(/[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .trim()
}
