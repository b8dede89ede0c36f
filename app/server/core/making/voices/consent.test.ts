import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { voiceConsentVersion } from '#app/contract/runs/voices.ts'
import { locales } from '#config'
import { translate } from '#app/server/i18n.ts'
import { consentText } from './list-voices.ts'

/** Hashes of the texts by version. A new text gets a new version and a new line. */
const known: Record<string, string> = {
  '2026-11-26': '2bbb2944132149eaffafdc3857cc063a13ef80d75de699d7aae7bec8c6bd7a55',
}

test('a changed consent text has a new version', () => {
  const texts = locales.map((locale) => translate(locale, consentText)).join('\n')
  expect(createHash('sha256').update(texts).digest('hex')).toBe(known[voiceConsentVersion])
})
