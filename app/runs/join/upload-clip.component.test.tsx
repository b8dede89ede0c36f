import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Upload } from '#app/contract/runs/generations.ts'
import { messages } from '#locales/en/messages.ts'
import { UploadClip } from './upload-clip.tsx'

const upload: Upload = {
  id: '01890000-0000-7000-8000-000000000001',
  type: 'video',
  url: '/api/v1/uploads/1',
  media_type: 'video/mp4',
  name: 'beach.mp4',
  bytes: 3,
  width: 96,
  height: 64,
  duration_ms: 1_000,
  pages: null,
  created_at: '2026-11-28T10:00:00.000Z',
}

/** Answers the request that sends the file, or loses it. */
function answerUpload(answer: Upload | 'lost') {
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockReturnValue()
  vi.spyOn(XMLHttpRequest.prototype, 'abort').mockReturnValue()
  vi.spyOn(XMLHttpRequest.prototype, 'status', 'get').mockReturnValue(201)
  vi.spyOn(XMLHttpRequest.prototype, 'responseText', 'get').mockReturnValue(JSON.stringify(answer))
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new Event(answer === 'lost' ? 'error' : 'load'))
  })
}

/** Chooses a file with the button. Returns the clips that were added. */
async function choose(file: File) {
  const onAdd = vi.fn()
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: messages } })}>
      <UploadClip onAdd={onAdd} />
    </I18nProvider>,
  )
  await userEvent.setup().upload(screen.getByLabelText('Upload a video', { selector: 'input' }), file)
  return onAdd
}
const beach = new File(['abc'], 'beach.mp4', { type: 'video/mp4' })

test('an uploaded video is added to the join', async () => {
  answerUpload(upload)
  const onAdd = await choose(beach)
  await waitFor(() => expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ input: { upload_id: upload.id, role: 'source' } })))
  expect(screen.getByRole('button', { name: 'Upload a video' })).toBeEnabled()
})

test('a file that is no video, and a refused one, are named and not added', async () => {
  answerUpload({ ...upload, type: 'audio' })
  const onAdd = await choose(beach)
  expect(await screen.findByText('beach.mp4 isn’t a video.')).toBeVisible()
  answerUpload('lost')
  await userEvent.setup().upload(screen.getByLabelText('Upload a video', { selector: 'input' }), beach)
  expect(await screen.findByText(/isn’t responding/)).toBeVisible()
  expect(onAdd).not.toHaveBeenCalled()
})
