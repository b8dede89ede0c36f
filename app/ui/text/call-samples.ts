export type SampledCall = { method: string; url: string; key?: string | undefined; body?: unknown }

export const sampleLanguages = ['curl', 'javascript', 'python'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]
/** The names of the languages, which are the same everywhere. */
export const sampleLanguageNames: Record<SampleLanguage, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' }

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Writes a value as Python does, which has its own words for `true`, `false` and `null`. */
function inPython(value: unknown, indent = '    '): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map((item) => inPython(item, inner))
    : Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${inPython(part, inner)}`)
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0 ? `${start}${end}` : `${start}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${end}`
}

/** Writes a call in a language, to copy and run. */
export function writeSample(language: SampleLanguage, { method, url, key, body }: SampledCall): string {
  const json = body === undefined ? undefined : JSON.stringify(body, null, 2)
  if (language === 'curl')
    return [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
      ...(key ? [`-H ${inShell(`Authorization: Bearer ${key}`)}`] : []),
      ...(json ? [`-H 'Content-Type: application/json'`, `-d ${inShell(json)}`] : []),
    ].join(' \\\n  ')
  if (language === 'javascript') {
    const headers = [...(key ? [`    Authorization: 'Bearer ${key}',`] : []), ...(json ? [`    'Content-Type': 'application/json',`] : [])]
    return [
      `const response = await fetch('${url}', {`,
      `  method: '${method}',`,
      ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
      ...(json ? [`  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`] : []),
      '})',
      'console.log(response.status, await response.text())',
    ].join('\n')
  }
  return [
    'import requests',
    '',
    'response = requests.request(',
    `    '${method}',`,
    `    '${url}',`,
    ...(key ? [`    headers={'Authorization': 'Bearer ${key}'},`] : []),
    ...(json ? [`    json=${inPython(body)},`] : []),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}
