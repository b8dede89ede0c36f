import { Trans } from '@lingui/react/macro'
import { type Document, resolve, type Schema, typeOf } from './document.ts'
import { Text } from './text.tsx'

type FieldsProps = { schema: Schema; document: Document; depth?: number }

/** How deep the parts of parts are listed. */
const deepest = 3

/** Finds the object in a schema whose properties are worth a list. */
function objectIn(schema: Schema, document: Document): Schema | undefined {
  const meant = resolve(schema, document)
  if (meant.properties) return meant
  if (meant.items) return objectIn(meant.items, document)
  return (meant.anyOf ?? meant.oneOf)?.map((choice) => objectIn(choice, document)).find(Boolean)
}

/** The fields of an object, and on demand those of its parts. */
export function Fields({ schema, document, depth = 0 }: FieldsProps) {
  const meant = resolve(schema, document)
  const choices = meant.oneOf ?? (meant.properties || meant.items ? undefined : meant.anyOf)
  if (choices && choices.filter(({ type }) => type !== 'null').length > 1)
    return (
      <ul className="grid gap-3">
        {choices.map((choice, index) => (
          // Choices have no other identity.
          <li key={index} className="border-l-2 border-line pl-3">
            <p className="font-mono text-sm">{typeOf(choice)}</p>
            {depth < deepest && <Fields schema={choice} document={document} depth={depth + 1} />}
          </li>
        ))}
      </ul>
    )
  const object = objectIn(meant, document)
  if (!object?.properties) return null
  return (
    <ul className="grid gap-2.5">
      {Object.entries(object.properties).map(([name, part]) => (
        <li key={name}>
          <Line
            name={name}
            // The name of a type without parts says less than what it is.
            part={objectIn(part, document) ? part : resolve(part, document)}
            required={object.required?.includes(name) ?? false}
            text={part.description ?? resolve(part, document).description}
          />
          {depth < deepest && objectIn(part, document) && (
            <details className="mt-1 ml-3 border-l-2 border-line pl-3">
              <summary className="min-h-8 cursor-pointer py-1 text-sm text-ink-soft pointer-coarse:min-h-11">
                <Trans>Fields of {name}</Trans>
              </summary>
              <Fields schema={part} document={document} depth={depth + 1} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A field or a parameter: name, type, and what it means. */
export function Line({
  name,
  part,
  required,
  text = part.description,
}: {
  name: string
  part: Schema
  required: boolean
  text?: string | undefined
}) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-sm font-semibold break-all">{name}</code>
        <span className="font-mono text-sm break-words text-ink-soft">{typeOf(part)}</span>
        {required && (
          <span className="text-sm text-ink-soft">
            <Trans>required</Trans>
          </span>
        )}
      </p>
      {text && <Text text={text} className="text-sm text-ink-soft" />}
    </>
  )
}
