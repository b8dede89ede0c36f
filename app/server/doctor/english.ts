import type { Finding, Phrase } from './finding.ts'

/**
 * Writes a phrase in English without the catalogs, which the command must not need: it also runs before the first build. Knows values and
 * plurals without nesting, which is all that the doctor's texts contain.
 */
export function writeInEnglish({ text: { message }, values }: Phrase): string {
  return message
    .replaceAll(/\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g, (_all, name: string, one: string, other: string) =>
      (values[name] === 1 ? one : other).replaceAll('#', String(values[name])),
    )
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''))
}

export const whatInEnglish = ({ what }: Finding): string => (typeof what === 'string' ? what : what.message)
export const whyInEnglish = ({ why }: Finding): string => why.map(writeInEnglish).join('; ')

const marks: Record<Finding['state'], string> = { on: 'on   ', off: 'off  ', wrong: 'WRONG' }

/** Writes the findings as a table with one line each. */
export function writeScreen(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map((finding) => whatInEnglish(finding).length))
  return findings.map((finding) => `${marks[finding.state]}  ${whatInEnglish(finding).padEnd(width)}  ${whyInEnglish(finding)}`).join('\n')
}
