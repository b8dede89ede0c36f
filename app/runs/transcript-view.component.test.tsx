import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { transcriptQuery } from '#app/shell/data/transcripts.queries.ts'
import { generation as runOf, idAt } from '#tests/factories/generation.ts'
import { TranscriptView } from './transcript-view.tsx'

// The first test of this file, since the player's code stays loaded afterwards.
test('a passage that is pressed before the player has appeared plays as soon as it has', async () => {
  const played = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  renderTranscript()
  fireEvent.click(screen.getByRole('button', { name: /Good night/ }))
  const player = await screen.findByRole('group', { name: 'Recording' })
  expect(player.querySelector('audio')?.currentTime).toBe(2.5)
  expect(played).toHaveBeenCalledOnce()
})

test('a transcript is read along in the app’s own player, and a passage plays from its place', async () => {
  renderTranscript()
  const player = await screen.findByRole('group', { name: 'Recording' })
  const audio = player.querySelector('audio')
  expect(audio?.controls).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: /Good night/ }))
  expect(audio?.currentTime).toBe(2.5)
})

/** Shows a transcript of two passages, whose recording is a sound made before. */
function renderTranscript() {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const file = { id: idAt(9), url: '/api/v1/files/9', media_type: 'audio/mpeg', bytes: 9, width: null, height: null, duration_ms: 3_000 }
  const source = runOf(1, { type: 'audio', files: [{ ...file, poster_url: null, thumbnail_url: null, peaks: [0.2, 1] }] })
  const generation = runOf(2, { type: 'text', inputs: [{ generation_id: source.id, role: 'source' }] })
  const client = new QueryClient()
  client.setQueryData(generationQuery(source.id).queryKey, source)
  client.setQueryData(transcriptQuery(generation.id).queryKey, {
    text: 'Good evening. Good night.',
    language: 'en',
    segments: [
      { start_ms: 0, end_ms: 900, text: 'Good evening.' },
      { start_ms: 2_500, end_ms: 3_000, text: 'Good night.' },
    ],
  })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <TranscriptView generation={generation} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}
