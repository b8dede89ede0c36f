import { afterEach, beforeEach, expect, test } from 'vitest'
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { messages } from '#locales/en/messages.ts'
import { NotificationSwitch } from '#app/runs/tray/notification-switch.tsx'
import { Recorder } from '#app/runs/recorder.tsx'
import { ann } from '#tests/factories/signed-in-user.ts'
import { NewPasskey } from './new-passkey.tsx'
import { twoFactorQuery } from './settings.queries.ts'

beforeEach(() => void Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false }))
afterEach(() => void Reflect.deleteProperty(window, 'isSecureContext'))

const parts: { what: string; part: ReactNode; press?: string; words: string }[] = [
  {
    what: 'the microphone',
    part: <Recorder onRecorded={() => {}} again={false} />,
    press: 'Record',
    words: 'Browsers allow the microphone only over HTTPS. Open this site with https://, or add a file instead.',
  },
  {
    what: 'passkeys',
    part: <NewPasskey user={ann} onDone={() => {}} />,
    words: 'Browsers allow passkeys only over HTTPS. Open this site with https://.',
  },
  { what: 'notifications', part: <NotificationSwitch />, words: 'Browsers show notifications only over HTTPS.' },
]

test.each(parts)('a page without HTTPS names that cause for $what', async ({ part, press, words }) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(twoFactorQuery.queryKey, { enabled: false, since: null, recovery_codes_left: 0 })
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: messages } })}>
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </I18nProvider>,
  )
  if (press) await userEvent.setup().click(screen.getByRole('button', { name: press }))
  expect(await screen.findByText(words)).toBeVisible()
})
