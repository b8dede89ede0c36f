/** The value of the option `stop`: texts at which an answer ends, one a line. Line breaks and backslashes in them are escaped. */
export const writeStops = (stops: readonly string[]): string =>
  stops.map((stop) => stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')).join('\n')

export const readStops = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split('\n')
        .map((line) => line.replaceAll(/\\([\\n])/g, (_, letter: string) => (letter === 'n' ? '\n' : '\\')))
        .filter((stop) => stop !== '')
    : []
