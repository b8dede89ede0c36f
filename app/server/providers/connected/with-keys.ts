import type { KindModel, Operation, OperationModel } from '../kinds.ts'
import { ProviderError } from '../provider.ts'
import type { KeyRing, ServiceKey } from './key-ring.ts'

/** The field of a saved operation that names the key that started it. */
const keyField = 'quartet_key'

type Open = (key: string) => Promise<KindModel>

/** Opens a model with every key of a service. Calls choose a key; work that is polled stays with the key that started it. */
export async function withKeys(ring: KeyRing, open: Open): Promise<KindModel> {
  const opened = new Map<string, Promise<KindModel>>()
  function openOnce({ ref, key }: ServiceKey): Promise<KindModel> {
    const known = opened.get(ref)
    if (known) return known
    const opening = open(key)
    opened.set(ref, opening)
    opening.catch(() => opened.delete(ref))
    return opening
  }
  const kind = (await openOnce(ring.first)).kind
  async function openAs<Kind extends KindModel['kind']>(key: ServiceKey, wanted: Kind): Promise<Extract<KindModel, { kind: Kind }>> {
    const model = await openOnce(key)
    if (!isKind(model, wanted)) throw new ProviderError('internal', `a key opens ${model.kind} instead of ${wanted}`)
    return model
  }
  switch (kind) {
    case 'text':
      return {
        kind,
        stream(call) {
          // A text that is arriving is billed.
          let hasAnswered = false
          const answered = <Args extends unknown[]>(report: ((...args: Args) => void) | undefined) =>
            report &&
            ((...args: Args) => {
              hasAnswered = true
              report(...args)
            })
          const { onThought, onSource, onPicture, onUsage, ...rest } = call
          const watched = {
            ...rest,
            onText(delta: string) {
              hasAnswered = true
              call.onText(delta)
            },
            ...(onThought && { onThought: answered(onThought) }),
            ...(onSource && { onSource: answered(onSource) }),
            ...(onPicture && { onPicture: answered(onPicture) }),
            ...(onUsage && { onUsage: answered(onUsage) }),
          }
          return ring.call(
            async (key) => (await openAs(key, 'text')).stream(watched),
            () => !hasAnswered,
          )
        },
      }
    case 'image':
      return { kind, generate: (call) => ring.call(async (key) => (await openAs(key, 'image')).generate(call)) }
    case 'speech':
      return {
        kind,
        speak({ keyRef, ...call }) {
          const speak = async (key: ServiceKey) => (await openAs(key, 'speech')).speak(call)
          return keyRef === undefined ? ring.call(speak) : ring.callWith(keyRef, speak)
        },
      }
    case 'transcription':
      return { kind, transcribe: (call) => ring.call(async (key) => (await openAs(key, 'transcription')).transcribe(call)) }
    case 'embedding':
      return { kind, embed: (call) => ring.call(async (key) => (await openAs(key, 'embedding')).embed(call)) }
    case 'operation': {
      const first = await openAs(ring.first, 'operation')
      return operationWithKeys(ring, first, (key) => openAs(key, 'operation'))
    }
  }
}

function operationWithKeys(ring: KeyRing, first: OperationModel, openAs: (key: ServiceKey) => Promise<OperationModel>): OperationModel {
  const startedWith = (operation: Operation, { ref }: ServiceKey): Operation => ({ ...operation, [keyField]: ref })
  return {
    kind: 'operation',
    start: (call) => ring.call(async (key) => startedWith(await (await openAs(key)).start(call), key)),
    poll: ({ [keyField]: ref, ...operation }, call) =>
      ring.callWith(ref, async (key) => (await openAs(key)).poll({ ...operation, id: operation.id }, call)),
    ...(first.adopt && {
      // Any of the keys may have started the work, so a start is repeated only if none of their accounts knows it.
      async adopt(call) {
        for (const key of ring.all) {
          const found = await (await openAs(key)).adopt?.(call)
          if (found) return startedWith(found, key)
        }
        return null
      },
    }),
    ...(first.cancel && {
      cancel: ({ [keyField]: ref, ...operation }) =>
        ring.callWith(ref, async (key) => (await (await openAs(key)).cancel?.({ ...operation, id: operation.id })) ?? false),
    }),
  }
}

const isKind = <Kind extends KindModel['kind']>(model: KindModel, kind: Kind): model is Extract<KindModel, { kind: Kind }> =>
  model.kind === kind
