import { type TranscriptFormat, transcriptMediaTypes } from '#app/contract/runs/transcripts.ts'

/** Answers with a transcript as a file. */
export const sendTranscript = (file: string, format: Exclude<TranscriptFormat, 'json'>): Response =>
  new Response(file, {
    headers: {
      'content-type': `${transcriptMediaTypes[format]}; charset=utf-8`,
      'content-disposition': `attachment; filename="transcript.${format}"`,
      'cache-control': 'private, no-store',
    },
  })
