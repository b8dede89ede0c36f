import * as v from 'valibot'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import { oncePer } from '#app/contract/base/once-per.ts'
import { type Engine, EngineError, type EngineErrorClass } from '@quartet/engine/protocol/engine.ts'
import { engineJob, type EngineJob, engineOptions, type EngineOptions } from '@quartet/engine/protocol/options.ts'
import { type Provider, ProviderError, type RunRequest } from '../provider.ts'
import { advise } from './advise.ts'
import { makeFilm } from './make-film.ts'
import { describeSketchModels } from './models.ts'
import { understand } from './understand.ts'

/** Adapts the built-in engine to the interface of providers. */
export function sketchProvider(engine: Engine): Provider {
  const describe = oncePer(describeSketchModels)
  return {
    id: 'sketch',
    builtIn: true,
    models: async () => describe(await engine.capabilities()),
    understand,
    advise,
    async run(request, { signal, onProgress, onText, onPreview }) {
      try {
        const options = { signal, onProgress, onText, onPreview }
        return request.model === 'sketch-film'
          ? await makeFilm(engine, filmOf(request), { options: optionsOf(request), run: options })
          : await engine.run(toJob(request), options)
      } catch (error) {
        throw error instanceof EngineError ? new ProviderError(codeOf(error), error.message, { cause: error }) : error
      }
    },
    close: () => engine.close(),
  }
}

function filmOf({ film }: RunRequest): NonNullable<RunRequest['film']> {
  if (!film) throw new ProviderError('invalid_input', 'a film without its document')
  return film
}

function optionsOf({ options }: RunRequest): EngineOptions['sketch-film'] {
  const parsed = v.safeParse(engineOptions['sketch-film'], options)
  if (!parsed.success) throw new ProviderError('invalid_input', 'the engine does not take these options for a film')
  return parsed.output
}

function toJob({ model, prompt, options, inputs }: RunRequest): EngineJob {
  const parsed = v.safeParse(engineJob, { model, prompt, options, inputs })
  if (!parsed.success) throw new ProviderError('invalid_input', `the engine does not take these options for ${model}`)
  return parsed.output
}

const codes: Record<EngineErrorClass, GenerationErrorCode> = {
  canceled: 'temporary',
  invalid_input: 'invalid_input',
  unavailable: 'provider_auth',
  // The engine has already repeated the job once.
  crashed: 'internal',
  internal: 'internal',
}

/** Error codes of the engine with their own texts, because people meet them often. */
const namedInputs = ['text_too_short', 'nothing_to_say', 'no_language_model'] as const

function codeOf(error: EngineError): GenerationErrorCode {
  const named = error.class === 'invalid_input' ? namedInputs.find((code) => code === error.message) : undefined
  return named ?? codes[error.class]
}
