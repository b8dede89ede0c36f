import type { MediaAnswer, MediaCall } from './media-server.ts'

/**
 * Language models that draw: Google's, OpenAI's with its tool, and OpenRouter's. Each answers with a text and a picture. These words in the
 * prompt make the picture faulty: cut-image, bad-base64, no-image-data, too-big, foreign-url. With only-image there is no text.
 */
export function answerDrawings(picture: Uint8Array) {
  const whole = Buffer.from(picture).toString('base64')
  const encodedFor = (body: string) => {
    if (body.includes('cut-image')) return whole.slice(0, Math.floor(whole.length / 2))
    if (body.includes('bad-base64')) return `${whole.slice(0, 40)}*?*${whole.slice(40)}`
    if (body.includes('no-image-data')) return Buffer.from('these bytes are no picture').toString('base64')
    if (body.includes('too-big')) return 'A'.repeat(33 * 1024 * 1024)
    return whole
  }
  return ({ path, body }: MediaCall): MediaAnswer | undefined => {
    const encoded = encodedFor(body)
    const end = body.includes('cut-image') ? ('reset' as const) : undefined
    const cut = <Event extends object>(events: Event[], last: number) => ({
      events: end ? events.slice(0, -last) : events,
      ...(end && { end }),
    })
    if (path.endsWith(':streamGenerateContent?alt=sse')) {
      const piece = (part: object, rest: object = {}) => ({
        candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...rest }],
        usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 1_200, totalTokenCount: 1_300 },
      })
      const events = [
        ...(body.includes('only-image') ? [] : [piece({ text: 'A green heron.' })]),
        piece({ inlineData: { mimeType: 'image/png', data: encoded } }),
        piece({ text: '' }, { finishReason: 'STOP' }),
      ]
      return cut(events, 1)
    }
    if (path === '/openai/responses') {
      const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt', status: 'in_progress' }
      const draws = body.includes('"image_generation"')
      const drawing = { id: 'ig_1', type: 'image_generation_call', result: encoded, status: 'completed' }
      const usage = { input_tokens: 100, output_tokens: 50, total_tokens: 150 }
      const events = [
        { type: 'response.created', sequence_number: 0, response },
        ...(draws
          ? [
              { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item: { ...drawing, status: 'in_progress' } },
              { type: 'response.output_item.done', sequence_number: 2, output_index: 0, item: drawing },
            ]
          : []),
        {
          type: 'response.output_item.added',
          sequence_number: 3,
          output_index: 1,
          item: { id: 'msg_1', type: 'message', status: 'in_progress', content: [], role: 'assistant' },
        },
        {
          type: 'response.output_text.delta',
          sequence_number: 4,
          item_id: 'msg_1',
          output_index: 1,
          content_index: 0,
          delta: 'A green heron.',
        },
        { type: 'response.completed', sequence_number: 5, response: { ...response, status: 'completed', output: [], usage } },
      ]
      return cut(events, 1)
    }
    if (path === '/openrouter/v1/models') {
      const architecture = { input_modalities: ['text', 'image'], output_modalities: ['text', 'image'] }
      const pricing = { prompt: '0.000001', completion: '0.000002', image_output: '0.00003' }
      return { json: { data: [{ id: 'lab/painter', architecture, pricing }] } }
    }
    if (path === '/openrouter/v1/chat/completions') {
      const url = body.includes('foreign-url') ? 'https://pictures.example/1.png' : `data:image/png;base64,${encoded}`
      const chunk = (delta: object, rest: object = {}) => ({ id: 'c', choices: [{ index: 0, delta, ...rest }] })
      const usage = { prompt_tokens: 100, completion_tokens: 1_200, total_tokens: 1_300 }
      const events = [
        chunk({ role: 'assistant', content: 'A green heron.' }),
        chunk({ content: '', images: [{ type: 'image_url', image_url: { url }, index: 0 }] }),
        chunk({}, { finish_reason: 'stop' }),
        { id: 'c', choices: [], usage },
      ]
      return cut(events, 2)
    }
    return undefined
  }
}
