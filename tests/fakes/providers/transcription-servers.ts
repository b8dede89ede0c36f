import type { MediaAnswer, MediaCall } from './media-server.ts'

/** OpenAI's, Google's, Groq's, Mistral's and ElevenLabs' transcripts, by their real paths, in the format that the request asks for. */
export function answerTranscripts({ path, body }: MediaCall): MediaAnswer | undefined {
  const text = 'Hello there. Good morning!'
  if (body.includes('will-be-cut')) return { bytes: Buffer.from('{"text": "Hel') }
  if (body.includes('will-be-silent')) return { json: { text: '', segments: [] } }
  if (path.startsWith('/elevenlabs/v1/speech-to-text')) {
    const speakers = /name="diarize"\s+true/.test(body) ? ['speaker_1', 'speaker_0'] : ['speaker_0', 'speaker_0']
    const word = (said: string, start: number, speaker: number, type = 'word') => ({
      text: said,
      start,
      end: start + 0.4,
      type,
      speaker_id: speakers[speaker],
    })
    return {
      json: {
        language_code: 'eng',
        text,
        words: [
          word('Hello', 0.1, 0),
          word(' ', 0.5, 0, 'spacing'),
          word('there.', 0.5, 0),
          word(' ', 0.9, 0, 'spacing'),
          word('Good', 1, 1),
          word(' ', 1.4, 1, 'spacing'),
          word('morning!', 1.5, 1),
        ],
      },
    }
  }
  if (path === '/google/models/gemini-3.5-transcribe:generateContent') return { json: googleTranscript(body, text) }
  if (!/^\/(?:openai|groq|mistral|v1)\/audio\/transcriptions$/.test(path)) return undefined
  const segments = [
    { id: 0, start: 0.1, end: 0.9, text: ' Hello there.' },
    { id: 1, start: 1, end: 1.9, text: ' Good morning!' },
  ]
  if (body.includes('diarized_json')) {
    const spoken = segments.map((segment, index) => ({ ...segment, id: `seg_${index}`, type: 'transcript.text.segment' }))
    return { json: { text, segments: spoken.map((segment, index) => ({ ...segment, speaker: 'BA'[index] })) } }
  }
  if (body.includes('verbose_json')) return { json: { task: 'transcribe', language: 'english', duration: 2, text, segments } }
  if (path.startsWith('/mistral/')) {
    const diarized = body.includes('name="diarize"')
    return {
      json: {
        model: 'voxtral',
        text,
        language: null,
        segments: segments.map(({ start, end, text: said }, index) => ({
          type: 'transcription_segment',
          start,
          end,
          text: said,
          ...(diarized && { speaker_id: `speaker_${index + 1}` }),
        })),
        usage: { prompt_audio_seconds: 2 },
      },
    }
  }
  return { json: { text, languages: [{ code: 'en' }] } }
}

/**
 * An answer of Google's model: https://ai.google.dev/gemini-api/docs/generate-content/transcribe, read on 2026-11-29. A part is a turn of
 * one speaker. Words and speakers come only if they were asked for.
 */
function googleTranscript(body: string, text: string): object {
  const hasTimes = body.includes('"wordTimestamp":true')
  const hasSpeakers = body.includes('"diarization":true')
  const word = (said: string, start: string, end: string) => ({ word: said, startOffset: start, endOffset: end })
  const turn = (said: string, words: object[], speaker: string) => ({
    audioTranscription: { text: said, ...(hasSpeakers && { speakerLabel: speaker }), ...(hasTimes && { words }) },
  })
  const first = [word('Hello', '0.100s', '0.500s'), word('there.', '0.500s', '0.900s')]
  const second = [word('Good', '1s', '1.400s'), word('morning!', '1.500s', '1.900s')]
  const parts = hasSpeakers
    ? [turn('Hello there.', first, 'spk_1'), turn('Good morning!', second, 'spk_2')]
    : [turn(text, [...first, ...second], '')]
  return { candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP' }], modelVersion: 'gemini-3.5-transcribe' }
}
