/** A number, a name or a string is one text; an object elsewhere is a reference. */
type Value = string | Reference | Value[] | Dictionary
type Dictionary = Map<string, Value>
class Reference {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

const mostDepth = 100
/** More pages than any model takes, so that the sums of a tree that doubles at each level stay numbers. */
const mostPages = 1_000_000

/**
 * Counts the pages of a document by its tree, whose nodes state their counts but need not be right. The document is one that PDFium has
 * written: its objects lie in the clear, and one table has all their places.
 */
export function pagesOfTree(document: Buffer): number {
  const text = document.toString('latin1')
  const { places, trailer } = readTable(text)
  const read = new Map<number, Value>()
  const resolve = (value: Value | undefined): Value | undefined => {
    const at = value instanceof Reference ? places.get(value.number) : undefined
    if (!(value instanceof Reference) || at === undefined) return value
    const found = read.get(value.number) ?? readValue({ text, at: text.indexOf('obj', at) + 'obj'.length })
    read.set(value.number, found)
    return found
  }
  const dictionary = (value: Value | undefined): Dictionary => {
    const found = resolve(value)
    return found instanceof Map ? found : new Map()
  }
  const kidsOf = (node: Value | undefined): Value[] | undefined => {
    const kids = resolve(dictionary(node).get('Kids'))
    return Array.isArray(kids) ? kids : undefined
  }
  return countLeaves(kidsOf(dictionary(trailer.get('Root')).get('Pages')) ?? [], kidsOf)
}

/** Adds up the leaves below a list. One that contains itself counts once; one that several branches share counts for each. */
function countLeaves(root: Value[], kidsOf: (node: Value) => Value[] | undefined): number {
  const entered = new Set<Value[]>()
  const counts = new Map<Value[], number>()
  const path = [root]
  for (let list = path.pop(); list; list = path.pop()) {
    if (counts.has(list)) continue
    const branches = list.map(kidsOf)
    if (entered.has(list)) {
      const sum = branches.reduce((pages, branch) => pages + (branch ? (counts.get(branch) ?? 0) : 1), 0)
      counts.set(list, Math.min(sum, mostPages))
      continue
    }
    entered.add(list)
    path.push(list)
    for (const branch of branches) if (branch && !entered.has(branch)) path.push(branch)
  }
  return counts.get(root) ?? 0
}

type Reader = { text: string; at: number }

/** Reads the places of all objects, and what the document says of itself. */
function readTable(text: string): { places: Map<number, number>; trailer: Dictionary } {
  const end = text.lastIndexOf('startxref')
  const reader = { text, at: text.indexOf('xref', Number.parseInt(text.slice(end + 'startxref'.length), 10)) + 'xref'.length }
  const places = new Map<number, number>()
  for (let word = readWord(reader); word !== 'trailer'; word = readWord(reader)) {
    const [first, count] = [Number(word), Number(readWord(reader))]
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count)) throw new Error('no table of objects')
    for (let index = 0; index < count; index += 1) {
      const [place, , kind] = [readWord(reader), readWord(reader), readWord(reader)]
      if (kind === 'n') places.set(first + index, Number(place))
    }
  }
  const trailer = readValue(reader)
  if (!(trailer instanceof Map)) throw new Error('no trailer')
  return { places, trailer }
}

const word = /\s*(<<|>>|[[\]]|<[^>]*>|\(|\/?[^\s<>[\]()/]+|\/)/y

function readWord(reader: Reader): string {
  word.lastIndex = reader.at
  const found = word.exec(reader.text)?.[1]
  if (found === undefined) throw new Error('the document breaks off')
  reader.at = word.lastIndex
  return found
}

const reference = /\s+\d+\s+R(?![^\s<>[\]()/])/y

function readValue(reader: Reader, depth = 0): Value {
  if (depth > mostDepth) throw new Error('nested too deep')
  const firstWord = readWord(reader)
  switch (firstWord) {
    case '[':
      return readUntil(reader, ']', depth)
    case '<<': {
      const list = readUntil(reader, '>>', depth)
      return new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[String(name).slice(1), list[index + 1] ?? '']] : [])))
    }
    case '(':
      skipString(reader)
      return firstWord
    default: {
      reference.lastIndex = reader.at
      if (!/^\d/.test(firstWord) || !reference.test(reader.text)) return firstWord
      reader.at = reference.lastIndex
      return new Reference(Number(firstWord))
    }
  }
}

function readUntil(reader: Reader, end: ']' | '>>', depth: number): Value[] {
  const list: Value[] = []
  for (;;) {
    const before = reader.at
    if (readWord(reader) === end) return list
    reader.at = before
    list.push(readValue(reader, depth + 1))
  }
}

/** Passes over a string, in which brackets are in pairs and a backslash comes before others. */
function skipString(reader: Reader): void {
  for (let open = 1; open > 0; reader.at += 1) {
    const sign = reader.text[reader.at]
    if (sign === undefined) throw new Error('the document breaks off')
    if (sign === '\\') reader.at += 1
    else if (sign === '(') open += 1
    else if (sign === ')') open -= 1
  }
}
