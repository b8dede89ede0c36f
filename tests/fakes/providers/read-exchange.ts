/** A message of a request: the ids of its calls, those that it answers, and whether it is a person's. */
type Said = { role: 'system' | 'user' | 'assistant' | 'tool'; calls: string[]; answers: string[]; isEmpty: boolean }

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((part, key) => Reflect.get(Object(part), key), value)
const listAt = (value: unknown, ...path: (string | number)[]): unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
const idOf = (value: unknown, ...names: string[]): string[] =>
  names.flatMap((name) => {
    const found = at(value, name)
    return typeof found === 'string' ? [found] : []
  })
const isEmpty = (content: unknown) =>
  content === undefined || content === null || content === '' || (Array.isArray(content) && content.length === 0)

/** Messages of OpenAI's chat protocol and of Anthropic's. */
function ofMessages(message: unknown): Said {
  const parts = listAt(message, 'content')
  const role = at(message, 'role')
  const calls = [
    ...listAt(message, 'tool_calls').flatMap((call) => idOf(call, 'id')),
    ...parts.filter((part) => at(part, 'type') === 'tool_use').flatMap((part) => idOf(part, 'id')),
  ]
  const answers = [...idOf(message, 'tool_call_id'), ...parts.flatMap((part) => idOf(part, 'tool_use_id'))]
  const isSystem = role === 'system' || role === 'developer'
  return {
    role: isSystem ? 'system' : role === 'assistant' ? 'assistant' : answers.length > 0 ? 'tool' : 'user',
    calls,
    answers,
    isEmpty: calls.length === 0 && isEmpty(at(message, 'content')),
  }
}

/** Items of the Responses API. */
function ofItem(item: unknown): Said[] {
  const type = at(item, 'type')
  if (type === 'reasoning') return []
  if (type === 'function_call') return [{ role: 'assistant', calls: idOf(item, 'call_id'), answers: [], isEmpty: false }]
  if (type === 'function_call_output') return [{ role: 'tool', calls: [], answers: idOf(item, 'call_id'), isEmpty: false }]
  const role = at(item, 'role')
  return [
    {
      role: role === 'assistant' || role === 'user' ? role : 'system',
      calls: [],
      answers: [],
      isEmpty: isEmpty(at(item, 'content')),
    },
  ]
}

/** Contents of Google's protocol, in which calls have names instead of ids. */
function ofContent(content: unknown): Said {
  const parts = listAt(content, 'parts')
  const calls = parts.flatMap((part) => idOf(at(part, 'functionCall'), 'name'))
  const answers = parts.flatMap((part) => idOf(at(part, 'functionResponse'), 'name'))
  return {
    role: at(content, 'role') === 'model' ? 'assistant' : answers.length > 0 ? 'tool' : 'user',
    calls,
    answers,
    isEmpty: parts.length === 0,
  }
}

/**
 * Reads the conversation in a request of any protocol. `problems`: the rules that it breaks, which the services have in common: it begins with
 * the person, nothing stands between calls and their results, and no message is empty.
 */
export function exchangeOf(body: unknown): { problems: string[]; calls: number; messages: number } {
  const said = [
    ...listAt(body, 'messages').map(ofMessages),
    ...listAt(body, 'input').flatMap(ofItem),
    ...listAt(body, 'contents').map(ofContent),
  ].filter(({ role }) => role !== 'system')
  const problems = said[0]?.role === 'user' ? [] : [`begins with ${said[0]?.role}`]
  const open: string[] = []
  let before: Said['role'] | undefined
  for (const [index, { role, calls, answers, isEmpty: isBare }] of said.entries()) {
    if (isBare) problems.push(`message ${index} is empty`)
    for (const id of answers) {
      const place = open.indexOf(id)
      if (place < 0) problems.push(`message ${index} answers ${id}, which is not open`)
      else open.splice(place, 1)
    }
    // Calls of one answer are items of their own in the Responses API.
    if (answers.length === 0 && open.length > 0 && !(role === 'assistant' && before === 'assistant'))
      problems.push(`message ${index} comes before the results of ${open.join(', ')}`)
    open.push(...calls)
    before = role
  }
  if (open.length > 0) problems.push(`no result of ${open.join(', ')}`)
  return { problems, calls: said.reduce((sum, { calls }) => sum + calls.length, 0), messages: said.length }
}
