/** Returns the texts of the option `stop`, at which an answer ends: one a line, with line breaks and backslashes escaped. */
export const readStops = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split('\n')
        .map((line) => line.replaceAll(/\\([\\n])/g, (_, letter: string) => (letter === 'n' ? '\n' : '\\')))
        .filter((stop) => stop !== '')
    : []
